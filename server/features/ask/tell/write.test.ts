import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { askAs, findViewer } from '#server/edges/pages.ts';
import { createAnswerWriter } from '#server/features/ask/tell/write.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { shareServices } from '#server/platform/services.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { said } from '#server/testing/reading/evidence.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** What the model's server answers next: a text, or a way to misbehave. */
let reply: string | 'broken' | 'refused' | 'silent' = '';
let prompts: string[] = [];
let server: Server;
let services: TestServices;
let key: string;
let accountId: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      prompts.push(body);
      if (reply === 'silent') return;
      if (reply === 'refused') return void response.writeHead(400).end('{"error":{"message":"no"}}');
      if (JSON.parse(body).stream) return void speak(response);
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
  ({ key, accountId } = await accountWithKey(services, { plan: 'premium' }));
  shareServices(services);
}, 120_000);
afterAll(async () => {
  await services.close();
  server.close();
});
beforeEach(async () => {
  prompts = [];
  await services.db.run(sql`DELETE FROM model_call`);
});

/** The reply as a stream of a few letters each; one that breaks off ends without a word of it. */
function speak(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const say = (delta: object, more: object = {}) =>
    response.write(
      `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 1, model: 'local', choices: [{ index: 0, delta, finish_reason: null }], ...more })}\n\n`,
    );
  const [whole = '', broken] = reply.split('|');
  for (const part of whole.match(/.{1,7}/gs) ?? []) say({ role: 'assistant', content: part });
  if (broken !== undefined) return void response.write(': \n\n', () => response.socket?.end());
  const usage = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };
  response.end(
    `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 1, model: 'local', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage })}\n\ndata: [DONE]\n\n`,
  );
}

const ask = async () =>
  (
    await call(services, 'POST', '/v1/agent/ask', {
      key,
      body: { question: 'What did podcasts say about Nvidia?' },
    })
  ).body;
const calls = () =>
  services.db.rows(
    pick(tables.modelCall, 'outcome', 'costUsd', 'inputTokens'),
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

  it('is not asked for where the answer must say that nobody spoke of what was asked', async () => {
    reply = 'On The Alpha Hour (15 September 2026), the show argued that packaging limits NVIDIA [1].';
    const question = 'How might export tariffs affect Nvidia?';
    const { body } = await call(services, 'POST', '/v1/agent/ask', { key, body: { question } });
    expect(body.answer).toMatch(/^On Nvidia, nothing to quote about export tariffs was found; /);
    expect(prompts).toHaveLength(0);
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

describe('the budget of a day', { timeout: 120_000 }, () => {
  it('counts a call that broke off by its prompt and what was heard, one that was refused as nothing', async () => {
    reply = 'broken';
    await ask();
    reply = 'refused';
    await ask();
    const [broken, refused] = await calls();
    expect(broken!.outcome).toBe('failed');
    expect(broken!.inputTokens).toBeGreaterThan(100);
    expect(broken!.costUsd).toBeGreaterThan(0);
    expect(refused).toEqual({ outcome: 'failed', costUsd: 0, inputTokens: 0 });
  });

  it('counts a call whose asker hung up', async () => {
    reply = 'silent';
    const hangUp = new AbortController();
    const write = createAnswerWriter(services)!;
    const tools = { db: services.db, now: services.clock(), signal: hangUp.signal };
    const writing = write('What did podcasts say about Nvidia?', [said()], tools);
    await expect.poll(() => prompts.length).toBe(1);
    hangUp.abort();
    await expect(writing).rejects.toThrow();
    expect(await calls()).toEqual([
      { outcome: 'aborted', costUsd: expect.any(Number), inputTokens: expect.any(Number) },
    ]);
    expect((await calls())[0]!.inputTokens).toBeGreaterThan(100);
  });

  it('lets no two questions through at once on what is left for one', async () => {
    reply = 'silent';
    await services.db.run(sql`
      INSERT INTO model_call (at, day, purpose, model, "costUsd", outcome)
      VALUES (${services.clock()}, '2026-09-15', 'extract', 'local', 0.9999, 'answered')`);
    const hangUp = new AbortController();
    const write = createAnswerWriter(services)!;
    const tools = { db: services.db, now: services.clock(), signal: hangUp.signal };
    const written = Array.from({ length: 5 }, () => write('What about Nvidia?', [said()], tools));
    const settled = Promise.allSettled(written);
    await Promise.any(written.map((one) => one.then((sentences) => expect(sentences).toEqual([]))));
    await expect.poll(() => prompts.length).toBe(1);
    hangUp.abort();
    expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(prompts).toHaveLength(1);
  });
});

describe('an answer that is heard while a model writes it', { timeout: 120_000 }, () => {
  const HOLDS = 'On The Alpha Hour (15 September 2026), the show argued that packaging limits NVIDIA [1].';
  const INVENTED = 'Chamath called NVIDIA a 5000 dollar stock [1].';
  const AGAIN = 'On The Alpha Hour, packaging limits NVIDIA, the show said on 15 September 2026. [1]';
  const hear = async () => {
    const heard: string[] = [];
    const viewer = (await findViewer(accountId))!;
    const asked = { question: 'What did podcasts say about Nvidia?' };
    const answer = await askAs(viewer, '192.0.2.1', asked, (soFar) => heard.push(soFar));
    return { heard, answer: answer.answer! };
  };

  it('grows by the sentences that hold, and no other is ever heard', async () => {
    reply = `${INVENTED} ${HOLDS} ${INVENTED} ${AGAIN} It has no peer.`;
    const { heard, answer } = await hear();
    expect(heard).toHaveLength(2);
    expect(heard[0]).toBe(HOLDS);
    expect(heard[1]).toBe(answer);
    expect(answer.startsWith(`${HOLDS} `)).toBe(true);
    expect(await calls()).toEqual([
      { outcome: 'answered', costUsd: expect.closeTo(0.002, 6), inputTokens: 1000 },
    ]);
  });

  it('stays what was heard when the model breaks off', async () => {
    reply = `${HOLDS} ${INVENTED} And then |`;
    expect(await hear()).toEqual({ heard: [HOLDS], answer: HOLDS });
    expect((await calls()).map((row) => row.outcome)).toEqual(['failed']);
  });

  it.each([`${INVENTED} Trust me [9].`, '', 'And then |', 'refused'])(
    'is composed from the record, nothing heard before, when the model says %j',
    async (next) => {
      reply = next;
      const { heard, answer } = await hear();
      expect(heard).toEqual([]);
      expect(answer).toMatch(COMPOSED);
    },
  );
});
