import type { Sql } from 'sql-template-tag';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FRESH_MS, keeperOf, TRUSTED_MS } from '#server/edges/kept/answers.ts';
import { revokeConnectorKey } from '#server/features/keys/store.ts';
import { setPlan } from '#server/features/plans/store.ts';
import { updateTheses } from '#server/features/theses/update/store.ts';
import { readRecordMark } from '#server/features/visibility/record/store.ts';
import { closeTestRecord, makeTestRecord } from '#server/ingest/samples/test-record.ts';
import { importEntries } from '#server/linking/store.ts';
import { parseTickerFile } from '#server/linking/symbol-files.ts';
import { type Db, sql } from '#server/platform/db.ts';
import type { Services } from '#server/platform/services.ts';
import { accountWithKey, call, keyOf } from '#server/testing/api.ts';
import { addIdea, addTicker, setHidden } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const opened: TestServices[] = [];
let services: TestServices;
let corpus: Awaited<ReturnType<typeof seedCorpus>>;
let free: Awaited<ReturnType<typeof accountWithKey>>;
let premium: Awaited<ReturnType<typeof accountWithKey>>;
let node: Node;
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  corpus = await seedCorpus(services);
  await services.db.run(sql`UPDATE show SET "embedEnabled" = true`);
  const ids = Object.values(corpus.ideas).map(({ id }) => id);
  await services.db.transaction((tx) => updateTheses(tx, ids, services.clock()));
  free = await accountWithKey(services);
  premium = await accountWithKey(services, { plan: 'premium' });
  node = nodeOf();
});
afterAll(async () => {
  for (const one of opened) await one.close();
});

type Node = { readonly services: Services; readonly statements: Sql[]; before: (() => Promise<void>) | null };

/** Another server on the same database that records its statements; `before` runs once, before the first that looks up no key or mark. */
function nodeOf(settings: Partial<Services['env']> = {}): Node {
  const self: { services: Services; statements: Sql[]; before: Node['before'] } = {
    services,
    statements: [],
    before: null,
  };
  const told = async (given: readonly unknown[]) => {
    const statement = given.at(-1) as Sql;
    self.statements.push(statement);
    const { before } = self;
    if (before === null || /record_mark/.test(statement.sql)) return;
    self.before = null;
    await before();
  };
  const over = (db: Db): Db => {
    const heard =
      <Name extends 'rows' | 'row' | 'run'>(name: Name) =>
      async (...given: unknown[]) => {
        await told(given);
        return (db[name] as (...given: unknown[]) => Promise<unknown>)(...given);
      };
    return {
      ...db,
      rows: heard('rows') as Db['rows'],
      row: heard('row') as Db['row'],
      run: heard('run') as Db['run'],
      cancelledBy: (signal) => over(db.cancelledBy(signal)),
    };
  };
  self.services = {
    ...services,
    env: { ...services.env, ...settings },
    db: over(services.db) as Services['db'],
  };
  return self;
}

type Asking = (at: Services) => Promise<{ status: number; body: unknown }>;
const get =
  (path: string, key?: string): Asking =>
  async (at) => {
    const { status, body } = await call(at, 'GET', path, key ? { key } : {});
    // A widget's answer has the time at which it was made.
    if (body !== null && 'generatedAt' in body) body.generatedAt = null;
    return { status, body };
  };
const post =
  (path: string, body: object, key: string): Asking =>
  async (at) => {
    const { status, body: answer } = await call(at, 'POST', path, { key, body });
    return { status, body: answer };
  };
const tool =
  (name: string, given: object, key: string): Asking =>
  async (at) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
    const headers = { 'mcp-protocol-version': '2025-11-25' };
    const answer = await call(at, 'POST', '/v1/mcp', { key, body, headers });
    return { status: answer.status, body: answer.body };
  };

