import { z } from 'zod';
import { permits } from '#server/api/access.ts';
import { Refusal } from '#server/api/errors.ts';
import { procedures } from '#server/contract/routes.ts';
import { boundedResult } from '#server/edges/mcp/bound.ts';
import { errorBody, withProcedure } from '#server/edges/mcp/call.ts';
import { INVALID_PARAMS, RESOURCE_NOT_FOUND, RpcError } from '#server/edges/mcp/protocol/rpc-error.ts';
import type { Handler, Session } from '#server/edges/mcp/surface.ts';
import { APP_MIME_TYPE, TIMELINE_APP_URI, timelineApp } from '#server/edges/mcp/timeline-app.ts';
import { toRefusal } from '#server/edges/refusal.ts';
import { findShow } from '#server/features/shows/store.ts';
import type { Services } from '#server/platform/services.ts';

/** A kind of page that a client can attach: its address, and the procedure and words that fill it. */
type Template = {
  readonly uriTemplate: `earmark://${string}/{${string}}`;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly procedure: string;
  readonly input: (value: string) => Record<string, unknown>;
  /** Null for a value that names nothing, where the procedure answers that with an empty list. */
  readonly named?: (db: Services['db'], value: string) => Promise<object | null>;
  /** Whether an answer is that of a value that names nothing. */
  readonly holdsNothing?: (answer: Readonly<Record<string, unknown>>) => boolean;
  /** The procedure answers a page, as long as `limit` says. */
  readonly pages?: true;
  /** The tool whose words the answer is put into. */
  readonly view: string;
};

const templates: readonly Template[] = [
  {
    uriTemplate: 'earmark://ideas/{ideaId}',
    name: 'idea',
    title: 'One idea in full',
    description: 'The full argument of one idea. METERED as service_get_idea is.',
    procedure: 'ideas.getIdea',
    input: (ideaId) => ({ ideaId }),
    view: 'service_get_idea',
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
    view: 'service_thesis_history',
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
    view: 'service_search_ideas',
  },
  {
    uriTemplate: 'earmark://tickers/{symbol}',
    name: 'ticker',
    title: 'Mentions of a ticker',
    description: 'What shows argued about one ticker, newest first. Free.',
    procedure: 'tickers.listTickerMentions',
    input: (symbol) => ({ symbol }),
    pages: true,
    view: 'service_search_ideas',
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

/** The `resources/*` methods for one caller: listing and reading ask the same predicate. */
export function resourceHandlers(session: Session): Readonly<Record<string, Handler>> {
  return {
    'resources/list': () => ({ resources: [timelineResource] }),
    'resources/templates/list': () => ({
      resourceTemplates: templates
        .filter((template) => allowed(session, template) === true)
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
  try {
    const verdict = allowed(session, template);
    if (verdict !== true) throw verdict;
    const unknown = new Refusal('not_found', { message: `There is no such ${template.name}.` });
    if (template.named && !(await template.named(session.services.db, found.value!))) throw unknown;
    const input = template.input(found.value!);
    const result = await withProcedure(session, { path: template.procedure }, async (call) => {
      const again = (limit: number) => call({ ...input, limit });
      const answer = await call(input);
      if (template.holdsNothing?.(answer)) throw unknown;
      return boundedResult(template.view, answer, template.pages ? { again } : {});
    });
    return result.content[0].text;
  } catch (error) {
    throw asRpcError(session, uri, toRefusal(error, 422));
  }
}

function allowed(session: Session, { procedure }: Template): true | Refusal {
  const { meta } = procedures().find(({ path }) => path === procedure)!;
  return permits(session.principal, meta.access);
}

/** The value that a URI has in a template's place; null when the URI is of another kind. */
function valueIn({ uriTemplate }: Template, uri: string): string | null {
  const start = uriTemplate.slice(0, uriTemplate.indexOf('{'));
  if (!uri.startsWith(start)) return null;
  try {
    const value = decodeURIComponent(uri.slice(start.length));
    return value === '' || value.includes('/') ? null : value;
  } catch {
    return null;
  }
}

function asRpcError(session: Session, uri: string, refusal: Refusal): RpcError {
  const code = refusal.code === 'not_found' ? RESOURCE_NOT_FOUND : INVALID_PARAMS;
  return new RpcError(code, refusal.message, { uri, ...errorBody(refusal, session.services.env.webUrl) });
}
