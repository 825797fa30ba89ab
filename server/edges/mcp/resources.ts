import { z } from 'zod';
import { permits } from '#server/api/access.ts';
import { type ErrorCode, errorTable, Refusal } from '#server/api/errors.ts';
import { isText } from '#server/api/inputs.ts';
import { metaOf } from '#server/contract/call.ts';
import { boundedResult } from '#server/edges/mcp/bound.ts';
import { errorBody, withProcedure } from '#server/edges/mcp/call.ts';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  RESOURCE_NOT_FOUND,
  RpcError,
} from '#server/edges/mcp/protocol/rpc-error.ts';
import { isSelected } from '#server/edges/mcp/selection.ts';
import type { Handler, Session } from '#server/edges/mcp/surface.ts';
import {
  APP_MIME_TYPE,
  CHARTED_TOOL,
  TIMELINE_APP_URI,
  timelineApp,
} from '#server/edges/mcp/timeline-app.ts';
import { findTool } from '#server/edges/mcp/tools.ts';
import { logFailure, toRefusal } from '#server/edges/refusal.ts';
import { findShow } from '#server/features/shows/store.ts';
import type { Db } from '#server/platform/db.ts';

/** A kind of page that a client can attach: its address, the procedure that fills it, and the tool that renders it. */
type Template = {
  readonly uriTemplate: `earmark://${string}/{${string}}`;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly procedure: string;
  readonly input: (value: string) => Record<string, unknown>;
  /** Finds what a value names, null for nothing; for a procedure that answers an unknown value with an empty list. */
  readonly named?: (db: Db, value: string) => Promise<object | null>;
  /** Whether an answer is that to an unknown value. */
  readonly holdsNothing?: (answer: Readonly<Record<string, unknown>>) => boolean;
  /** The procedure answers a page of at most `limit` entries. */
  readonly pages?: true;
  /** The matching tool. Its text view renders the resource; a connection without the tool does not get the resource. */
  readonly tool: string;
};

const templates: readonly Template[] = [
  {
    uriTemplate: 'earmark://ideas/{ideaId}',
    name: 'idea',
    title: 'One idea in full',
    description: 'The full argument of one idea. METERED as service_get_idea is.',
    procedure: 'ideas.getIdea',
    input: (ideaId) => ({ ideaId }),
    tool: 'service_get_idea',
  },
  {
    uriTemplate: 'earmark://theses/{thesisId}',
    name: 'thesis',
    title: 'One line of argument',
    description:
      'What shows said over time on one subject and line of argument, by its thesisId. Open and free.',
    procedure: 'theses.getThesisHistory',
    input: (thesisId) => ({ thesisId }),
    holdsNothing: ({ theses }) => (theses as unknown[]).length === 0,
    tool: 'service_thesis_history',
  },
  {
    uriTemplate: 'earmark://shows/{show}',
    name: 'show',
    title: 'Ideas of a show',
    description: 'The most fully argued ideas of one show, by id or slug. Free.',
    procedure: 'ideas.searchIdeas',
    input: (showId) => ({ showId }),
    named: findShow,
    pages: true,
    tool: 'service_search_ideas',
  },
  {
    uriTemplate: 'earmark://tickers/{symbol}',
    name: 'ticker',
    title: 'Mentions of a ticker',
    description: 'What shows argued about one ticker, newest first. Free.',
    procedure: 'tickers.listTickerMentions',
    input: (symbol) => ({ symbol }),
    pages: true,
    tool: 'service_search_ideas',
  },
];

const timelineResource = {
  uri: TIMELINE_APP_URI,
  name: 'stance-timeline',
  title: 'Stance timeline chart',
  description: 'Draws the result of service_ticker_stance_timeline.',
  mimeType: APP_MIME_TYPE,
};

const reading = z.object({ uri: z.string().max(512) });

