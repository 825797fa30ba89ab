import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/platform/testing/api.ts';
import { seedCorpus } from '#server/platform/testing/corpus.ts';
import { type TestServices, testServices } from '#server/platform/testing/services.ts';

/** What the model's server answers next: a text, or a way to misbehave. */
let reply: string | 'broken' | 'refused' = '';
let prompts: string[] = [];
let server: Server;
let services: TestServices;
let key: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      prompts.push(body);
      if (reply === 'refused') return void response.writeHead(400).end('{"error":{"message":"no"}}');
      response.writeHead(200, { 'content-type': 'application/json' });
      if (reply === 'broken') return void response.end('{"choices": [');
      response.end(
        JSON.stringify({
          id: '1',
          object: 'chat.completion',
          created: 1,
          model: 'local',
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: reply } }],
          usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  services = await testServices({
    EARMARK_MODEL_PROVIDER: 'openai-compatible',
    EARMARK_MODEL: 'local',
    EARMARK_MODEL_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    EARMARK_MODEL_DAILY_USD: '1',
    EARMARK_MODEL_USD_PER_MTOK_IN: '1',
    EARMARK_MODEL_USD_PER_MTOK_OUT: '10',
  });
  await seedCorpus(services);
  key = (await accountWithKey(services, { plan: 'premium' })).key;
}, 120_000);
afterAll(async () => {
  await services.close();
  server.close();
});
beforeEach(async () => {
  prompts = [];
  await services.db.run(sql`DELETE FROM model_call`);
});

const ask = async () =>
  (
    await call(services, 'POST', '/v1/agent/ask', {
      key,
      body: { question: 'What did podcasts say about Nvidia?' },
    })
  ).body;
const calls = () =>
  services.db.rows<{ outcome: string; costUsd: number; inputTokens: number }>(
    sql`SELECT outcome, "costUsd", "inputTokens" FROM model_call ORDER BY at`,
  );
const COMPOSED = /^On the bullish side, the Alpha Hour argues that packaging/;

describe('an answer written by a model', { timeout: 120_000 }, () => {
  it('keeps the sentences that hold to their evidence, drops the others, and records what it cost', async () => {
    reply =
      'On The Alpha Hour (15 September 2026), the show argued that packaging limits NVIDIA [1]. NVIDIA will triple by 2028 [1]. Warren Buffett agreed [2]. It has no peer.';
    const body = await ask();
    expect(body.answer).toBe(
      'On The Alpha Hour (15 September 2026), the show argued that packaging limits NVIDIA [1].',
    );
    expect(body.citations).toHaveLength(1);
    expect(prompts).toHaveLength(1);
    expect(await calls()).toEqual([
      { outcome: 'answered', costUsd: expect.closeTo(0.002, 6), inputTokens: 1000 },
    ]);
  });

  it.each([
    ['invents everything', 'Chamath called NVIDIA a 5000 dollar stock [1]. Trust me [9].', 'empty'],
    ['says nothing', '', 'empty'],
    ['breaks off', 'broken', 'failed'],
    ['refuses', 'refused', 'failed'],
  ])('is composed from the record when the model %s', async (_name, next, outcome) => {
    reply = next;
    const body = await ask();
    expect(body.answer).toMatch(COMPOSED);
    expect((await calls()).map((row) => row.outcome)).toEqual([outcome]);
  });

  it('is composed from the record, unasked, once the day has cost what it may', async () => {
    await services.db.run(sql`
      INSERT INTO model_call (at, day, purpose, model, "costUsd", outcome)
      VALUES (${services.clock()}, '2026-09-15', 'extract', 'local', 1, 'answered')`);
    reply = 'On The Alpha Hour (15 September 2026), the show argued that packaging limits NVIDIA [1].';
    expect((await ask()).answer).toMatch(COMPOSED);
    expect(prompts).toHaveLength(0);
  });
});
