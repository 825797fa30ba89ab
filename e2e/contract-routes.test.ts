import { beforeAll, describe, expect, it } from 'vitest';
import { type Answered, contractCaller, type Options } from '#e2e/contract-calls.ts';
import { ways } from '#e2e/contract-ways.ts';
import { earmark, operatorKey } from '#e2e/operator.ts';
import type { Json } from '#server/contract/openapi/json.ts';
import { operationIdOf } from '#server/testing/contract.ts';

/**
 * Every operation of the description with the statuses that docs/contract.md gives it, apart from rate limits, switches and
 * faults. The same calls go to the front door and to the route handlers: each answer keeps to the description and has the
 * right status, and both ways answer alike.
 */
type Who = 'nobody' | 'free' | 'spent' | 'premium' | 'narrow' | 'corpus';
type Step = {
  readonly as: Who;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly error?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};
type Known = {
  readonly keys: Record<Who, string | undefined>;
  readonly ideas: readonly string[];
  readonly show: { id: string; slug: string };
  readonly episodeId: string;
  readonly ticker: string;
  readonly thesisId: string;
};

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const NO_DELIVERY = { webhookId: NOWHERE, eventId: NOWHERE };
// Not today: its digest grows while the test runs.
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const SYMBOLS = ['AAPL', 'MSFT', 'AMZN', 'GOOGL', 'META', 'TSLA', 'JPM', 'V', 'WMT', 'XOM', 'KO'];
const QUESTION = 'What did the shows argue about data centers and power?';

const get = (as: Who, path: string, status = 200, error?: string): Step => ({
  as,
  method: 'GET',
  path,
  status,
  ...(error ? { error } : {}),
});
const send = (as: Who, method: string, path: string, body: unknown, status = 200, error?: string): Step => ({
  ...get(as, path, status, error),
  method,
  body,
});
const post = (as: Who, path: string, body: unknown, status = 200, error?: string) =>
  send(as, 'POST', path, body, status, error);
const remove = (as: Who, path: string, status = 200, error?: string) =>
  send(as, 'DELETE', path, undefined, status, error);

/** What every route of an account refuses: no key, a key without the scope, a free-tier key. */
function refusals(method: string, path: string, body?: unknown): Step[] {
  return [
    send('nobody', method, path, body, 401, 'unauthorized'),
    send('narrow', method, path, body, 403, 'forbidden_scope'),
    send('corpus', method, path, body, 403, 'forbidden_scope'),
  ];
}

function ideaSteps({ ideas, ticker }: Known): Step[] {
  const [first, ...others] = ideas;
  const agent = '/v1/agent';
  return [
    get('free', `${agent}/digest?date=${yesterday}`),
    get('free', `${agent}/digest?limit=51`, 422, 'invalid_request'),
    ...refusals('GET', `${agent}/digest`),
    get('free', `${agent}/ideas?limit=3&minDepth=2`),
    get('premium', `${agent}/ideas?q=power&limit=3`),
    get('free', `${agent}/ideas?ticker=ZZZZZZ`),
    get('free', `${agent}/ideas?from=2026-02-30`, 422, 'invalid_request'),
    get('free', `${agent}/ideas?cursor=made-up`, 422, 'invalid_request'),
    ...refusals('GET', `${agent}/ideas`),
    get('spent', `${agent}/ideas/${first}`),
    ...others.slice(0, 2).map((id) => get('spent', `${agent}/ideas/${id}`)),
    get('spent', `${agent}/ideas/${first}`),
    get('spent', `${agent}/ideas/${others[2]}`, 402, 'idea_read_limit'),
    get('free', `${agent}/ideas/${NOWHERE}`, 404, 'not_found'),
    get('free', `${agent}/ideas/nonsense`, 404, 'not_found'),
    ...refusals('GET', `${agent}/ideas/${first}`),
    get('premium', `${agent}/ideas/${first}/media`),
    get('free', `${agent}/ideas/${first}/media`, 402, 'premium_required'),
    get('premium', `${agent}/ideas/${NOWHERE}/media`, 404, 'not_found'),
    ...refusals('GET', `${agent}/ideas/${first}/media`),
    get('free', `${agent}/tickers/$${ticker.toLowerCase()}/mentions?limit=2`),
    get('free', `${agent}/tickers/KO/mentions?from=2020-01-01&to=2020-01-02`),
    get('free', `${agent}/tickers/QQZZX/mentions`, 404, 'not_found'),
    get('free', `${agent}/tickers/${ticker}/mentions?minDepth=9`, 422, 'invalid_request'),
    ...refusals('GET', `${agent}/tickers/${ticker}/mentions`),
  ];
}

