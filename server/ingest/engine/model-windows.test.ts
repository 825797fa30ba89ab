import { describe, expect, it } from 'vitest';
import { openEngine } from '#server/ingest/engine/choose.ts';
import { waitingEpisodes } from '#server/ingest/episodes/store.ts';
import { LLM_ENGINE_VERSION } from '#server/ingest/extract/llm/engine.ts';
import { openTools } from '#server/ingest/tools.ts';
import { sql } from '#server/platform/db.ts';
import type { Env } from '#server/platform/env.ts';
import {
  analyse,
  calls,
  engine,
  episode,
  IDEA,
  ideas,
  NONE,
  published,
  server,
  services,
  standing,
  withModel,
} from '#server/testing/reading/model.ts';
import { USAGE } from '#server/testing/servers/model-server.ts';

withModel();

/** Two stretches of talk, each long enough to be a window of its own. */
const LONG: [string | null, string][] = [
  ...Array.from({ length: 80 }, (_, i): [string, string] => [
    i % 2 ? 'Tom Ferro' : 'Mara Lindqvist',
    `Point ${i} on Nvidia is that its software locks customers in and that demand is far ahead of what it can ship.`,
  ]),
  ['Tom Ferro', 'And now to something else.'],
  ...Array.from({ length: 80 }, (_, i): [string, string] => [
    i % 2 ? 'Mara Lindqvist' : 'Tom Ferro',
    `Point ${i} on Oracle is that its debt is far too high for what it earns and that capex keeps rising.`,
  ]),
];
const OF_LONG = {
  ...IDEA,
  speaker: 'Mara Lindqvist',
  quote: 'Point 0 on Nvidia is that its software locks customers in',
  argument: 'the software of Nvidia locks customers in',
  grounds: ['demand'],
  context: [],
  risks: [],
};

describe('an episode of several windows', { timeout: 60_000 }, () => {
  it('stops cleanly when the day’s budget is spent, and goes on the next UTC day where it stopped', async () => {
    server.replies = [ideas(OF_LONG), NONE];
    const id = await episode(LONG);
    const tight = engine({ EARMARK_MODEL_DAILY_USD: 0.001 });
    expect(await analyse(id, tight)).toMatchObject({
      result: 'paused',
      reason: expect.stringContaining('budget'),
    });
    expect(server.requests).toHaveLength(1);
    expect(await published(id)).toEqual([]);
    expect(await standing(id)).toMatchObject({
      state: 'transcribed',
      attempts: 0,
      nextAttemptAt: new Date('2026-09-16T00:00:00Z'),
    });
    expect((await calls())[0]!.answer).not.toBeNull();

    services.setNow('2026-09-16T00:00:01Z');
    let report = await analyse(id, tight);
    for (let day = 17; report.result === 'paused' && day < 30; day += 1) {
      services.setNow(`2026-09-${day}T00:00:01Z`);
      report = await analyse(id, tight);
    }
    expect(report).toMatchObject({ result: 'processed', added: 1 });
    expect(new Set(server.requests.map((request) => request.prompt)).size).toBe(server.requests.length);
    expect((await calls()).every((call) => call.answer === null)).toBe(true);
  });

  it('pays for no window twice when the model goes down half-way', async () => {
    server.replies = [ideas(OF_LONG), { status: 500 }];
    const id = await episode(LONG);
    expect(await analyse(id)).toMatchObject({ result: 'failed' });
    expect(await published(id)).toEqual([]);
    const first = server.requests[0]!.prompt;
    server.requests.length = 0;
    server.replies = [NONE];
    services.setNow((await standing(id)).nextAttemptAt!);
    expect(await analyse(id)).toMatchObject({ result: 'processed', added: 1 });
    expect(server.requests.map((request) => request.prompt)).not.toContain(first);
  });

  describe('put off for the budget', () => {
    const putOff = async () => {
      server.replies = [ideas(OF_LONG), NONE];
      const id = await episode(LONG);
      expect(await analyse(id, engine({ EARMARK_MODEL_DAILY_USD: 0.001 }))).toMatchObject({
        reason: "The day's model budget of $0.001 is spent.",
      });
      return id;
    };
    const started = async (given: Partial<Env>) => {
      const tools = await openTools({ ...services, env: { ...services.env, ...given } });
      await tools.close();
      return waitingEpisodes(services.db, services.clock(), 10);
    };

    it('is read as soon as a start finds some of it left', async () => {
      const id = await putOff();
      expect(await started({ EARMARK_MODEL_DAILY_USD: 0.001 })).toEqual([]);
      expect(await started({ EARMARK_MODEL_DAILY_USD: 1 })).toEqual([id]);
    });

    it('is read as soon as the built-in rules read', async () => {
      const id = await putOff();
      expect(await started({ EARMARK_MODEL_DAILY_USD: 0.001, EARMARK_EXTRACT: 'rules' })).toEqual([id]);
    });

    it('wakes nothing that waits for another reason', async () => {
      server.replies = [{ status: 500 }];
      await analyse(await episode());
      expect(await started({ EARMARK_MODEL_DAILY_USD: 1 })).toEqual([]);
    });
  });

  it('asks about no other episode while the call under way may take all that is left', async () => {
    server.replies = ['hangs'];
    const tight = engine({ EARMARK_MODEL_DAILY_USD: 0.001 }, 2000);
    const [first, second] = [await episode(), await episode()];
    const under = analyse(first, tight);
    while (server.requests.length < 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await analyse(second, tight)).toMatchObject({ result: 'paused' });
    expect(server.requests).toHaveLength(1);
    expect(await standing(second)).toMatchObject({
      lastError: "The day's model budget of $0.001 is held by calls under way.",
      nextAttemptAt: new Date(services.clock().getTime() + 300_000),
    });
    await under;
  });

  it('asks nothing when Ask has spent the day’s budget', async () => {
    await services.db.run(sql`
      INSERT INTO model_call (at, day, purpose, model, "costUsd", outcome) VALUES (${services.clock()}, '2026-09-15', 'ask', 'local', 99, 'answered')`);
    const id = await episode();
    expect(await analyse(id)).toMatchObject({ result: 'paused' });
    expect(server.requests).toHaveLength(0);
  });

  it('is told of no window in which nobody names a subject', async () => {
    server.replies = [NONE];
    const id = await episode([['Tom Ferro', 'The weather was fine and we went for a walk.']]);
    expect(await analyse(id)).toMatchObject({ result: 'processed', added: 0 });
    expect(server.requests).toHaveLength(0);
  });
});

