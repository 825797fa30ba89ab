const DEEPEST_CAUSE = 6;

/** An error, then its cause, then the cause of that, up to a limit. */
export function* causesOf(
  error: unknown,
): Generator<{ readonly name?: string; readonly code?: string; readonly message?: string }> {
  for (let at = error, depth = 0; at && depth < DEEPEST_CAUSE; depth++) {
    yield at;
    at = (at as { cause?: unknown }).cause;
  }
}