function accountSteps({ ideas, show }: Known): Step[] {
  const [shows, tickers, saves] = ['follows/shows', 'follows/tickers', 'saves'].map(
    (path) => `/v1/agent/${path}`,
  ) as [string, string, string];
  return [
    get('free', '/v1/agent/me'),
    get('premium', '/v1/agent/me'),
    send('nobody', 'GET', '/v1/agent/me', undefined, 401, 'unauthorized'),
    get('corpus', '/v1/agent/me', 403, 'forbidden_scope'),
    get('free', '/v1/agent/shows?limit=2'),
    get('free', '/v1/agent/shows?recommended=true'),
    get('free', '/v1/agent/shows?limit=101', 422, 'invalid_request'),
    ...refusals('GET', '/v1/agent/shows'),
    get('free', '/v1/agent/follows'),
    ...refusals('GET', '/v1/agent/follows'),
    { ...post('free', shows, { showId: show.slug }), headers: { 'Idempotency-Key': 'once' } },
    post('free', shows, { showId: show.id }),
    post('free', shows, {}, 422, 'invalid_request'),
    post('free', shows, { showId: 'no-such-show' }, 404, 'not_found'),
    ...refusals('POST', shows, { showId: show.id }),
    remove('free', `${shows}/${show.slug}`),
    remove('free', `${shows}/${show.id}`),
    remove('free', `${shows}/no-such-show`, 404, 'not_found'),
    ...refusals('DELETE', `${shows}/${show.id}`),
    ...SYMBOLS.slice(0, 10).map((symbol) => post('free', tickers, { symbol })),
    post('free', tickers, { symbol: SYMBOLS[10] }, 402, 'follow_limit'),
    post('free', tickers, { symbol: 'not a ticker' }, 422, 'invalid_request'),
    ...refusals('POST', tickers, { symbol: 'KO' }),
    get('free', '/v1/agent/follows'),
    remove('free', `${tickers}/$aapl`),
    remove('free', `${tickers}/AAPL`),
    ...refusals('DELETE', `${tickers}/AAPL`),
    ...ideas.slice(0, 10).map((ideaId) => post('free', saves, { ideaId })),
    post('free', saves, { ideaId: ideas[0] }),
    post('free', saves, { ideaId: ideas[10] }, 402, 'save_limit'),
    post('free', saves, { ideaId: NOWHERE }, 404, 'not_found'),
    post('free', saves, { ideaId: 'nonsense' }, 422, 'invalid_request'),
    ...refusals('POST', saves, { ideaId: ideas[0] }),
    get('free', `${saves}?limit=3`),
    get('free', `${saves}?limit=0`, 422, 'invalid_request'),
    ...refusals('GET', saves),
    remove('free', `${saves}/${ideas[0]}`),
    remove('free', `${saves}/${ideas[0]}`),
    ...refusals('DELETE', `${saves}/${ideas[0]}`),
    get('free', '/v1/agent/webhooks/deliveries'),
    get('free', '/v1/agent/webhooks/deliveries?limit=0', 422, 'invalid_request'),
    ...refusals('GET', '/v1/agent/webhooks/deliveries'),
    post('free', '/v1/agent/webhooks/deliveries', NO_DELIVERY, 404, 'not_found'),
    post('free', '/v1/agent/webhooks/deliveries', {}, 422, 'invalid_request'),
    ...refusals('POST', '/v1/agent/webhooks/deliveries', NO_DELIVERY),
  ];
}

function askSteps({ ideas }: Known): Step[] {
  const ask = '/v1/agent/ask';
  return [
    post('free', ask, { question: 'Should I buy NVDA today?' }),
    post('free', ask, { question: QUESTION }),
    post('free', ask, { question: QUESTION, ideaId: ideas[0] }),
    post('free', ask, { question: 'What did anyone say about zeppelins?' }),
    post('free', ask, { question: QUESTION }, 402, 'ask_limit'),
    post('free', ask, { question: '' }, 422, 'invalid_request'),
    ...refusals('POST', ask, { question: QUESTION }),
    remove('free', `${ask}/history`),
    remove('free', `${ask}/history`),
    ...refusals('DELETE', `${ask}/history`),
  ];
}