/** A request for every cached answer, in each way that makes another answer. */
const routes = (): Record<string, Asking> => ({
  search: get('/v1/agent/ideas', free.key),
  'search on Premium': get('/v1/agent/ideas?limit=2', premium.key),
  'search of a ticker': get('/v1/agent/ideas?ticker=NVDA', free.key),
  'search of a show': get('/v1/agent/ideas?showId=alpha&theme=semiconductors&from=2026-09-01', free.key),
  'timeline, no key': get('/v1/agent/ticker-stance-timeline?ticker=NVDA'),
  'timeline on Premium': get('/v1/agent/ticker-stance-timeline?ticker=NVDA&window=28', premium.key),
  'history, no key': get('/v1/agent/thesis-history?ticker=NVDA'),
  'history on Premium': get('/v1/agent/thesis-history?ticker=NVDA', premium.key),
  'history of a show': get('/v1/agent/thesis-history?show=alpha&since=2026-01-01', free.key),
  'widget of a ticker': get('/v1/public/embed/ticker/NVDA'),
  'widget of a show': get('/v1/public/embed/show/alpha'),
  'widget of an episode': get(`/v1/public/embed/episode/${corpus.episodes.alphaToday.id}`),
  'tool, search': tool('service_search_ideas', { limit: 20 }, free.key),
  'tool, history': tool('service_thesis_history', { ticker: 'NVDA' }, premium.key),
  'tool, timeline': tool('service_ticker_stance_timeline', { ticker: 'NVDA' }, free.key),
});

/** What each route answers at a node. */
async function answersAt(at: Services): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(routes())) answers[name] = await ask(at);
  return answers;
}

const forgetful = () => nodeOf({ EARMARK_ANSWERS_KEPT_MB: 0 }).services;

