import { z } from 'zod';
import { ATTRIBUTION_RULE } from '#server/api/attribution.ts';
import { callTool } from '#server/edges/mcp/call.ts';
import { completionHandlers } from '#server/edges/mcp/completion.ts';
import { promptHandlers } from '#server/edges/mcp/prompts.ts';
import { INVALID_PARAMS, RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import { resourceHandlers } from '#server/edges/mcp/resources.ts';
import { servedTools } from '#server/edges/mcp/selection.ts';
import type { Handler, Icon, Session, Surface } from '#server/edges/mcp/surface.ts';
import type { Tool } from '#server/edges/mcp/tools.ts';
import { productVersion } from '#server/platform/env.ts';

export const SERVER_NAME = 'earmark';

const INSTRUCTIONS = `Earmark is the attributed record of what finance podcasts said. ${ATTRIBUTION_RULE} Start with service_search_ideas or service_digest (cards, free), open a card with service_get_idea only when the argument itself is needed (metered on the free plan), and quote with show, episode, date and second. The last part of an idea's address is its ideaId. Without a key only the two open tools are served.`;

const toolCall = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).nullish(),
});

/** What Earmark serves one caller. */
export function productSurface(session: Session): Surface {
  return {
    info: {
      name: SERVER_NAME,
      title: 'Earmark',
      version: productVersion,
      websiteUrl: session.services.env.webUrl,
      icons: iconsOf(session),
    },
    instructions: INSTRUCTIONS,
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    handlers: onOnePage({
      ...resourceHandlers(session),
      ...promptHandlers(session),
      ...completionHandlers(session),
      'tools/list': () => listed(session),
      'tools/call': (params) => {
        const call = toolCall.safeParse(params);
        if (!call.success)
          throw new RpcError(INVALID_PARAMS, 'Invalid params: name is a string, arguments an object');
        return callTool(session, call.data.name, call.data.arguments ?? {});
      },
    }),
  };
}

/** Lists come whole and hand out no cursor, so any cursor that a client sends is refused. */
function onOnePage(handlers: Readonly<Record<string, Handler>>): Surface['handlers'] {
  const whole = (list: Handler): Handler => {
    return (params, brought) => {
      if (params.cursor == null) return list(params, brought);
      throw new RpcError(
        INVALID_PARAMS,
        'Invalid params: cursor is none of this server, which gives lists whole',
      );
    };
  };
  return new Map(
    Object.entries(handlers).map(([method, handler]) => [
      method,
      method.endsWith('/list') ? whole(handler) : handler,
    ]),
  );
}

/** Cached `tools/list` answers, by the array of tools (one for each set of scopes) and by the service's address. */
const lists = new WeakMap<readonly Tool[], Map<string, object>>();

function listed(session: Session): object {
  const tools = servedTools(session);
  const { webUrl } = session.services.env;
  const known = lists.get(tools) ?? new Map<string, object>();
  lists.set(tools, known);
  const list = known.get(webUrl) ?? listOf(session, tools);
  known.set(webUrl, list);
  return list;
}

function listOf(session: Session, tools: readonly Tool[]): object {
  return Object.freeze({
    tools: tools.map(({ definition }) => ({ ...definition, icons: iconsOf(session) })),
  });
}

/** The service's icon. Each tool carries it, because clients show tools of several servers side by side. */
function iconsOf({ services }: Session): Icon[] {
  return [{ src: `${services.env.webUrl}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }];
}
