import type { Principal } from '#server/api/access.ts';
import type { TestCall } from '#server/api/test-keys/rules.ts';
import type { Selection } from '#server/edges/mcp/selection.ts';
import type { Services } from '#server/platform/services.ts';

/** The caller of one HTTP request and the services for it; a test key has services of its own. `gone` aborts when the caller hangs up. */
export type Session = {
  readonly services: Services;
  readonly principal: Principal;
  readonly test: TestCall | null;
  /** The state of the record as read with the key; null where none was read. */
  readonly mark: string | null;
  readonly selection: Selection;
  readonly requestId: string;
  readonly ip: string;
  readonly gone: AbortSignal;
  /** When the request came (`performance.now()`). */
  readonly began: number;
};

/** The id of a request, unique within its POST. */
export type RequestId = string | number;

/** What a request carries beside its parameters: its id, and in 2026-07-28 the client's capabilities and answers to our requests for input. */
export type Brought = {
  readonly id: RequestId;
  readonly capabilities?: Readonly<Record<string, unknown>>;
  readonly inputResponses?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
};

/** Answers one JSON-RPC method: returns the `result` or throws an `RpcError`. */
export type Handler = (
  params: Readonly<Record<string, unknown>>,
  brought: Brought,
) => object | Promise<object>;

/** A picture that a client may show beside a name. */
export type Icon = { readonly src: string; readonly mimeType: string; readonly sizes: string[] };

/** What a server offers one caller, whatever the protocol era. The transport knows nothing else. */
export type Surface = {
  readonly info: {
    readonly name: string;
    readonly title: string;
    readonly version: string;
    readonly description?: string;
    readonly websiteUrl?: string;
    readonly icons?: Icon[];
  };
  readonly instructions?: string;
  readonly capabilities: Readonly<Record<string, object>>;
  /** By the method's name, which is a caller's word: `toString` must find nothing. */
  readonly handlers: ReadonlyMap<string, Handler>;
};

/** Keeps the SDKs from building an Ajv per server to check elicitation answers, which a server without a back channel never gets. */
export const noValidator = {
  getValidator: () => () => {
    throw new Error('This server elicits nothing.');
  },
};
