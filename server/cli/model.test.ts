import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelDay } from '#server/ingest/engine/store.ts';
import { storeTranscript } from '#server/ingest/transcript/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import { runCommand } from '#server/testing/command.ts';
import { addEpisode, addShow } from '#server/testing/corpus.ts';
import { type ModelServer, modelServer, USAGE } from '#server/testing/servers/model-server.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let server: ModelServer;
let episodeId: string;
beforeAll(async () => {
  server = await modelServer();
  services = await testServices();
  const { id: showId } = await addShow(services);
  episodeId = (await addEpisode(services, { showId })).id;
  const text =
    'I think Nvidia is the strongest business in the industry because its software locks customers in.';
  const cues = [{ start: 0, end: 20, speaker: 'Mara Lindqvist', text }];
  const source = { sourceUrl: null, type: 'vtt', language: 'en', textHash: episodeId };
  await storeTranscript(
    services.db,
    { id: episodeId, transcripts: [] },
    { cues, ...source },
    services.clock(),
  );
}, 120_000);
afterAll(async () => {
  await services.close();
  await server.close();
});

const check = (...args: string[]) =>
  runCommand(services, ['model', 'check', ...args], {
    EARMARK_MODEL_PROVIDER: 'openai-compatible',
    EARMARK_MODEL: 'local',
    EARMARK_MODEL_BASE_URL: server.url,
    EARMARK_MODEL_USD_PER_MTOK_IN: '1',
  });

describe('earmark model check', { timeout: 60_000 }, () => {
  it('shows what the model answers about a window, what the proof says of it and what it cost; publishes nothing', async () => {
    server.replies = [{ text: '{"ideas": [{"subject": "ticker:NVDA"}]}' }, { text: '{"ideas": []}' }];
    const run = await check(episodeId);
    expect(run).toMatchObject({
      code: 0,
      data: {
        window: 1,
        windows: 1,
        answers: ['{"ideas": [{"subject": "ticker:NVDA"}]}', '{"ideas": []}'],
        ideas: [],
        spent: { calls: 2, inputTokens: 2 * USAGE.inputTokens, costUsd: expect.closeTo(0.002, 6) },
      },
    });
    expect(run.data.refused).toEqual(
      expect.arrayContaining([
        'ticker:NVDA: subjectSaid: Invalid input: expected string, received undefined.',
        'ticker:NVDA: asked again: it did not come back.',
      ]),
    );
    expect(run.data.spent).toHaveProperty(
      ['refusedBy', 'subjectSaid: Invalid input: expected string, received undefined.'],
      1,
    );
    const row = await services.db.row(
      { ideas: computed.int, spent: computed.float },
      sql`SELECT (SELECT count(*)::int FROM idea) AS ideas, (SELECT sum("costUsd")::float8 FROM model_call) AS spent`,
    );
    expect(row).toEqual({ ideas: 0, spent: expect.closeTo(0.002, 6) });
    expect(await modelDay(services.db, services.clock())).toMatchObject({ ideasDropped: 0, ideasServed: 0 });
  });

  it('shows an answer that cannot be read, and fails with why', async () => {
    server.replies = [{ text: '{"ideas": [{"subj', cut: true }];
    expect(await check(episodeId)).toMatchObject({
      code: 1,
      stderr: "The model's answer could not be read: it was cut off.\n",
      data: { answers: ['{"ideas": [{"subj', '{"ideas": [{"subj'], ideas: [], spent: { unreadableCalls: 2 } },
    });
  });

  it('says in one sentence what is missing', async () => {
    expect(await check('nothing')).toMatchObject({
      code: 1,
      stderr: 'There is no episode nothing with a transcript.\n',
    });
    expect(await check(episodeId, '--window', '9')).toMatchObject({
      code: 1,
      stderr: 'The episode has no window 9.\n',
    });
  });
});
