import { permits } from '#server/api/access.ts';
import { closeContext, openContext } from '#server/api/context.ts';
import { errorTable, Refusal, renderRefusal } from '#server/api/errors.ts';
import { END_MS } from '#server/api/meta.ts';
import type { CallContext } from '#server/api/trpc.ts';
import { callProcedure } from '#server/contract/call.ts';
import { enterAsk } from '#server/edges/entry.ts';
import { keeperOf, keptOr } from '#server/edges/kept/answers.ts';
import { boundedError, boundedResult, type ToolResult } from '#server/edges/mcp/bound.ts';
import { resultJson } from '#server/edges/mcp/protocol/answer.ts';
import { INVALID_PARAMS, RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import { isSelected } from '#server/edges/mcp/selection.ts';
import type { Session } from '#server/edges/mcp/surface.ts';
import { findTool, type Tool } from '#server/edges/mcp/tools.ts';
import type { ToolAnswer } from '#server/edges/mcp/views.ts';
import { logFailure, toRefusal } from '#server/edges/refusal.ts';
import { endedBy } from '#server/platform/abort.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import type { Witness } from '#server/platform/postgres/replica/reads.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Runs one tool as its procedure: same access, buckets, metering and budget as over REST. Every refusal is a tool result
 * with `isError`, so that a model can read it; an unknown tool is a JSON-RPC error.
 */
export async function callTool(session: Session, name: string, given: Arguments): Promise<ToolResult> {
  const tool = findTool(name);
  if (!tool) throw new RpcError(INVALID_PARAMS, `Unknown tool: ${name.slice(0, 128)}`);
  if (!isSelected(session.selection, tool))
    throw new RpcError(INVALID_PARAMS, `Tool not selected by this connection: ${name}`);
  try {
    const verdict = permits(session.principal, tool.meta.access);
    if (verdict !== true) throw verdict;
    if (tool.meta.askBucket) await enterAsk(session.services, session.principal);
    const input = givenArguments(tool, given);
    const asked = { ...session, meta: tool.meta, name: ['mcp', name, JSON.stringify(input)] };
    const has = (parameter: string) => Object.hasOwn(input, parameter);
    const made = async (witness?: Witness) => frozen(await run({ ...session, witness }, tool, input));
    return await keptOr({ ...asked, has }, made, bytesOf);
  } catch (error) {
    return failed(session, name, toRefusal(error, 422), error);
  }
}

/** A cached result is one frozen object, whose JSON is made once (`resultJson`). */
function frozen(result: ToolResult): ToolResult {
  return Object.freeze(result);
}

/** The bytes that a cached result takes, roughly, its JSON included. */
function bytesOf(result: ToolResult): number {
  return 4 * resultJson(result).length;
}

async function run(session: Witnessed, tool: Tool, input: Arguments): Promise<ToolResult> {
  const { properties } = tool.definition.inputSchema;
  return withProcedure(session, tool, async (call, { now }) => {
    const answer = await call(Object.keys(properties).length > 0 ? input : undefined);
    const again = (limit: number) => call({ ...input, limit });
    return boundedResult(tool.definition.name, answer, { now, ...('limit' in properties ? { again } : {}) });
  });
}

type Witnessed = Session & { readonly witness?: Witness | undefined };
type Called = { readonly path: string; readonly meta?: { readonly budgetMs?: number } };

/**
 * What `work` makes of a procedure that it may call several times as the session's caller, all under one budget. The `db` of
 * the context is cancelled with that budget.
 */
export async function withProcedure<Result>(
  session: Witnessed,
  { path, meta }: Called,
  work: (call: (input?: Arguments) => Promise<ToolAnswer>, context: CallContext) => Promise<Result>,
): Promise<Result> {
  const context = openContext(session.services, {
    principal: session.principal,
    test: session.test,
    requestId: session.requestId,
    ip: session.ip,
    gone: session.gone,
    via: 'mcp',
    budgetMs: meta?.budgetMs,
    began: session.began,
    idempotencyKey: null,
    ifNoneMatch: null,
    headersOnly: false,
    keep: keeperOf(session),
    witness: session.witness,
  });
  try {
    const call = (input?: Arguments) =>
      endedBy(context.signal, callProcedure(context, path, input) as Promise<ToolAnswer>, END_MS);
    return await work(call, context);
  } finally {
    closeContext(context);
  }
}

/** Arguments as the procedure takes them: null and an empty text are as left out. Throws for a name that the tool does not know. */
function givenArguments(tool: Tool, given: Arguments): Arguments {
  const { properties } = tool.definition.inputSchema;
  const foreign = Object.keys(given).find((name) => !Object.hasOwn(properties, name));
  if (foreign !== undefined) {
    const known = Object.keys(properties).join(', ') || 'none';
    throw new Refusal('invalid_request', {
      field: foreign.slice(0, 64),
      message: `Parameter ${foreign.slice(0, 64)} is not known here; this tool takes: ${known}.`,
    });
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''));
}

function failed(session: Session, name: string, refusal: Refusal, error: unknown): ToolResult {
  const { services, requestId } = session;
  metrics.toolErrors.inc({ tool: name, error: refusal.code });
  const ours = refusal.code === 'internal_server_error';
  if (ours) logFailure(services.log, error, { requestId, tool: name }, 'tool failed');
  return boundedError(errorBody(refusal, services.env.webUrl));
}

/** The error body (docs/contract.md, Errors) with `retryable`: whether the same call can succeed later unchanged. */
export function errorBody(refusal: Refusal, webUrl: string): Record<string, unknown> {
  const { error, message, ...details } = renderRefusal(refusal, webUrl).body;
  return { error, message, retryable: isRetryable(refusal), ...details };
}

/** Whether the same call can succeed later: some codes say so, and a limit of the day ends with the day. */
function isRetryable({ code, details }: Refusal): boolean {
  return 'retryable' in errorTable[code] || typeof details.resetsAt === 'string';
}
