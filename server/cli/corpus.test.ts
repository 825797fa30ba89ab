import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rebuildTheses } from '#server/features/theses/store.ts';
import { olderAnalyses } from '#server/ingest/engine/store.ts';
import { olderThanOurs } from '#server/ingest/engine/version.ts';
import { RULES_ENGINE_VERSION } from '#server/ingest/extract/extractor.ts';
import { LLM_ENGINE_VERSION } from '#server/ingest/extract/llm/engine.ts';
import { storeTranscript } from '#server/ingest/transcript/store.ts';
import { sql } from '#server/platform/db.ts';
import { whileHeld } from '#server/platform/postgres/held-lock.ts';
import { tables } from '#server/platform/rows.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type ModelServer, modelServer } from '#server/testing/servers/model-server.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let server: ModelServer;
let showId: string;
beforeAll(async () => {
  server = await modelServer();
  services = await testServices();
  showId = (await addShow(services)).id;
}, 120_000);
afterAll(async () => {
  await services.close();
  await server.close();
});
beforeEach(async () => {
  await services.db.run(sql`TRUNCATE episode, thesis, model_call CASCADE`);
});

const earmark = (args: readonly string[], settings?: Record<string, string>) =>
  runCommand(services, args, settings);

const CUES: [string, string][] = [
  ['Tom Ferro', 'What do you make of Nvidia after those numbers?'],
  [
    'Mara Lindqvist',
    'I think Nvidia is the strongest business in the industry because its software locks customers in.',
  ],
  ['Mara Lindqvist', 'Nvidia grew revenue 60% last year and Nvidia has $90 billion of long-term contracts.'],
  [
    'Mara Lindqvist',
    'The risk for Nvidia is that three customers are half of its sales, but if they keep spending, Nvidia keeps its margins.',
  ],
];

/** An episode with a transcript and one idea that an engine of this version is said to have found in it. */
async function analysed(engineVersion: string): Promise<{ episodeId: string; ideaId: string }> {
  const { id: episodeId } = await addEpisode(services, { showId, publishedAt: '2026-09-10T06:00:00Z' });
  const cues = CUES.map(([speaker, text], i) => ({ start: i * 20, end: i * 20 + 20, speaker, text }));
  const source = { sourceUrl: null, type: 'vtt', language: 'en', textHash: episodeId };
  const episode = { id: episodeId, transcripts: [] };
  await storeTranscript(services.db, episode, { cues, ...source }, services.clock());
  const { id: ideaId } = await addIdea(services, { episodeId, thesis: 'Nobody said this.' });
  await services.db.run(sql`UPDATE idea SET "engineVersion" = ${engineVersion} WHERE id = ${ideaId}::uuid`);
  await services.db.run(
    sql`UPDATE episode SET state = 'processed', "engineVersion" = ${engineVersion} WHERE id = ${episodeId}::uuid`,
  );
  await services.db.transaction((tx) =>
    rebuildTheses(tx, [{ kind: 'ticker', key: 'NVDA' }], services.clock()),
  );
  return { episodeId, ideaId };
}

const theses = () =>
  services.db.rows(
    sql`SELECT t.id, t.line, t.xmin::text AS version, s."ideaId" FROM thesis t JOIN thesis_statement s ON s."thesisId" = t.id ORDER BY t.id, s."ideaId"`,
  );
const engineOf = async (episodeId: string) =>
  (await services.db.row(
    { engine: tables.episode.engineVersion },
    sql`SELECT "engineVersion" AS engine FROM episode WHERE id = ${episodeId}::uuid`,
  ))!.engine;

