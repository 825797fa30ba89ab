import type { ProcedureMeta } from '#server/api/meta.ts';
import { type CallContext, runProcedure } from '#server/api/trpc.ts';
import { refuseOnDemand } from '#server/contract/on-demand.ts';
import { appRouter } from '#server/contract/router.ts';

/**
 * Calls the procedure of a path in the router (`ideas.getIdea`) with an unchecked input. Throws the procedure's refusal, the one
 * that a test key asks for, or tRPC's error, whose cause is what the schema found wrong.
 */
export async function callProcedure(context: CallContext, path: string, input: unknown): Promise<object> {
  if (context.test) await refuseOnDemand(context, context.test, metaOf(path), input);
  return runProcedure(procedures[path], context, input);
}

type Procedures = Readonly<Record<string, { readonly _def: { readonly meta: ProcedureMeta } }>>;
const procedures = appRouter._def.procedures as unknown as Procedures;

/** The meta of a procedure. */
export function metaOf(path: string): ProcedureMeta {
  return procedures[path]!._def.meta;
}
