export type FailureKind =
  | 'address'
  | 'blocked'
  | 'network'
  | 'timeout'
  | 'redirect'
  | 'status'
  | 'too-large'
  | 'encoding'
  | 'aborted';

/** Why a fetch failed, in one sentence for an operator. */
export class FetchFailure extends Error {
  readonly kind: FailureKind;
  readonly httpStatus: number | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    kind: FailureKind,
    reason: string,
    httpStatus: number | null = null,
    retryAfter: number | null = null,
  ) {
    super(reason);
    this.kind = kind;
    this.httpStatus = httpStatus;
    this.retryAfterSeconds = retryAfter;
  }
}

/** The failure of a fetch that would reach into a network of the operator's own. */
export function blocked(): FetchFailure {
  return new FetchFailure(
    'blocked',
    'The address leads into a private or reserved network, which is not allowed.',
  );
}

/** Converts any error of a fetch to a FetchFailure. */
export function toFailure(
  error: unknown,
  deadline: AbortSignal,
  caller: AbortSignal | undefined,
  timeoutMs: number,
): FetchFailure {
  if (error instanceof FetchFailure) return error;
  if (caller?.aborted) return new FetchFailure('aborted', 'The fetch was called off.');
  if (deadline.aborted) {
    return new FetchFailure('timeout', `The server took longer than ${Math.ceil(timeoutMs / 1000)} seconds.`);
  }
  const inner = causeOf(error);
  if (inner instanceof FetchFailure) return inner;
  return new FetchFailure('network', networkReason(codeOf(inner)));
}

/** Happy eyeballs combines the failures of all addresses into one AggregateError. */
function causeOf(error: unknown): unknown {
  if (error instanceof AggregateError)
    return error.errors.find((one) => one instanceof FetchFailure) ?? error.errors[0];
  if (error instanceof Error && error.cause) return error.cause;
  return error;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function networkReason(code: string): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA')
    return 'The host name could not be resolved.';
  if (code === 'ECONNREFUSED') return 'The server refused the connection.';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT')
    return 'The server could not be reached in time.';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
    return 'No trustworthy TLS connection could be made to the server.';
  if (/^Z_|^ERR__ERROR|BROTLI/.test(code)) return 'The compressed answer is damaged.';
  if (/^HPE_|^HTTPParserError$|OVERFLOW/.test(code)) return 'The server does not answer with valid HTTP.';
  return `The connection broke off${code === '' ? '' : ` (${code})`}.`;
}