describe('earmark corpus rebuild-theses', { timeout: 180_000 }, () => {
  it('mends theses that a former rule filed, drops empty ones, and writes nothing the second time', async () => {
    await analysed('rules-0.1.0');
    const right = await theses();
    await services.db.run(sql`DELETE FROM thesis`);
    await services.db.run(sql`
      INSERT INTO thesis (id, "subjectKind", "subjectKey", line, title, state, "firstHeardAt", "lastMentionAt", tickers)
      VALUES (gen_random_uuid(), 'ticker', 'GONE', 'demand', 'Gone: demand', 'first_heard', now(), now(), '{}')`);
    const first = await earmark(['corpus', 'rebuild-theses']);
    expect(first).toMatchObject({ code: 0, data: { subjects: 2, theses: 1, statements: 1 } });
    const rebuilt = await theses();
    const unversioned = (rows: object[]) => rows.map((row) => ({ ...row, version: null }));
    expect(unversioned(rebuilt)).toEqual(unversioned(right));
    expect(await earmark(['corpus', 'rebuild-theses'])).toMatchObject({ code: 0, data: { theses: 1 } });
    expect(await theses()).toEqual(rebuilt);
  });

  it('may run twice at once, beside a worker that writes the same subjects', async () => {
    await analysed('rules-0.1.0');
    const rebuild = () =>
      services.db.transaction((tx) => rebuildTheses(tx, [{ kind: 'ticker', key: 'NVDA' }], services.clock()));
    const runs = await Promise.all([
      earmark(['corpus', 'rebuild-theses']),
      earmark(['corpus', 'rebuild-theses']),
      ...Array.from({ length: 20 }, rebuild),
    ]);
    expect(runs.slice(0, 2)).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(await theses()).toHaveLength(1);
  });
});

describe('earmark corpus reanalyse', { timeout: 180_000 }, () => {
  it('takes the episodes of older engines only; what is replaced is superseded, and saves of it resolve', async () => {
    const old = await analysed('rules-0.9.0');
    const current = await analysed('rules-99.0.0');
    const { key } = await accountWithKey(services, { plan: 'premium' });
    await call(services, 'POST', '/v1/agent/saves', { key, body: { ideaId: old.ideaId } });

    const run = await earmark(['corpus', 'reanalyse', '--engine-below', '1.0.10']);
    expect(run).toMatchObject({ code: 0, data: { marked: 1, processed: 1 } });
    expect(await engineOf(old.episodeId)).not.toBe('rules-0.9.0');
    expect(await engineOf(current.episodeId)).toBe('rules-99.0.0');

    const saves = await call(services, 'GET', '/v1/agent/saves', { key });
    expect(saves.body.ideas).toMatchObject([{ id: old.ideaId, superseded: true }]);
    const full = await call(services, 'GET', `/v1/agent/ideas/${old.ideaId}`, { key });
    expect(full).toMatchObject({ status: 200, body: { id: old.ideaId, superseded: true } });
    const listed = await call(services, 'GET', '/v1/agent/ideas?ticker=NVDA&limit=50', { key });
    expect(listed.body.ideas.map((idea: { id: string }) => idea.id)).not.toContain(old.ideaId);
    expect((await theses()).map((row) => (row as { ideaId: string }).ideaId)).not.toContain(old.ideaId);
    expect((await earmark(['corpus', 'reanalyse', '--engine-below', '1.0.10'])).data).toMatchObject({
      marked: 0,
    });
  });

  it('takes what was read by words alone for older only where there is an encoder', async () => {
    const version = `${RULES_ENGINE_VERSION}+words`;
    const { episodeId } = await analysed(version);
    await analysed(RULES_ENGINE_VERSION);
    const older = (encoder: boolean) =>
      olderAnalyses(services.db, olderThanOurs({ EARMARK_ENCODER: encoder }, true));
    expect(await older(true)).toEqual({ episodes: 1, waiting: 0 });
    expect(await older(false)).toEqual({ episodes: 0, waiting: 0 });
    const off = { EARMARK_ENCODER: 'off' };
    expect((await earmark(['corpus', 'reanalyse', '--older'], off)).data).toMatchObject({ marked: 0 });
    expect((await earmark(['corpus', 'reanalyse', '--engine', 'rules'], off)).data).toMatchObject({
      marked: 2,
    });
    expect(await engineOf(episodeId)).toBe(version);
  });

  it('tells engines apart: what the built-in one read while a model was away goes to the model', async () => {
    const byRules = await analysed('rules-1.0.0');
    const byModel = await analysed('model-1.0.0:local-7b');
    server.replies = [{ text: '{"ideas": []}' }];
    const settings = {
      EARMARK_EXTRACT: 'model',
      EARMARK_MODEL_PROVIDER: 'openai-compatible',
      EARMARK_MODEL: 'local-8b',
      EARMARK_MODEL_BASE_URL: server.url,
    };
    const run = await earmark(['corpus', 'reanalyse', '--engine', 'rules'], settings);
    expect(run).toMatchObject({ code: 0, data: { marked: 1, processed: 1 } });
    expect(await engineOf(byRules.episodeId)).toBe(`${LLM_ENGINE_VERSION}:local-8b`);
    expect(await engineOf(byModel.episodeId)).toBe('model-1.0.0:local-7b');

    const stats = await earmark(['stats'], settings);
    expect(stats.data).toMatchObject({
      engines: { 'model-1.0.0:local-7b': 1, [`${LLM_ENGINE_VERSION}:local-8b`]: 1 },
    });
    const doctor = await earmark(['doctor'], settings);
    expect(JSON.stringify(doctor.data)).toMatch(
      /local-8b for answers and extraction; \$0\.00 of \$5 spent today; 2 calls, 0 failed/,
    );
    expect(
      (await earmark(['corpus', 'reanalyse', '--engine-below', 'rules-9.0.0'], settings)).data,
    ).toMatchObject({ marked: 0 });
  });

  it('says how many episodes a spent budget has put off, and leaves what they had', async () => {
    const { episodeId, ideaId } = await analysed('rules-1.0.0');
    const run = await earmark(['corpus', 'reanalyse', '--engine', 'rules'], {
      EARMARK_EXTRACT: 'model',
      EARMARK_MODEL_PROVIDER: 'openai-compatible',
      EARMARK_MODEL: 'local-8b',
      EARMARK_MODEL_BASE_URL: server.url,
      EARMARK_MODEL_DAILY_USD: '0',
    });
    expect(run).toMatchObject({ code: 0, data: { marked: 1, processed: 0, paused: 1 } });
    expect(await engineOf(episodeId)).toBe('rules-1.0.0');
    expect((await theses()).map((row) => (row as { ideaId: string }).ideaId)).toContain(ideaId);
    const again = await earmark(['corpus', 'reanalyse', '--engine', 'rules']);
    expect(again).toMatchObject({ code: 0, data: { marked: 1, processed: 1, paused: 0 } });
  });

  it('counts an episode that the model could not be read on as failed, not as processed', async () => {
    await analysed('rules-1.0.0');
    server.replies = [{ text: 'no' }];
    const run = await earmark(['corpus', 'reanalyse', '--engine', 'rules'], {
      EARMARK_EXTRACT: 'model',
      EARMARK_MODEL_PROVIDER: 'openai-compatible',
      EARMARK_MODEL: 'local-8b',
      EARMARK_MODEL_BASE_URL: server.url,
    });
    expect(run.data).toEqual({ marked: 1, processed: 0, paused: 0, failed: 1, heldBack: [] });
  });

  it.each([
    [['corpus', 'reanalyse'], /--engine-below, --engine/],
    [['corpus', 'reanalyse', '--engine-below', 'newest'], /a version such as 1\.2\.0/],
    [['corpus', 'reanalyse', '--engine', 'magic'], /rules, model/],
    [['corpus', 'reanalyse', '--engine', 'rules', '--engine-below', 'model-1.0.0'], /different engines/],
  ])('refuses %j with one sentence', async (args, sentence) => {
    const run = await earmark(args);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(sentence);
  });
});