describe('an answer that is kept', () => {
  it('is given with one statement, byte for byte, and is what a server without memory says', async () => {
    const plain = await answersAt(forgetful());
    expect(await answersAt(node.services)).toEqual(plain);
    for (const [name, ask] of Object.entries(routes())) {
      node.statements.length = 0;
      expect([name, await ask(node.services)]).toEqual([name, plain[name]]);
      expect([name, node.statements.length]).toEqual([name, 1]);
    }
  });

  const nvda = () => corpus.ideas.nvdaToday.id;
  const run = (statement: Sql) => services.db.run(statement);
  const changes: Record<string, () => Promise<unknown>> = {
    'an idea published': () =>
      addIdea(services, {
        episodeId: corpus.episodes.alphaToday.id,
        tickers: ['NVDA'],
        themes: ['semiconductors'],
      }),
    'an idea hidden': () => setHidden(services, 'idea', [nvda()], true),
    'an idea corrected': () =>
      run(sql`UPDATE idea SET headline = 'Put right', stance = 'BEARISH' WHERE id = ${nvda()}::uuid`),
    'an idea replaced': () => run(sql`UPDATE idea SET "supersededAt" = now() WHERE id = ${nvda()}::uuid`),
    'an episode hidden': () => setHidden(services, 'episode', [corpus.episodes.alphaToday.id], true),
    'a show hidden': () => setHidden(services, 'show', [corpus.shows.alpha.id], true),
    'a show that withdraws its widgets': () =>
      run(sql`UPDATE show SET "embedEnabled" = false WHERE slug = 'alpha'`),
    'a show renamed': () => run(sql`UPDATE show SET name = 'The Omega Hour' WHERE slug = 'alpha'`),
    'a show removed': () => run(sql`DELETE FROM show WHERE slug = 'alpha'`),
    'a symbol renamed': () => run(sql`UPDATE ticker SET name = 'Nvidia of old' WHERE symbol = 'NVDA'`),
    'a symbol taken off an idea': () => run(sql`DELETE FROM idea_ticker WHERE "ideaId" = ${nvda()}::uuid`),
    'theses built anew': async () => {
      await run(sql`DELETE FROM thesis`);
      await services.db.transaction((tx) => updateTheses(tx, [nvda()], services.clock()));
    },
    'a statement put differently': () => run(sql`UPDATE thesis_statement SET quote = 'Put differently'`),
  };

  it.each(Object.keys(changes))('is none after %s, on no server', async (name) => {
    const other = nodeOf();
    await answersAt(node.services);
    const before = await answersAt(other.services);
    await changes[name]!();
    const now = await answersAt(forgetful());
    expect(now).not.toEqual(before);
    expect(await answersAt(node.services)).toEqual(now);
    expect(await answersAt(other.services)).toEqual(now);
  });

  it('is made of tables alone whose changes move the mark', async () => {
    await answersAt(node.services);
    await post('/v1/agent/ask', { question: 'Should I buy Nvidia?' }, free.key)(node.services);
    await get('/v1/agent/digest', free.key)(node.services);
    const read = new Set<string>();
    for (const statement of node.statements) {
      if (!/^\s*(SELECT|WITH)/i.test(statement.sql)) continue;
      const explained = {
        ...statement,
        text: `EXPLAIN (FORMAT JSON, VERBOSE) ${statement.text}`,
        values: statement.values,
      };
      const [plan] = await services.db.rows(explained as unknown as Sql);
      for (const [, table] of JSON.stringify(plan).matchAll(/"Relation Name":"(\w+)"/g)) read.add(table!);
    }
    // The caller and the caller's own rows are looked up on each call.
    const own = [
      'record_mark',
      'connector_key',
      'account',
      'ask_slot',
      'conversation',
      'message',
      'show_follow',
      'ticker_follow',
      'saved_idea',
    ];
    // Passages only decide whether a suggested question is answered well; counts and names are updated in the same transaction.
    const beside = ['passage', 'listed_count', 'speaker_name'];
    for (const table of [...own, ...beside]) read.delete(table);
    const marked = await services.db.rows(sql`
      SELECT c.relname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE t.tgfoid = 'mark_record'::regproc AND t.tgenabled = 'O' GROUP BY 1 HAVING count(*) >= 3`);
    expect([...read]).toEqual(
      expect.arrayContaining(['idea', 'episode', 'show', 'ticker', 'thesis_statement']),
    );
    expect([...read].filter((table) => !marked.some(({ name }) => name === table))).toEqual([]);
  });
});

describe('what a call keeps of the record', () => {
  it('is given again, and made anew in a call that began before a change', async () => {
    const { mark } = (await services.db.row(readRecordMark)) as { mark: string };
    const keep = keeperOf({ services: node.services, mark, test: null })!;
    const told = () =>
      keep(['shows'], () => services.db.rows(sql`SELECT name FROM show WHERE NOT hidden ORDER BY 1`));
    const before = await told();
    await setHidden(services, 'idea', [corpus.ideas.nvdaToday.id], true);
    await services.db.run(sql`UPDATE show SET hidden = true WHERE slug = 'alpha'`);
    await new Promise((resolve) => setTimeout(resolve, TRUSTED_MS + 10));
    expect(await told()).not.toEqual(before);
  });
});

describe('a change that comes to be seen while an answer is made', () => {
  const search = () => get('/v1/agent/ideas', free.key);
  const hide = () => setHidden(services, 'idea', [corpus.ideas.nvdaToday.id], true);

  it('is in the next answer, whether or not it came into the first', async () => {
    const before = await search()(forgetful());
    node.before = async () => void (await hide());
    await search()(node.services);
    const now = await search()(forgetful());
    expect(now).not.toEqual(before);
    expect(await search()(node.services)).toEqual(now);
  });

  it('is in the next answer where it was written before and came to be seen after', async () => {
    const first = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const changing = services.db.transaction(async (tx) => {
      await tx.run(sql`UPDATE idea SET hidden = true WHERE id = ${corpus.ideas.nvdaToday.id}::uuid`);
      first.resolve();
      await over.promise;
    });
    await first.promise;
    const before = await search()(node.services);
    expect(await search()(node.services)).toEqual(before);
    over.resolve();
    await changing;
    expect(await search()(node.services)).toEqual(await search()(forgetful()));
    expect(await search()(node.services)).not.toEqual(before);
  });
});

