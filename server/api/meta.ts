import type { OpenApiMeta } from 'trpc-to-openapi';
import type { Deprecation } from '#server/api/ending/deprecation.ts';
import type { Scope } from '#server/api/scopes.ts';

/**
 * Who may call: `scope` needs a connector key holding it, `open` takes a key or none (invalid parameters answer 400),
 * `public` takes none, `account` is for signed-in pages only and has no route.
 */
export type Access =
  | { readonly kind: 'scope'; readonly scope: Scope }
  | { readonly kind: 'open' }
  | { readonly kind: 'public' }
  | { readonly kind: 'account' };

export type ToolMeta = {
  readonly name: string;
  readonly title: string;
  /** Tells a model when to use the tool, when another, and what it costs. */
  readonly description: string;
  readonly readOnly: boolean;
  readonly destructive?: boolean;
  readonly idempotent: boolean;
  /** Error codes beyond those of every tool; for a tool that has no route. */
  readonly errors?: readonly string[];
};

export type Route = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/v1/${string}`;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** Status of success; 200 when absent. */
  readonly status?: 200 | 201;
  /** Error codes beyond those of every route with the same access. */
  readonly errors?: readonly string[];
  /** The `Cache-Control` of a read; `private, no-cache` (revalidate by ETag) when absent. */
  readonly cacheControl?: string;
  /** Header `Idempotency-Key` is accepted and echoed (docs/contract.md, Saves 12). */
  readonly echoes?: true;
  /** Set once the route is to end. */
  readonly deprecated?: Deprecation;
};

/** One record on a procedure feeds access, REST, OpenAPI and MCP (docs/architecture.md, The way of a request). */
export type ProcedureMeta = OpenApiMeta & {
  readonly access: Access;
  readonly route?: Route;
  readonly tool?: ToolMeta;
  /** The procedure reads nothing but the corpus, and may read it from a replica that is seconds behind. */
  readonly mayLag?: true;
  /**
   * The answer depends on nothing but the record, the caller's plan, the parameters and the time, so it may be cached while
   * the record is unchanged. Not cached when one of the parameters in `unless` is given.
   */
  readonly keeps?: { readonly unless: readonly string[] };
  /** Takes from the bucket of ten questions a minute (docs/contract.md, Limits 3). */
  readonly askBucket?: true;
  /** Milliseconds the work may take (docs/contract.md, Limits): 15 s for reads, 30 s for ask. */
  readonly budgetMs?: number;
};

/** Milliseconds that a read and a question may take (docs/contract.md, Limits 11 and 12). */
export const READ_BUDGET_MS = 15_000;
export const ASK_BUDGET_MS = 30_000;
/** The last milliseconds of that time: work has stopped, gives back what it took, and the caller is answered. */
export const END_MS = 1_000;
