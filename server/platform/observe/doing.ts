import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** How a piece of work is named everywhere: in the log, at the database, at servers it calls. */
export type Doing = {
  /** The request's id, or the name of a job (`episode:<uuid>`). */
  readonly id: string;
  /** W3C trace context from the caller or from our own span; null without one. */
  traceparent: string | null;
  /** Its trace id, as the log shows it. */
  traceId: string | null;
  /** The part that answers and what was asked for, in few distinct words, since metrics use them as labels. */
  edge: string;
  route: string;
  /** How many statements it has run. */
  statements: number;
};

const underWay = new AsyncLocalStorage<Doing>();

/** Runs `work` as this piece of work; `doing()` returns it inside. */
export function during<Result>(doing: Doing, work: () => Result): Result {
  return underWay.run(doing, work);
}

/** A new piece of work. */
export function begun(id: string = randomUUID(), traceparent: string | null = null): Doing {
  const traceId = traceparent === null ? null : traceparent.slice(3, 35);
  return { id, traceparent, traceId, edge: 'page', route: 'other', statements: 0 };
}

/** The current piece of work; undefined outside of requests and jobs. */
export function doing(): Doing | undefined {
  return underWay.getStore();
}

/** The id of the current request; a new one outside of any. */
export function idOfRequest(): string {
  return doing()?.id ?? randomUUID();
}

/** Records who answers the current request, what it asks for, and its trace if the message names one. */
export function nameRequest(edge: string, route: string, traceId: string | null = null): void {
  const request = doing();
  if (!request) return;
  request.edge = edge;
  request.route = route;
  request.traceId = traceId ?? request.traceId;
}

/** Headers with the trace context for a call to another server; empty without one. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = doing()?.traceparent;
  return traceparent ? { traceparent } : {};
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The header if it is a valid `traceparent` (W3C Trace Context, version 00), else null. */
export function readTraceparent(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && TRACEPARENT.test(header) ? header : null;
}
