import { describe, expect, it } from 'vitest';
import { modelDay } from '#server/ingest/engine/store.ts';
import { markForAnalysis } from '#server/ingest/episodes/store.ts';
import { RULES_ENGINE_VERSION } from '#server/ingest/extract/extractor.ts';
import type { Env } from '#server/platform/env.ts';
import {
  analyse,
  calls,
  engine,
  episode,
  IDEA,
  ideas,
  published,
  server,
  services,
  slept,
  standing,
  withModel,
} from '#server/testing/reading/model.ts';
import { modelServer, type Reply } from '#server/testing/servers/model-server.ts';

withModel();

describe('a model whose answers cannot be read', { timeout: 60_000 }, () => {
  const HALF = '{"ideas": [{"subject": "ticker:NV';

  it.each<[string, Reply, string, Partial<Env>?]>([
    ['is no JSON', { text: 'no' }, 'it is no JSON with what was asked for'],
    ['is JSON of another form', { text: '{"ideas": "none"}' }, 'it is no JSON with what was asked for'],
    ['is cut off', { text: HALF, cut: true }, 'it was cut off'],
    ['is cut off in thought', { text: '<think>{"ideas": []} or', cut: true }, 'it was cut off'],
    [
      'is cut off, by Anthropic’s protocol',
      { text: HALF, cut: true },
      'it was cut off',
      { EARMARK_MODEL_PROVIDER: 'anthropic', EARMARK_MODEL: 'claude-test' },
    ],
    ['is empty', { text: '' }, 'it is empty'],
    ['is refused', 'refuses', 'it is empty'],
    ['goes on and on', 'goes on and on', 'it was cut off'],
  ])(
    'leaves the episode waiting with the reason where it %s twice',
    async (_name, reply, why, given = {}) => {
      server.replies = [reply];
      const id = await episode();
      expect(await analyse(id, engine(given))).toMatchObject({ result: 'failed' });
      expect(server.requests).toHaveLength(2);
      expect(await standing(id)).toMatchObject({
        state: 'transcribed',
        attempts: 1,
        lastError: `The model's answer could not be read: ${why}.`,
      });
      expect((await calls()).map(({ outcome, answer }) => [outcome, answer])).toEqual([
        ['unreadable', null],
        ['unreadable', null],
      ]);
    },
  );

  it('keeps what was served before it, and is asked anew at the next turn', async () => {
    server.replies = [ideas(IDEA)];
    const id = await episode();
    await analyse(id);
    await markForAnalysis(services.db, id);
    server.replies = [{ text: HALF, cut: true }];
    expect(await analyse(id)).toMatchObject({ result: 'failed' });
    expect(await published(id)).toMatchObject([{ quote: IDEA.quote }]);
    server.replies = [ideas(IDEA)];
    services.setNow((await standing(id)).nextAttemptAt!);
    expect(await analyse(id)).toMatchObject({ result: 'processed', kept: 1, superseded: 0 });
  });

  it('fails the episode too where what is asked again of single ideas cannot be read', async () => {
    server.replies = [ideas({ ...IDEA, depth: 9 }, IDEA), { text: HALF, cut: true }];
    const id = await episode();
    expect(await analyse(id)).toMatchObject({ result: 'failed' });
    expect(await published(id)).toEqual([]);
  });

  it('gives the episode to the built-in engine at its fifth turn', async () => {
    server.replies = [{ text: 'no' }];
    const id = await episode();
    for (let turn = 1; turn <= 4; turn += 1) {
      expect(await analyse(id)).toMatchObject({ result: 'failed' });
      services.setNow((await standing(id)).nextAttemptAt!);
    }
    expect(await analyse(id)).toMatchObject({ result: 'processed' });
    expect(new Set((await published(id)).map((row) => row.engine))).toEqual(
      new Set([`${RULES_ENGINE_VERSION}+words`]),
    );
  });

  it('is counted apart from one that does not answer, and both as in vain', async () => {
    server.replies = [{ text: 'no' }];
    await analyse(await episode());
    expect(await modelDay(services.db, services.clock())).toMatchObject({
      calls: 2,
      failedCalls: 0,
      unreadableCalls: 2,
      failuresInARow: 2,
    });
  });
});