describe('the engine that the settings choose', { timeout: 60_000 }, () => {
  it('reads in a thread of its own, and a stop is a pause', async () => {
    server.replies = [ideas(IDEA)];
    const opened = openEngine(services);
    const id = await episode();
    expect(await analyse(id, opened.extractor, opened.fallback)).toMatchObject({
      result: 'processed',
      added: 1,
    });

    server.replies = ['hangs'];
    const next = await episode();
    const under = analyse(next, opened.extractor, opened.fallback);
    while (server.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    await opened.close();
    expect(await under).toMatchObject({ result: 'paused' });
    expect(await standing(next)).toMatchObject({
      state: 'transcribed',
      attempts: 0,
      nextAttemptAt: services.clock(),
    });
    const stopped = (await calls()).find(({ episodeId }) => episodeId === next)!;
    expect(stopped.outcome).toBe('aborted');
    expect(stopped.costUsd).toBeGreaterThan(0);
  });

  it('speaks Anthropic’s protocol too: the sound idea is stored, the invented one is not', async () => {
    server.replies = [ideas(IDEA, { ...IDEA, quote: 'Nvidia will be worth ten trillion dollars.' }), NONE];
    const anthropic = engine({ EARMARK_MODEL_PROVIDER: 'anthropic', EARMARK_MODEL: 'claude-test' });
    const id = await episode();
    expect(await analyse(id, anthropic)).toMatchObject({ result: 'processed', added: 1 });
    expect(server.requests[0]!.path).toBe('/v1/messages');
    expect((await published(id))[0]!.engine).toBe(`${LLM_ENGINE_VERSION}:claude-test`);
    const recorded = await calls();
    expect(recorded.map((call) => call.costUsd)).toEqual([
      expect.closeTo((USAGE.inputTokens + USAGE.outputTokens * 10) / 1e6, 6),
      expect.closeTo(0.002, 6),
    ]);
    expect(recorded.reduce((sum, call) => sum + call.ideasDropped, 0)).toBe(1);
  });
});
