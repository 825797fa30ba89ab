import type { Asked } from '#server/edges/http.ts';

/** `00-<trace id>-<span id>-<flags>` (W3C Trace Context). */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/**
 * The trace that a call belongs to, as its caller says in `_meta.traceparent` or in the header of that name; our log lines
 * carry it on. Null where none is told, or none that can be read.
 */
export function traceOf(request: Asked, message: unknown): string | null {
  const { params } = (message ?? {}) as { params?: { _meta?: { traceparent?: unknown } } };
  const told = params?._meta?.traceparent ?? request.headers.get('traceparent');
  return typeof told === 'string' ? (TRACEPARENT.exec(told)?.[1] ?? null) : null;
}
