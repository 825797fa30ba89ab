export const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;
export const METHOD_NOT_FOUND = -32601;
export const INTERNAL_ERROR = -32603;
/** The code of the 2025 revisions for an unknown resource; the SDK turns it into the code of a later revision. */
export const RESOURCE_NOT_FOUND = -32002;

/** A JSON-RPC error; both SDKs answer with its code, message and data. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