it('earmark episode list says that there are more than it lists', async () => {
  const waiting = (count: number) =>
    services.db.run(sql`
      INSERT INTO episode ("showId", guid, title, "publishedAt")
      SELECT ${showId}::uuid, gen_random_uuid()::text, 'Waits', '2026-09-10T06:00:00Z' FROM generate_series(1, ${count}::int)`);
  await waiting(200);
  expect((await earmark(['episode', 'list'])).data).toMatchObject({ hasMore: false });
  await waiting(1);
  const { data } = await earmark(['episode', 'list']);
  expect(data.hasMore).toBe(true);
  expect(data.episodes).toHaveLength(200);
}, 60_000);

describe('earmark episode reanalyse', { timeout: 180_000 }, () => {
  it('replaces what was not said, and doing it again changes nothing', async () => {
    const { episodeId, ideaId } = await analysed('rules-0.9.0');
    const first = await earmark(['episode', 'reanalyse', episodeId]);
    expect(first).toMatchObject({ code: 0, data: { superseded: 1 } });
    const again = await earmark(['episode', 'reanalyse', episodeId]);
    expect(again).toMatchObject({ code: 0, data: { added: 0, superseded: 0 } });
    const ids = (await theses()).map((row) => (row as { ideaId: string }).ideaId);
    expect(ids).not.toContain(ideaId);
  });

  it('says in one sentence why an episode was not processed', async () => {
    const { episodeId } = await analysed('rules-0.9.0');
    const run = await earmark(['episode', 'reanalyse', episodeId], {
      EARMARK_EXTRACT: 'model',
      EARMARK_MODEL_PROVIDER: 'openai-compatible',
      EARMARK_MODEL: 'local-8b',
      EARMARK_MODEL_BASE_URL: server.url,
      EARMARK_MODEL_DAILY_USD: '0',
    });
    expect(run.stderr).toBe("The episode was not processed: The day's model budget of $0 is spent.\n");
  });

  it('says that a feed names no transcript to fetch anew', async () => {
    const { episodeId } = await analysed('rules-0.9.0');
    const run = await earmark(['episode', 'reanalyse', episodeId, '--fetch']);
    expect(run).toMatchObject({
      code: 1,
      stderr: `There is no episode ${episodeId} whose feed names a transcript.\n`,
    });
  });

  it('says what to do where a worker is at the episode', async () => {
    const { episodeId } = await analysed('rules-0.9.0');
    const run = await whileHeld(services.databaseUrl, `episode:${episodeId}`, () =>
      earmark(['episode', 'reanalyse', episodeId]),
    );
    expect(run?.stderr).toBe('The episode was not processed: a worker is at it. Try again in a minute.\n');
  });

  it('says so when there is no such episode', async () => {
    expect(await earmark(['episode', 'reanalyse', '00000000-0000-4000-8000-000000000000'])).toMatchObject({
      code: 1,
    });
  });
});