describe('who calls', () => {
  const path = '/v1/agent/ideas?limit=2';

  it('is looked up on each call: a revoked key is refused at once, on every server', async () => {
    const other = nodeOf();
    for (const at of [node, other]) expect((await get(path, free.key)(at.services)).status).toBe(200);
    await revokeConnectorKey(services.db, free.accountId, free.keyId, services.clock());
    for (const at of [node, other]) expect((await get(path, free.key)(at.services)).status).toBe(401);
  });

  it('is given nothing that the key’s scopes do not open', async () => {
    const narrow = (await keyOf(services, free.accountId, { scopes: ['profile:read'] })).key;
    await get(path, free.key)(node.services);
    expect((await get(path, narrow)(node.services)).status).toBe(403);
    expect((await get(path)(node.services)).status).toBe(401);
  });

  it('is given what the plan opens, from the call on that finds it changed', async () => {
    const timeline = get('/v1/agent/ticker-stance-timeline?ticker=NVDA', free.key);
    const locked = await timeline(node.services);
    await setPlan(services.db, free.accountId, 'premium');
    const open = await timeline(node.services);
    expect(open).toEqual(await timeline(forgetful()));
    expect(open).not.toEqual(locked);
    await setPlan(services.db, free.accountId, 'free');
    expect(await timeline(node.services)).toEqual(locked);
  });

  it('spends a call of its limits each time, and may hold the answer already', async () => {
    const ask = (headers = {}) => call(node.services, 'GET', path, { key: free.key, headers });
    const [first, second] = [await ask(), await ask()];
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(second.headers.get('ratelimit')).not.toBe(first.headers.get('ratelimit'));
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    const held = await ask({ 'if-none-match': first.headers.get('etag')! });
    expect([held.status, held.body]).toEqual([304, null]);
  });

  it('is not a test key, whose record is another', async () => {
    await makeTestRecord(services, async () => undefined);
    const test = (await keyOf(services, free.accountId, { env: 'test' })).key;
    const real = await get(path, free.key)(node.services);
    expect(await get(path, test)(node.services)).not.toEqual(real);
    await closeTestRecord(services);
  });
});

