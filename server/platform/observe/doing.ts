import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** What a piece of work is known by, wherever it leads: in the log, at the database, at servers that it calls. */
export type Doing = {
  /** The request's id, or the word for a job (`episode:<uuid>`). */
  readonly id: string;
  /** W3C trace context as the caller sent it, or as our own span made it; null where there is none. */
  traceparent: string | null;
  /** The trace that it belongs to, as the log tells it. */
  traceId: string | null;
  /** Which part answers and what was asked for, in words that metrics can bear. */
  edge: string;
  route: string;
  /** Statements that it has run. */
  statements: number;
};

const underWay = new AsyncLocalStorage<Doing>();

/** Runs `work` under a name. */
export function during<Result>(doing: Doing, work: () => Result): Result {
  return underWay.run(doing, work);
}

/** A piece of work that begins now. */
export function begun(id: string = randomUUID(), traceparent: string | null = null): Doing {
  const traceId = traceparent === null ? null : traceparent.slice(3, 35);
  return { id, traceparent, traceId, edge: 'page', route: 'other', statements: 0 };
}

/** What is under way here; undefined outside of all requests and jobs. */
export function doing(): Doing | undefined {
  return underWay.getStore();
}

/** The id of the request under way; a new one where no front door gave one. */
export function idOfRequest(): string {
  return doing()?.id ?? randomUUID();
}

/** Says who answers the request under way, what it asks for, and its trace where the message itself tells one. */
export function nameRequest(edge: string, route: string, traceId: string | null = null): void {
  const request = doing();
  if (!request) return;
  request.edge = edge;
  request.route = route;
  request.traceId = traceId ?? request.traceId;
}

/** The trace context to pass on with a call to another server: headers, empty where there is none. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = doing()?.traceparent;
  return traceparent ? { traceparent } : {};
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** A `traceparent` header that follows the W3C's Trace Context, version 00; null for any other. */
export function readTraceparent(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && TRACEPARENT.test(header) ? header : null;
}