describe('earmark doctor', { timeout: 180_000 }, () => {
  it('fails on a model that has given no answer for several calls, and names what was spent', async () => {
    await services.db.run(sql`
      INSERT INTO model_call (at, day, purpose, model, "costUsd", outcome)
      SELECT now(), (now() AT TIME ZONE 'UTC')::date, 'extract', 'm', 0.25, 'failed' FROM generate_series(1, 4)`);
    const settings = {
      EARMARK_MODEL_PROVIDER: 'anthropic',
      EARMARK_MODEL: 'm',
      EARMARK_MODEL_DAILY_USD: '1',
    };
    const run = await earmark(['doctor'], settings);
    expect(run.code).toBe(1);
    expect(JSON.stringify(run.data)).toMatch(
      /\$1\.00 of \$1 spent today \(work waits for the next UTC day\); 4 calls, 4 failed, 0 unreadable \(the last 4 in vain\)/,
    );
  });

  it('fails on a model whose answers could not be read, time after time', async () => {
    await services.db.run(sql`
      INSERT INTO model_call (at, day, purpose, model, outcome)
      SELECT now(), (now() AT TIME ZONE 'UTC')::date, 'extract', 'm', 'unreadable' FROM generate_series(1, 4)`);
    const run = await earmark(['doctor'], { EARMARK_MODEL_PROVIDER: 'anthropic', EARMARK_MODEL: 'm' });
    expect(run.code).toBe(1);
    expect(JSON.stringify(run.data)).toContain('4 calls, 0 failed, 4 unreadable (the last 4 in vain)');
  });

  it('tells what an hour of talk has cost to read so far', async () => {
    const { episodeId } = await analysed(`${LLM_ENGINE_VERSION}:m`);
    await services.db.run(
      sql`UPDATE episode SET "durationSeconds" = 1800, state = 'processed' WHERE id = ${episodeId}::uuid`,
    );
    await services.db.run(sql`
      INSERT INTO model_call (at, day, purpose, model, "costUsd", outcome, "episodeId")
      SELECT now(), (now() AT TIME ZONE 'UTC')::date, 'extract', 'm', 0.1, 'answered', ${episodeId}::uuid FROM generate_series(1, 2)`);
    const run = await earmark(['doctor'], { EARMARK_MODEL_PROVIDER: 'anthropic', EARMARK_MODEL: 'm' });
    expect(JSON.stringify(run.data)).toContain('$0.40 an hour of talk so far');
  });
});
