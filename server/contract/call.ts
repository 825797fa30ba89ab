import type { ProcedureMeta } from '#server/api/meta.ts';
import type { CallContext } from '#server/api/trpc.ts';
import { refuseOnDemand } from '#server/contract/on-demand.ts';
import { appRouter, createCaller } from '#server/contract/router.ts';

/**
 * Calls the procedure of a router's path (`ideas.getIdea`) with an input that its schema has yet to check. Throws tRPC's
 * error, whose cause is the refusal or what the schema found wrong; a test key's call may ask for a refusal.
 */
export async function callProcedure(context: CallContext, path: string, input: unknown): Promise<object> {
  if (context.test) await refuseOnDemand(context, context.test, metaOf(path), input);
  const found = path
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], createCaller(context));
  return (found as (given: unknown) => Promise<object>)(input);
}

function metaOf(path: string): ProcedureMeta {
  const found = appRouter._def.procedures as unknown as Record<string, { _def: { meta: ProcedureMeta } }>;
  return found[path]!._def.meta;
}
