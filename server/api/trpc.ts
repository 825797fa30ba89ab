import { initTRPC } from '@trpc/server';
import { type AccountPrincipal, type Principal, permits } from '#server/api/access.ts';
import { Refusal } from '#server/api/errors.ts';
import type { Access, ProcedureMeta, Route, ToolMeta } from '#server/api/meta.ts';
import type { TestCall } from '#server/api/test-keys/rules.ts';
import type { Db } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';

/** What a procedure sees of a call. `db` is cancelled with `signal`; `now` is one moment for the whole call. */
export type CallContext = {
  readonly services: Services;
  readonly db: Db;
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly principal: Principal;
  /** Set for a test key on a live server; the services are then those of its own record. */
  readonly test?: TestCall | null;
  readonly requestId: string;
  /** The caller's address, resolved through the trusted proxies. */
  readonly ip: string;
  readonly idempotencyKey: string | null;
  /** The caller's validator, for reads that would be charged. */
  readonly ifNoneMatch: string | null;
  /** The caller gets headers alone (HEAD), so the call may spend nothing. */
  readonly headersOnly?: boolean;
  /** Set by a procedure whose body says more than the resource (a quota): the validator of the resource itself. */
  readonly validator?: { etag: string | null };
  /** Hears the answer to a question while it is written; for pages, which show it growing. */
  readonly onAnswer?: (soFar: string) => void;
  /** rest, mcp or page */
  readonly via: 'rest' | 'mcp' | 'page';
};

const t = initTRPC.context<CallContext>().meta<ProcedureMeta>().create();

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const guarded = t.procedure.use(({ ctx, meta, next }) => {
  if (!meta) throw new Error('A procedure has no meta.');
  refuseForeign(ctx);
  const verdict = permits(ctx.principal, meta.access);
  if (verdict !== true) throw verdict;
  return next();
});

/** No key reads the record of another env, whatever an edge hands over: a test key never the real one, a live key never the samples'. */
function refuseForeign({ principal, services }: CallContext): void {
  if (principal.kind === 'connector' && principal.key.env !== services.env.EARMARK_ENV)
    throw new Error(`A key of ${principal.key.env} was handed the record of ${services.env.EARMARK_ENV}.`);
}

/** A procedure of the contract: one meta feeds access, REST, OpenAPI and MCP. */
export function procedure(meta: {
  access: Access;
  route?: Route;
  tool?: ToolMeta;
  askBucket?: true;
  budgetMs?: number;
}) {
  return guarded.meta({ ...meta, ...(meta.route ? { openapi: openApiOf(meta.route, meta.access) } : {}) });
}

/** A procedure that acts for one account; `ctx.account` is the only source of an account id. */
export function accountProcedure(meta: Parameters<typeof procedure>[0]) {
  return procedure(meta).use(({ ctx, next }) => next({ ctx: { account: accountOf(ctx.principal) } }));
}

function accountOf(principal: Principal): AccountPrincipal {
  if (principal.kind === 'connector' || principal.kind === 'account') return principal;
  throw new Refusal('unauthorized');
}

function openApiOf(route: Route, access: Access) {
  return {
    method: route.method,
    path: route.path,
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    tags: [route.tag],
    protect: access.kind === 'scope',
  };
}
