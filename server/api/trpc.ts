import { initTRPC, TRPCError } from '@trpc/server';
import type { z } from 'zod';
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
  /** The same for reads that may be seconds old: a replica where there is one. */
  readonly reads: Db;
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
  /** The lists that were read within the call (`readOnce`). */
  readonly listsRead?: Map<string, ReadList>;
  /** Caches what is made of the record alone (`ofRecord`); absent where nothing is cached. */
  readonly keep?: Keep | undefined;
  /** Is told the answer to a question as it grows; for pages, which show it growing. */
  readonly onAnswer?: (soFar: string) => void;
  readonly via: 'rest' | 'mcp' | 'page';
};

/** What `make` makes of the record alone, or the cached result under that name while the record is unchanged. */
export type Keep = <Value>(name: readonly string[], make: () => Promise<Value>) => Promise<Value>;

/** A list that was read within a call, and how many entries were asked for. */
export type ReadList = { readonly limit: number; readonly found: Promise<unknown> };

const t = initTRPC.context<CallContext>().meta<ProcedureMeta>().create();

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const guarding = t.middleware(({ ctx, meta, next }) => {
  guard(ctx, meta);
  return meta?.mayLag ? next({ ctx: lagging(ctx) }) : next();
});
const withAccount = t.middleware(({ ctx, next }) => next({ ctx: { account: accountOf(ctx.principal) } }));

/** What reads use that may lag. They cache no parts: a part is cached under the state of the primary. */
function lagging({ reads }: CallContext) {
  return { db: reads, keep: undefined };
}

function guard(ctx: CallContext, meta: ProcedureMeta | undefined): void {
  if (!meta) throw new Error('A procedure has no meta.');
  refuseForeign(ctx);
  const verdict = permits(ctx.principal, meta.access);
  if (verdict !== true) throw verdict;
}

/** A key never reads the record of another env, whatever an edge passes: test keys see the samples alone, live keys never. */
function refuseForeign({ principal, services }: CallContext): void {
  if (principal.kind === 'connector' && principal.key.env !== services.env.EARMARK_ENV)
    throw new Error(`A key of ${principal.key.env} was handed the record of ${services.env.EARMARK_ENV}.`);
}

/** A procedure of the contract: one meta feeds access, REST, OpenAPI and MCP. */
export function procedure(meta: {
  access: Access;
  route?: Route;
  tool?: ToolMeta;
  mayLag?: true;
  keeps?: ProcedureMeta['keeps'];
  askBucket?: true;
  budgetMs?: number;
}) {
  return t.procedure
    .use(guarding)
    .meta({ ...meta, ...(meta.route ? { openapi: openApiOf(meta.route, meta.access) } : {}) });
}

/** A procedure that acts for one account; `ctx.account` is the only source of an account id. */
export function accountProcedure(meta: Parameters<typeof procedure>[0]) {
  return procedure(meta).use(withAccount);
}

/** For signed-in pages only: no route and no tool, so that no key or client reaches it (docs/contract.md, Authentication 3). */
export const signedInProcedure = accountProcedure({ access: { kind: 'account' } });

/** What pages read, signed in or not: no route, no tool, and a lagging replica will do. */
export const pageProcedure = procedure({ access: { kind: 'public' }, mayLag: true });

type Middleware = { readonly _type?: 'input' | 'output' };
/** What tRPC stores of a procedure that was built here. */
type Built = {
  readonly _def: {
    readonly middlewares: readonly Middleware[];
    readonly meta?: ProcedureMeta;
    readonly inputs: readonly z.ZodType[];
    readonly output?: z.ZodType;
    readonly resolver: (call: { ctx: object; input: unknown; signal: AbortSignal }) => Promise<unknown>;
  };
};

/** The middlewares whose work `runProcedure` does itself. */
const known: ReadonlySet<unknown> = new Set([...guarding._middlewares, ...withAccount._middlewares]);

/** Throws for a procedure with a middleware that `runProcedure` would skip; the last one is tRPC's own call of the resolver. */
export function checkRunnable(path: string, procedure: unknown): void {
  const own = (procedure as Built)._def.middlewares.slice(0, -1).filter(({ _type }) => _type === undefined);
  if (!own.every((middleware) => known.has(middleware)))
    throw new Error(`Procedure ${path} has a middleware that runProcedure does not know.`);
}

/**
 * Runs a procedure as tRPC would: access, input, work, output, and its errors. tRPC copies the whole context at each of
 * these steps, which costs more than most answers. Pages go through tRPC's own caller.
 */
export async function runProcedure(procedure: unknown, ctx: CallContext, given: unknown): Promise<object> {
  const { meta, inputs, output, resolver } = (procedure as Built)._def;
  guard(ctx, meta);
  const input = inputs.reduce<unknown>(
    (before, schema) => joined(before, checkedInput(schema, given)),
    undefined,
  );
  const account = holderOf(ctx.principal);
  const result = await resolver({
    ctx: {
      ...ctx,
      ...(account ? { account } : {}),
      ...(meta?.mayLag ? lagging(ctx) : {}),
    },
    input,
    signal: ctx.signal,
  });
  return (output ? checkedOutput(output, result) : result) as object;
}

function joined(before: unknown, next: unknown): unknown {
  return before === undefined ? next : { ...(before as object), ...(next as object) };
}

function checkedInput(schema: z.ZodType, given: unknown): unknown {
  const { success, data, error } = schema.safeParse(given);
  if (!success) throw new TRPCError({ code: 'BAD_REQUEST', cause: error });
  return data;
}

function checkedOutput(schema: z.ZodType, result: unknown): unknown {
  const { success, data, error } = schema.safeParse(result);
  if (!success) throw new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause: error });
  return data;
}

function accountOf(principal: Principal): AccountPrincipal {
  const holder = holderOf(principal);
  if (holder === null) throw new Refusal('unauthorized');
  return holder;
}

/** The account of a session or a key; null for anybody else. */
export function holderOf(principal: Principal): AccountPrincipal | null {
  return principal.kind === 'connector' || principal.kind === 'account' ? principal : null;
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
