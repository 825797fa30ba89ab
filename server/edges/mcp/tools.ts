import { type Principal, permits } from '#server/api/access.ts';
import { MAX_RESULT_CHARS_TEXT } from '#server/api/limits.ts';
import type { ProcedureMeta, ToolMeta } from '#server/api/meta.ts';
import type { Scope } from '#server/api/scopes.ts';
import { parameterExample } from '#server/contract/openapi/examples.ts';
import { appRouter } from '#server/contract/router.ts';
import { procedures } from '#server/contract/routes.ts';
import { inputSchema, type ObjectSchema, outputSchema } from '#server/edges/mcp/schemas.ts';
import { CHARTED_TOOL, TIMELINE_APP_URI } from '#server/edges/mcp/timeline-app.ts';
import { viewOf } from '#server/edges/mcp/views.ts';

/** A tool as `tools/list` shows it. */
export type ToolDefinition = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: false;
  };
  readonly _meta?: Readonly<Record<string, unknown>>;
};

export type Tool = {
  readonly definition: ToolDefinition;
  readonly meta: ProcedureMeta & { readonly tool: ToolMeta };
  /** Path of the procedure in the router. */
  readonly path: string;
};

/** Order of `tools/list`: open tools, then reads from broad to single, then the account's own lists, then asking. */
const ORDER = [
  'service_thesis_history',
  'service_ticker_stance_timeline',
  'service_profile',
  'service_digest',
  'service_search_ideas',
  'service_get_idea',
  'service_idea_media',
  'service_list_follows',
  'service_set_follow',
  'service_list_saves',
  'service_set_save',
  'service_ask',
];

const PAGING = {
  truncated: {
    type: 'boolean',
    description: `True when the list was cut to fit ${MAX_RESULT_CHARS_TEXT} characters.`,
  },
  truncatedTo: { type: 'integer', description: 'Entries served.' },
  truncatedFrom: { type: 'integer', description: 'Entries before the cut.' },
  truncatedOf: { type: 'string', description: 'Which list the entries are of.' },
};

type Definition = { readonly _def: { readonly inputs: readonly unknown[]; readonly output: unknown } };

let table: readonly Tool[] | undefined;

/** Every tool of the service, in the order of `tools/list`; made once. */
export function allTools(): readonly Tool[] {
  table ??= procedures()
    .flatMap(({ path, meta }) => (meta.tool ? [toolOf(path, { ...meta, tool: meta.tool })] : []))
    .sort((a, b) => rank(a) - rank(b));
  return table;
}

const listed = new Map<string, readonly Tool[]>();

/** The tools that a caller may use (docs/contract.md, MCP 5); made once for each set of scopes. */
export function toolsFor(principal: Principal): readonly Tool[] {
  const holder = principal.kind === 'connector' ? [...principal.key.scopes].sort().join(' ') : principal.kind;
  const known = listed.get(holder);
  if (known) return known;
  const tools = allTools().filter(({ meta }) => permits(principal, meta.access) === true);
  listed.set(holder, tools);
  return tools;
}

/** The tool of a name; undefined for none. */
export function findTool(name: string): Tool | undefined {
  return allTools().find(({ definition }) => definition.name === name);
}

/** The scope that each tool needs, by its name; null for the open ones (docs/contract.md, Health answer). */
export function toolScopes(): Record<string, Scope | null> {
  return Object.fromEntries(
    allTools().map(({ definition, meta }) => [
      definition.name,
      meta.access.kind === 'scope' ? meta.access.scope : null,
    ]),
  );
}

function toolOf(path: string, meta: Tool['meta']): Tool {
  const { inputs, output } = (appRouter._def.procedures as unknown as Record<string, Definition>)[path]!._def;
  const { name, title, description, readOnly, destructive, idempotent } = meta.tool;
  const given = outputSchema(output);
  viewOf(name);
  const lists = Object.values(given.properties).some((property) => 'items' in property);
  return {
    path,
    meta,
    definition: {
      name,
      title,
      description,
      inputSchema: withExamples(inputSchema(inputs)),
      outputSchema: lists ? { ...given, properties: { ...given.properties, ...PAGING } } : given,
      annotations: {
        title,
        readOnlyHint: readOnly,
        destructiveHint: destructive ?? false,
        idempotentHint: idempotent,
        openWorldHint: false,
      },
      ...(name === CHARTED_TOOL ? { _meta: { ui: { resourceUri: TIMELINE_APP_URI } } } : {}),
    },
  };
}

/** Parameters that get an example. Never ids: a model would take the example for an existing one. */
const SHOWN = ['q', 'ticker', 'theme', 'minDepth', 'from', 'to', 'since', 'date', 'show', 'window'];
const OWN_EXAMPLES: Readonly<Record<string, unknown>> = {
  question: 'How do shows differ on who pays for the power of data centers?',
  // The id of `service_set_follow` may be a ticker, which is no invented id.
  id: 'BRK.B',
};

function withExamples(schema: ObjectSchema): ObjectSchema {
  const shown = Object.entries(schema.properties).map(([name, property]) => {
    const example = OWN_EXAMPLES[name] ?? (SHOWN.includes(name) ? parameterExample(name) : undefined);
    return [name, example === undefined ? property : { ...property, examples: [example] }];
  });
  return { ...schema, properties: Object.fromEntries(shown) };
}

function rank({ definition }: Tool): number {
  const at = ORDER.indexOf(definition.name);
  return at === -1 ? ORDER.length : at;
}
