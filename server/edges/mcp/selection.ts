import { type Principal, permits } from '#server/api/access.ts';
import type { Asked } from '#server/edges/http.ts';
import { INVALID_PARAMS, RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import { allTools, findTool, type Tool, toolsFor } from '#server/edges/mcp/tools.ts';

/** Which of its tools a connection wants: a client narrows what its model sees, and never widens it. */
export type Selection = {
  /** Only tools that change nothing and spend no question. */
  readonly readOnly: boolean;
  /** Only tools of these names; null for all. */
  readonly include: ReadonlySet<string> | null;
};

const ALL: Selection = { readOnly: false, include: null };

/**
 * The selection of a request: the header `X-MCP-Readonly: true`, and `?include=` with tool names divided by commas. Throws an
 * RpcError for an unknown name or value (docs/contract.md, Added: MCP 11 and 12).
 */
export function selectionOf(request: Asked): Selection {
  const readOnly = request.headers.get('x-mcp-readonly');
  const named = new URL(request.url).searchParams.getAll('include');
  if (readOnly === null && named.length === 0) return ALL;
  if (readOnly !== null && readOnly !== 'true' && readOnly !== 'false')
    throw new RpcError(INVALID_PARAMS, 'X-MCP-Readonly is true or false');
  return { readOnly: readOnly === 'true', include: named.length === 0 ? null : namesIn(named.join(',')) };
}

function namesIn(text: string): ReadonlySet<string> {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => findTool(name) === undefined);
  if (unknown === undefined) return new Set(names);
  const known = allTools().map(({ definition }) => definition.name);
  throw new RpcError(
    INVALID_PARAMS,
    `There is no tool ${unknown.slice(0, 64) || 'without a name'}: include takes ${known.join(', ')}, divided by commas`,
  );
}

/** Whether a caller may use a tool and wants it. */
export function serves({ principal, selection }: Asking, tool: Tool): boolean {
  return permits(principal, tool.meta.access) === true && isSelected(selection, tool);
}

/** The tools that a caller may use and wants, in the order of `tools/list`. */
export function servedTools({ principal, selection }: Asking): readonly Tool[] {
  const tools = toolsFor(principal);
  return selection === ALL ? tools : tools.filter((tool) => isSelected(selection, tool));
}

/** Whether a connection wants a tool, whoever may use it. */
export function isSelected({ readOnly, include }: Selection, { definition, meta }: Tool): boolean {
  if (readOnly && !meta.tool.readOnly) return false;
  return include === null || include.has(definition.name);
}

type Asking = { readonly principal: Principal; readonly selection: Selection };