function openSteps({ ticker, thesisId, show, episodeId }: Known): Step[] {
  const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
  const timeline = '/v1/agent/ticker-stance-timeline';
  const history = '/v1/agent/thesis-history';
  const embed = '/v1/public/embed';
  return [
    ...(['nobody', 'corpus', 'narrow', 'premium'] as const).flatMap((who) => [
      get(who, `${history}?ticker=${ticker}`),
      get(who, `${timeline}?ticker=${ticker}&window=730`),
    ]),
    get('nobody', `${history}?thesisId=${thesisId}`),
    get('nobody', `${history}?thesisId=${thesisId}&since=2031-01-01`),
    get('nobody', `${history}?ticker=ZZZZQ`),
    get('nobody', history, 400, 'invalid_request'),
    get('nobody', timeline, 400, 'invalid_request'),
    get('nobody', `${timeline}?ticker=${ticker}&window=27`, 400, 'invalid_request'),
    post('nobody', '/v1/agent/keys', { email: 'routes@example.org' }, 201),
    post('nobody', '/v1/agent/keys', { email: 'nobody' }, 400, 'invalid_request'),
    get('nobody', '/v1/agent/openapi.json'),
    get('nobody', '/v1/mcp/health'),
    get('nobody', '/v1/mcp', 405, 'invalid_request'),
    remove('nobody', '/v1/mcp', 405, 'invalid_request'),
    post('nobody', '/v1/mcp', rpc('tools/list')),
    post('premium', '/v1/mcp', rpc('tools/list')),
    post('premium', '/v1/mcp', rpc('tools/call', { name: 'service_digest', arguments: { date: yesterday } })),
    {
      ...post('nobody', '/v1/mcp', rpc('ping'), 403, 'origin_not_allowed'),
      headers: { origin: 'https://evil.example' },
    },
    get('nobody', `${embed}/show/${show.slug}`),
    get('nobody', `${embed}/episode/${episodeId}`),
    get('nobody', `${embed}/ticker/${ticker}`),
    get('nobody', `${embed}/show/no-such-show`, 404, 'not_found'),
    get('nobody', `${embed}/episode/${NOWHERE}`, 404, 'not_found'),
    get('nobody', `${embed}/ticker/QQZZX`, 404, 'not_found'),
    get('nobody', '/v1/agent/nothing', 404, 'not_found'),
    send('free', 'PUT', '/v1/agent/me', undefined, 405, 'invalid_request'),
  ];
}

/**
 * docs/contract.md, Endpoints: what each operation answers here. Not asked for are 429, 502 and 503, the 402 of `followShow`
 * (there are fewer than fifteen sample shows: `journeys/plan-limits.spec.ts`), and the 200 of `resendWebhookDelivery`.
 */
const STATUSES: Readonly<Record<string, readonly number[]>> = {
  getProfile: [200, 401, 403],
  getDailyDigest: [200, 401, 403, 422],
  searchIdeas: [200, 401, 403, 422],
  getIdea: [200, 401, 402, 403, 404],
  getIdeaMedia: [200, 401, 402, 403, 404],
  listTickerMentions: [200, 401, 403, 404, 422],
  listShows: [200, 401, 403],
  listFollows: [200, 401, 403],
  followShow: [200, 401, 403, 404, 422],
  unfollowShow: [200, 401, 403, 404],
  followTicker: [200, 401, 402, 403, 422],
  unfollowTicker: [200, 401, 403],
  listSaves: [200, 401, 403],
  saveIdea: [200, 401, 402, 403, 404, 422],
  unsaveIdea: [200, 401, 403],
  listWebhookDeliveries: [200, 401, 403, 422],
  resendWebhookDelivery: [401, 403, 404, 422],
  askService: [200, 401, 402, 403, 422],
  deleteAskHistory: [200, 401, 403],
  getThesisHistory: [200, 400],
  getTickerStanceTimeline: [200, 400],
  issueCorpusKey: [201, 400],
  getOpenApi: [200],
  mcpStreamableHttp: [200, 403],
  mcpNoStream: [405],
  mcpNoSession: [405],
  mcpHealth: [200],
  getShowEmbed: [200, 404],
  getEpisodeEmbed: [200, 404],
  getTickerEmbed: [200, 404],
};

const title = ({ as, method, path, body }: Step) =>
  `${method} ${path} as ${as}${body === undefined ? '' : ` with ${JSON.stringify(body)}`}`;

/** An answer without what differs from run to run: addresses, keys, ids of requests, moments, and counts up to now. */
function masked(answer: Answered): unknown {
  const text = ways
    .reduce((body, [, url]) => body.replaceAll(url, '{base}'), JSON.stringify(answer.body ?? null))
    .replace(/emk_(live|free)_\w+/g, 'emk_$1_*')
    .replace(
      /"(requestId|conversationId|nextCursor|followedAt|savedAt|createdAt|lastUsedAt|expiresAt|generatedAt|resetsAt|retryAfterSeconds|ideaCount7d)":("[^"]*"|\d+)/g,
      '"$1":"*"',
    );
  return JSON.parse(text);
}

const HEADERS = ['content-type', 'cache-control', 'allow', 'ratelimit-policy', 'x-content-type-options'];
const PRESENT = ['etag', 'x-request-id', 'www-authenticate', 'retry-after', 'ratelimit'];

function headersOf({ headers }: Answered): unknown {
  return [
    ...HEADERS.map((name) => [name, headers.get(name)]),
    ...PRESENT.map((name) => [name, headers.has(name)]),
  ];
}

