import type { Asked } from '#server/edges/http.ts';
import { readTraceparent } from '#server/platform/observe/doing.ts';

/**
 * The id of the trace that a call belongs to, from `_meta.traceparent` or else the header of that name; our log lines carry
 * it. Null when there is none, or none that is valid.
 */
export function traceOf(request: Asked, message: unknown): string | null {
  const { params } = (message ?? {}) as { params?: { _meta?: { traceparent?: unknown } } };
  const told = params?._meta?.traceparent ?? request.headers.get('traceparent');
  return typeof told === 'string' ? (readTraceparent(told)?.split('-')[1] ?? null) : null;
}
