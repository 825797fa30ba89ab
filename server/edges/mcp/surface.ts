import type { Principal } from '#server/api/access.ts';
import type { Services } from '#server/platform/services.ts';

/** Who asks, in one HTTP request. `gone` aborts when the caller hangs up. */
export type Session = {
  readonly services: Services;
  readonly principal: Principal;
  readonly requestId: string;
  readonly ip: string;
  readonly gone: AbortSignal;
};

/** What a request of 2026-07-28 brings beside its parameters: the client's abilities, and answers to what it was asked. */
export type Brought = {
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
};

/** Answers one JSON-RPC method: the `result`, or an `RpcError`. */
export type Handler = (
  params: Readonly<Record<string, unknown>>,
  brought: Brought,
) => object | Promise<object>;

/** What a server offers one caller, whatever the protocol era. The transport knows nothing else. */
export type Surface = {
  readonly info: {
    readonly name: string;
    readonly title: string;
    readonly version: string;
    readonly description?: string;
    readonly websiteUrl?: string;
  };
  readonly instructions?: string;
  readonly capabilities: Readonly<Record<string, object>>;
  readonly handlers: Readonly<Record<string, Handler>>;
};

export const INVALID_REQUEST = -32600;
export const INVALID_PARAMS = -32602;
export const METHOD_NOT_FOUND = -32601;
/** The code of the 2025 revisions for a resource that is not there. */
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

/** For the SDKs, which build an Ajv per server to check elicitation answers: a server without a back channel never gets any. */
export const noValidator = {
  getValidator: () => () => {
    throw new Error('This server elicits nothing.');
  },
};
