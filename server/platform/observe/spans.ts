import { doing } from '#server/platform/observe/doing.ts';

/** One stretch of work as a trace shows it. */
export type Span = {
  /** W3C trace context to pass on to servers that this span calls. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: Attributes): void;
  end(error?: unknown): void;
};
export type Attributes = Readonly<Record<string, string | number>>;
export type SpanKind = 'server' | 'client' | 'internal';

export type Spans = {
  /** Runs `work` in a span, which `work` must end. Its parent is the enclosing span, or the `parent` that a caller sent. */
  open<Result>(name: string, kind: SpanKind, parent: string | null, work: (span: Span) => Result): Result;
};

let to: Spans | null = null;

/** Where spans go; null while traces are off, which costs nothing but this check. */
export function spans(): Spans | null {
  return to;
}

/** Sends spans there from now on; null turns traces off. */
export function setSpans(given: Spans | null): void {
  to = given;
}

/** Runs `work` as a span of its own where traces are on. An `internal` span is passed on to the servers that it calls. */
export async function traced<Result>(
  name: string,
  kind: SpanKind,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!to) return work();
  return to.open(name, kind, null, async (span) => {
    span.set(attributes);
    const job = kind === 'internal' ? doing() : undefined;
    if (job) job.traceparent = span.traceparent;
    try {
      const result = await work();
      span.end();
      return result;
    } catch (error) {
      span.end(error);
      throw error;
    }
  });
}