/** The `resources/*` methods for one caller; listing and reading apply the same rules. */
export function resourceHandlers(session: Session): Readonly<Record<string, Handler>> {
  return {
    'resources/list': () => ({
      resources: isToolSelected(session, CHARTED_TOOL) ? [timelineResource] : [],
    }),
    'resources/templates/list': () => ({
      resourceTemplates: templates
        .filter((template) => isToolSelected(session, template.tool) && allowed(session, template) === true)
        .map(({ uriTemplate, name, title, description }) => ({
          uriTemplate,
          name,
          title,
          description,
          mimeType: 'text/plain',
        })),
    }),
    'resources/read': async (params) => {
      const asked = reading.safeParse(params);
      if (!asked.success) throw new RpcError(INVALID_PARAMS, 'Invalid params: uri is a string');
      const { uri } = asked.data;
      if (uri === TIMELINE_APP_URI) {
        return {
          contents: [
            { uri, mimeType: APP_MIME_TYPE, text: timelineApp, _meta: { ui: { prefersBorder: true } } },
          ],
        };
      }
      return { contents: [{ uri, mimeType: 'text/plain', text: await pageText(session, uri) }] };
    },
  };
}

/** Whether a template is one of ours, for completion. */
export function isTemplate(uri: string): boolean {
  return templates.some(({ uriTemplate }) => uriTemplate === uri);
}

async function pageText(session: Session, uri: string): Promise<string> {
  const found = templates
    .map((template) => ({ template, value: valueIn(template, uri) }))
    .find(({ value }) => value !== null);
  if (!found) throw new RpcError(RESOURCE_NOT_FOUND, 'Resource not found', { uri });
  const { template } = found;
  if (!isToolSelected(session, template.tool))
    throw new RpcError(INVALID_PARAMS, `Resource not selected by this connection: ${uri}`, { uri });
  try {
    const verdict = allowed(session, template);
    if (verdict !== true) throw verdict;
    const unknown = new Refusal('not_found', { message: `There is no such ${template.name}.` });
    const input = template.input(found.value!);
    const result = await withProcedure(session, { path: template.procedure }, async (call, { db, now }) => {
      if (template.named && !(await template.named(db, found.value!))) throw unknown;
      const again = (limit: number) => call({ ...input, limit });
      const answer = await call(input);
      if (template.holdsNothing?.(answer)) throw unknown;
      return boundedResult(template.tool, answer, { now, ...(template.pages ? { again } : {}) });
    });
    return result.content[0].text;
  } catch (error) {
    throw asRpcError(session, uri, error);
  }
}

function allowed(session: Session, { procedure }: Template): true | Refusal {
  return permits(session.principal, metaOf(procedure).access);
}

function isToolSelected({ selection }: Session, tool: string): boolean {
  return isSelected(selection, findTool(tool)!);
}

/** The decoded value that a URI has in the place of the template's parameter; null when the URI is of another kind. */
function valueIn({ uriTemplate }: Template, uri: string): string | null {
  const start = uriTemplate.slice(0, uriTemplate.indexOf('{'));
  if (!uri.startsWith(start)) return null;
  try {
    const encoded = uri.slice(start.length);
    if (encoded === '' || encoded.includes('/')) return null;
    const value = decodeURIComponent(encoded);
    return isText(value) ? value : null;
  } catch {
    return null;
  }
}

function asRpcError(session: Session, uri: string, error: unknown): RpcError {
  const { services, requestId } = session;
  const refusal = toRefusal(error, 422);
  if (refusal.code === 'internal_server_error')
    logFailure(services.log, error, { requestId }, 'resource failed');
  const code = rpcCodeOf(refusal.code);
  return new RpcError(code, refusal.message, { uri, ...errorBody(refusal, services.env.webUrl) });
}

function rpcCodeOf(code: ErrorCode): number {
  if (code === 'not_found') return RESOURCE_NOT_FOUND;
  return errorTable[code].status >= 500 ? INTERNAL_ERROR : INVALID_PARAMS;
}
