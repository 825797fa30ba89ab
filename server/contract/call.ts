import type { ProcedureMeta } from '#server/api/meta.ts';
import { type CallContext, runProcedure } from '#server/api/trpc.ts';
import { refuseOnDemand } from '#server/contract/on-demand.ts';
import { appRouter } from '#server/contract/router.ts';

/**
 * Calls the procedure of a router's path (`ideas.getIdea`) with an input that its schema has yet to check. Throws the
 * refusal, or tRPC's error, whose cause is what the schema found wrong; a test key's call may ask for a refusal.
 */
export async function callProcedure(context: CallContext, path: string, input: unknown): Promise<object> {
  if (context.test) await refuseOnDemand(context, context.test, metaOf(path), input);
  return runProcedure(procedures[path], context, input);
}

type Procedures = Readonly<Record<string, { readonly _def: { readonly meta: ProcedureMeta } }>>;
const procedures = appRouter._def.procedures as unknown as Procedures;

/** What a procedure says of itself. */
export function metaOf(path: string): ProcedureMeta {
  return procedures[path]!._def.meta;
}