describe('what an answer takes of the record alone', () => {
  const refused: Asking = async (at) => {
    const body = { question: 'Should I buy $QZXV now?' };
    const answer = await call(at, 'POST', '/v1/agent/ask', { key: free.key, body });
    return { status: answer.status, body: { ...answer.body, conversationId: null } };
  };
  const digest: Asking = (at) => get('/v1/agent/digest', free.key)(at);
  const asked = async () => [await refused(node.services), await digest(node.services)];
  const anew = async () => [await refused(forgetful()), await digest(forgetful())];

  it('is kept: a refusal then looks the key up and stores itself, a digest reads its day', async () => {
    const before = await asked();
    expect(before).toEqual(await anew());
    for (const [ask, statements] of [
      [refused, 2],
      [digest, 2],
    ] as const) {
      node.statements.length = 0;
      await ask(node.services);
      expect(node.statements.length).toBe(statements);
    }
    expect(await asked()).toEqual(before);
  });

  it('is one refusal for each question, what was asked before it, and the idea that it is about', async () => {
    const refusal = async (more: object) => {
      const body = { question: 'Should I buy it now?', ...more };
      const answer = await call(node.services, 'POST', '/v1/agent/ask', { key: premium.key, body });
      return answer.body as { refused: boolean; conversationId: string; message: string };
    };
    const plain = await refusal({});
    const { conversationId } = await refusal({ question: 'Should I buy $QZXV or NVDA now?' });
    const followed = await refusal({ conversationId });
    const idea = Object.values(corpus.ideas)[0]!;
    const scoped = await refusal({ ideaId: idea.id });
    expect([plain, followed, scoped].every(({ refused }) => refused)).toBe(true);
    expect(new Set([plain, followed, scoped].map(({ message }) => message)).size).toBe(3);
    expect((await refusal({})).message).toBe(plain.message);
  });

  it('is a digest of many cards, too, without one that was hidden meanwhile', async () => {
    const ids = (answer: Awaited<ReturnType<Asking>>) =>
      (answer.body as { ideas: { id: string }[] }).ideas.map(({ id }) => id);
    const { episodeId } = corpus.ideas.nvdaToday;
    for (let n = 0; n < 20; n += 1) await addIdea(services, { episodeId });
    const before = ids(await digest(node.services));
    node.statements.length = 0;
    expect(ids(await digest(node.services))).toEqual(before);
    expect([before.length, node.statements.length]).toEqual([20, 2]);
    await setHidden(services, 'idea', [before[0]!], true);
    const now = await digest(node.services);
    expect(ids(now)).not.toContain(before[0]);
    expect(now).toEqual(await digest(forgetful()));
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a show hidden', () => setHidden(services, 'show', [corpus.shows.alpha.id], true)],
    ['a show renamed', () => services.db.run(sql`UPDATE show SET name = 'Omega' WHERE slug = 'alpha'`)],
    [
      'a show recommended',
      () => services.db.run(sql`UPDATE show SET "recommendedRank" = 1 WHERE slug = 'beta'`),
    ],
  ])('is another at once after %s', async (_, change) => {
    const before = await asked();
    await change();
    const now = await asked();
    expect(now).not.toEqual(before);
    expect(now).toEqual(await anew());
  });

  it('is another at once where an operator imported a name', async () => {
    const before = await refused(node.services);
    const file = JSON.stringify({ 0: { cik_str: 1, ticker: 'QZXV', title: 'Quazex Vane Holdings' } });
    await importEntries(services.db, parseTickerFile(file, 'list.json').entries, 'list.json');
    const now = await refused(node.services);
    expect(JSON.stringify(before)).not.toContain('Quazex');
    expect(JSON.stringify(now)).toContain('whether to trade Quazex');
  });
});

describe('an answer is made anew', () => {
  const statementsOf = async (at: Node, ask: Asking) => {
    await ask(at.services);
    at.statements.length = 0;
    await ask(at.services);
    return at.statements.length;
  };

  it('after some seconds, and on another day', async () => {
    const ask = get('/v1/agent/ideas', free.key);
    const again = async (moment: string) => {
      services.setNow(moment);
      node.statements.length = 0;
      await ask(node.services);
      return node.statements.filter(({ sql: text }) => /FROM idea/.test(text)).length > 0;
    };
    services.setNow('2026-09-15T23:59:49Z');
    await ask(node.services);
    expect(FRESH_MS).toBe(10_000);
    expect(await again('2026-09-15T23:59:58.999Z')).toBe(false);
    expect(await again('2026-09-15T23:59:59Z')).toBe(true);
    expect(await again('2026-09-16T00:00:00Z')).toBe(true);
  });

  it('where a text is searched for, or no memory is given', async () => {
    const text = await statementsOf(node, get('/v1/agent/ideas?q=packaging', free.key));
    expect(text).toBeGreaterThan(1);
    const plain = get('/v1/agent/ideas', free.key);
    expect(await statementsOf(nodeOf({ EARMARK_ANSWERS_KEPT_MB: 0 }), plain)).toBe(2);
  });

  it('where it was a refusal', async () => {
    const unknown = get('/v1/public/embed/ticker/QQZZX');
    expect((await unknown(node.services)).status).toBe(404);
    await addTicker(services, 'QQZZX', 'Quizzex');
    expect((await unknown(node.services)).status).toBe(200);
  });
});