describe('a model that does not answer', { timeout: 60_000 }, () => {
  it.each<[string, Reply, boolean]>([
    ['answers 500', { status: 500 }, false],
    ['answers 503', { status: 503 }, false],
    ['hangs', 'hangs', true],
    ['cuts the connection in mid-body', 'cuts off', true],
  ])(
    'is asked again when it %s, and what the attempt may have cost is on record',
    async (_name, reply, mayCost) => {
      server.replies = [reply, ideas(IDEA)];
      const id = await episode();
      const patient = engine({}, reply === 'hangs' ? 3000 : undefined);
      expect(await analyse(id, patient)).toMatchObject({ result: 'processed', added: 1 });
      expect(slept).toEqual([10]);
      const failed = (await calls()).find((call) => call.outcome === 'failed')!;
      expect(failed.costUsd > 0).toBe(mayCost);
    },
  );

  it('is asked again when nobody listens, at no cost', async () => {
    const id = await episode();
    const gone = await modelServer();
    await gone.close();
    expect(await analyse(id, engine({ EARMARK_MODEL_BASE_URL: gone.url }))).toMatchObject({
      result: 'failed',
    });
    expect(slept).toEqual([10, 20]);
    expect((await calls()).map((call) => [call.outcome, call.costUsd])).toEqual(
      Array.from({ length: 3 }, () => ['failed', 0]),
    );
  });

  it('is given the time that Retry-After asks for', async () => {
    server.replies = [{ status: 429, headers: { 'retry-after': '3' } }, ideas(IDEA)];
    const id = await episode();
    await analyse(id);
    expect(slept).toEqual([3000]);
    expect(await published(id)).toHaveLength(1);
  });

  it('leaves the episode to a later turn when Retry-After is long, and not before', async () => {
    server.replies = [{ status: 429, headers: { 'retry-after': '7200' } }];
    const id = await episode();
    expect(await analyse(id)).toMatchObject({ result: 'failed' });
    expect(server.requests).toHaveLength(1);
    expect(await standing(id)).toMatchObject({
      state: 'transcribed',
      attempts: 1,
      nextAttemptAt: new Date('2026-09-15T14:00:00Z'),
      lastError: expect.stringContaining('429'),
    });
  });

  it('is asked again within a day, whatever Retry-After says', async () => {
    server.replies = [{ status: 429, headers: { 'retry-after': '99999999' } }];
    const id = await episode();
    await analyse(id);
    expect((await standing(id)).nextAttemptAt).toEqual(new Date('2026-09-16T12:00:00Z'));
  });

  it('does not have its key told where its server repeats it', async () => {
    server.replies = [{ status: 401, message: 'Incorrect API key provided: sk-secret-123.' }];
    const id = await episode();
    await analyse(id, engine({ EARMARK_MODEL_API_KEY: 'sk-secret-123' }));
    expect((await standing(id)).lastError).toBe(
      "The model's server answered 401: Incorrect API key provided: [key].",
    );
  });

  it('does not have its key told where that is no header', async () => {
    const id = await episode();
    await analyse(id, engine({ EARMARK_MODEL_API_KEY: 'sk-secret-123\nx' }));
    expect((await standing(id)).lastError).toContain('[key]');
  });

  it('is not asked again at once when it refuses for good', async () => {
    server.replies = [{ status: 401 }];
    const id = await episode();
    expect(await analyse(id)).toMatchObject({ result: 'failed', reason: expect.stringContaining('401') });
    expect(server.requests).toHaveLength(1);
  });

  it('is waited for over five turns; then the built-in engine takes the episode, and says so', async () => {
    server.replies = [{ status: 500 }];
    const id = await episode();
    for (let turn = 1; turn <= 4; turn += 1) {
      expect(await analyse(id)).toMatchObject({ result: 'failed' });
      expect(await published(id)).toEqual([]);
      services.setNow((await standing(id)).nextAttemptAt!);
    }
    expect(await analyse(id)).toMatchObject({ result: 'processed' });
    const rows = await published(id);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row.engine))).toEqual(new Set([`${RULES_ENGINE_VERSION}+words`]));
  });
});