type Run = {
  readonly document: Json;
  readonly answers: readonly (Answered & { step: Step })[];
};

async function runThrough(url: string, known: Known): Promise<Run> {
  const { call, document } = await contractCaller(url);
  const corpus = (
    await call('POST', '/v1/agent/keys', { body: { email: `corpus-${process.pid}@example.org` } })
  ).body.key;
  const keys = { ...known.keys, ...(await accounts()), corpus };
  const answers = [];
  for (const step of [ideaSteps, accountSteps, askSteps, openSteps].flatMap((steps) => steps(known))) {
    const { as, body, headers } = step;
    const key = keys[as];
    const options: Options = {
      ...(key ? { key } : {}),
      ...(body === undefined ? {} : { body }),
      ...(headers ? { headers } : {}),
    };
    answers.push({ step, ...(await call(step.method, step.path, options)) });
  }
  return { document, answers };
}

/** Keys of new accounts. */
async function accounts(): Promise<Record<'free' | 'spent' | 'premium' | 'narrow', string>> {
  const [free, spent, premium, narrow] = [
    await operatorKey(),
    await operatorKey(),
    await operatorKey({ plan: 'premium' }),
    await operatorKey({ scopes: ['profile:read'] }),
  ];
  return { free: free.key, spent: spent.key, premium: premium.key, narrow: narrow.key };
}

async function knownCorpus(url: string): Promise<Known> {
  const { call } = await contractCaller(url);
  const { key } = await operatorKey();
  const { ideas } = (await call('GET', '/v1/agent/ideas?limit=50', { key })).body;
  const timed = ideas.filter((idea: Json) => idea.timestampSeconds !== null && idea.tickers.length > 0);
  const [{ show, episode, tickers }] = timed;
  await earmark('show', 'rights', show.slug, '--embeds', 'on');
  const history = await call('GET', `/v1/agent/thesis-history?ticker=${tickers[0]}`);
  return {
    keys: { nobody: undefined } as Known['keys'],
    ideas: timed.map((idea: Json) => idea.id),
    show,
    episodeId: episode.id,
    ticker: tickers[0],
    thesisId: history.body.theses[0].thesisId,
  };
}

describe('every operation and status, both ways', () => {
  const runs: Run[] = [];
  beforeAll(async () => {
    const known = await knownCorpus(ways[0][1]);
    for (const [, url] of ways) runs.push(await runThrough(url, known));
  }, 240_000);

  it('answers with the statuses and codes of the contract', () => {
    for (const { answers } of runs)
      for (const { step, status, body } of answers)
        expect([title(step), status, body?.error]).toEqual([title(step), step.status, step.error]);
  });

  it('answers alike through the front door and through the route handlers', () => {
    const [front, handlers] = runs as [Run, Run];
    front.answers.forEach((answer, index) => {
      const other = handlers.answers[index]!;
      const name = title(answer.step);
      expect([name, headersOf(other)]).toEqual([name, headersOf(answer)]);
      expect([name, masked(other)]).toEqual([name, masked(answer)]);
    });
  });

  it('names only pages that exist: help, upgrade, settings, verification, ideas, shows', async () => {
    const [{ answers }] = runs as [Run];
    const [, base] = ways[0];
    const described = answers.filter(({ step }) => !step.path.endsWith('/openapi.json'));
    const found = JSON.stringify(described.map(({ body }) => body)).matchAll(
      /"(?:url|helpUrl|upgradeUrl|settingsUrl)":"([^"]+)"/g,
    );
    const pages = [...new Set([...found].map((match) => match[1]!))].filter((url) => url.startsWith(base));
    const kinds = new Set(pages.map((url) => new URL(url).pathname.split('/')[1]));
    expect([...kinds]).toEqual(
      expect.arrayContaining([
        'help',
        'pricing',
        'settings',
        'ideas',
        'shows',
        'tickers',
        'search',
        'theses',
      ]),
    );
    for (const url of pages) expect([url, (await fetch(url)).status]).toEqual([url, 200]);
  }, 120_000);

  it('leaves no operation out, and no status that the specification gives it', () => {
    const [{ document, answers }] = runs as [Run];
    const described = Object.values<Json>(document.paths).flatMap((item) =>
      Object.values<Json>(item).map(({ operationId }) => operationId as string),
    );
    const seen = new Map<string, Set<number>>();
    for (const { step, status } of answers) {
      const id = operationIdOf(document, step.method, step.path);
      if (id) seen.set(id, (seen.get(id) ?? new Set()).add(status));
    }
    expect([...seen.keys()].sort()).toEqual(described.sort());
    for (const [id, statuses] of Object.entries(STATUSES))
      expect([id, statuses.filter((status) => !seen.get(id)?.has(status))]).toEqual([id, []]);
  });
});
