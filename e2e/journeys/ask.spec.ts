import { spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/journeys/journey.ts';
import { confirm, mailedLink, sendLink } from '#e2e/journeys/reader.ts';
import { pinnedNode, running, serviceEnvironment, stop } from '#e2e/service.ts';
import { projectRoot } from '#server/platform/env.ts';
import { freePort } from '#server/platform/postgres/embedded.ts';

const CONVERSATION = /\/ask\/[0-9a-f-]{36}#latest$/;

/** The symbol that most ideas of the sample shows are on. */
let symbol: string;

test.beforeAll(async ({ service }) => {
  const answer = await fetch(`${service.baseUrl}/v1/agent/ideas?limit=50`, {
    headers: { authorization: `Bearer ${service.firstKey}` },
  });
  const { ideas } = (await answer.json()) as { ideas: { tickers: string[] }[] };
  symbol = mostFrequent(ideas.flatMap(({ tickers }) => tickers));
});

for (const [how, javaScriptEnabled] of [
  ['with scripts', true],
  ['without scripts', false],
] as const)
  test.describe(`asking on the page, ${how}`, () => {
    test('answers with numbered sources that lead to the second, and goes on from there', async ({
      signedIn,
    }) => {
      const { page } = await signedIn({ javaScriptEnabled });
      await page.goto('/ask');
      await ask(page, `What did podcasts say about $${symbol}?`);
      await page.waitForURL(CONVERSATION);
      await leadsToTheSecond(page);

      const { pathname } = new URL(page.url());
      await ask(page, 'Tell me more about it.');
      await expect(page.getByRole('heading', { name: 'Tell me more about it.' })).toBeVisible();
      expect(new URL(page.url()).pathname).toBe(pathname);
      await expect(page.getByRole('complementary', { name: /^Sources of answer/ })).toHaveCount(2);
      const sources = page.getByRole('complementary', { name: /^Sources of answer/ });
      await expect(sources.nth(1)).toHaveAccessibleName('Sources of answer 2');
      const [first, second] = [await ideasOf(sources.nth(0)), await ideasOf(sources.nth(1))];
      expect(second).toEqual(first);
    });

    test('answers a trade decision with the reframe and questions that the record answers', async ({
      signedIn,
    }) => {
      const { page } = await signedIn({ javaScriptEnabled });
      await page.goto('/ask');
      await ask(page, `Should I buy $${symbol} now?`);
      await page.waitForURL(CONVERSATION);
      await expect(page.locator('main .note')).toContainText('not advice');
      await expect(page.getByRole('complementary', { name: /^Sources of answer/ })).toHaveCount(0);

      const suggestions = page.locator('main a[href^="/ask?q="]');
      await expect(suggestions).toHaveCount(3);
      const question = (await suggestions.first().textContent())!;
      await suggestions.first().click();
      await page.waitForURL('**/ask?q=*');
      await expect(page.locator('#question')).toHaveValue(question);
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await page.waitForURL(CONVERSATION);
      await expect(page.getByRole('complementary', { name: /^Sources of answer/ })).toHaveCount(1);
      await page.goto('/settings/plan');
      // The refusal spent nothing.
      await expect(page.locator('tr', { hasText: 'Questions today' })).toContainText('1 of 3');
    });
  });

for (const [how, javaScriptEnabled] of [
  ['with scripts', true],
  ['without scripts', false],
] as const)
  test.describe(`a question after the session has ended, ${how}`, () => {
    test('stands in its field again once its reader is signed in, and is asked there', async ({
      signedIn,
    }) => {
      const { context, page, email } = await signedIn({ javaScriptEnabled });
      await page.goto('/ask');
      await ask(page, `What did podcasts say about $${symbol}?`);
      await page.waitForURL(CONVERSATION);
      const { pathname } = new URL(page.url());

      await context.clearCookies({ name: /session-token/ });
      await ask(page, 'Tell me more about it.');
      await page.waitForURL('**/sign-in?next=*');
      await sendLink(page, email);
      await page.goto(await mailedLink(page, email));
      await confirm(page);
      expect(new URL(page.url()).pathname).toBe(pathname);
      await expect(page.locator('#question')).toHaveValue('Tell me more about it.');
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await expect(page.getByRole('complementary', { name: 'Sources of answer 2' })).toBeVisible();
      await expect(page.locator('#question')).toHaveValue('');
    });
  });

test.describe('an answer that a model writes', () => {
  test('grows on the page by sentences before it is whole', async ({ signedIn }) => {
    const model = await slowModel();
    const service = await serviceWith({
      EARMARK_MODEL_PROVIDER: 'openai-compatible',
      EARMARK_MODEL: 'local',
      EARMARK_MODEL_BASE_URL: model.url,
    });
    // Cookies belong to a host, whatever the port.
    const { page } = await signedIn();
    try {
      // A process that has just started reads its examples, and with them what every question is read with.
      await expect(async () => {
        await page.goto(`${service.url}/ask`);
        await expect(page.getByRole('heading', { name: 'Questions it can answer' })).toBeVisible({
          timeout: 100,
        });
      }).toPass();
      await ask(page, `What did podcasts say about $${symbol}?`);
      const growing = page.getByRole('region', { name: 'The answer so far' });
      await expect(growing.getByText('[1]')).toBeVisible();
      const soFar = (await growing.locator('p').textContent())!;
      expect(page.url()).not.toMatch(CONVERSATION);
      model.goOn();
      await page.waitForURL(CONVERSATION);
      await expect(page.getByRole('complementary', { name: /^Sources of answer/ })).toBeVisible();
      await expect(page.locator('main .font-serif.leading-relaxed').first()).toContainText(soFar);
    } finally {
      await service.stop();
      model.close();
    }
  });
});

async function ask(page: Page, question: string): Promise<void> {
  await page.locator('#question').fill(question);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
}

/** Checks that each marker has its source, and that a source leads to the episode at the second of its idea. */
async function leadsToTheSecond(page: Page): Promise<void> {
  const markers = page.locator('main a[aria-label^="Source "]');
  const numbers = (await markers.allTextContents()).map((text) => Number(text.replace(/\D/g, '')));
  const sources = page.getByRole('complementary', { name: /^Sources of answer/ }).locator('li');
  expect(numbers.length).toBeGreaterThan(0);
  expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(
    Array.from({ length: await sources.count() }, (_, i) => i + 1),
  );

  const source = page.locator((await markers.first().getAttribute('href'))!);
  await expect(source).toBeHidden();
  await markers.first().click();
  await expect(source).toBeVisible();
  const episode = (await source.locator('a[href^="/episodes/"]').getAttribute('href'))!;
  const idea = (await source.locator('a[href^="/ideas/"]').getAttribute('href'))!;
  const told = await page.request.get(`/v1/agent/ideas/${idea.split('/').at(-1)}`, {
    headers: { authorization: `Bearer ${running().firstKey}` },
  });
  const { timestampSeconds, episode: own } = (await told.json()) as {
    timestampSeconds: number;
    episode: { id: string };
  };
  expect(episode).toBe(`/episodes/${own.id}?t=${timestampSeconds}`);
  expect((await page.request.get(episode)).status()).toBe(200);
}

async function ideasOf(sources: ReturnType<Page['locator']>): Promise<(string | null)[]> {
  const links = await sources.locator('a[href^="/ideas/"]').all();
  return Promise.all(links.map((link) => link.getAttribute('href')));
}

function mostFrequent(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0];
}

/** A model that writes the first argument on a side among its evidence as two sentences. It finishes the second one only after `goOn`. */
async function slowModel(): Promise<{ url: string; goOn: () => void; close: () => void }> {
  const told = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const prompt = (JSON.parse(body) as { messages: { role: string; content: string }[] }).messages
      .filter(({ role }) => role === 'user')
      .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
      .join('\n');
    // Which evidence comes first depends on the ids of a record; a side is told of some of it only.
    const [, number, argued = ''] = /\[(\d+)\]\n((?:(?!\[\d).+\n)*Argument: .+)/.exec(prompt) ?? [];
    const field = (name: string) => new RegExp(`${name}: (.+)`).exec(argued)?.[1] ?? '';
    const written = ` (${field('Air date')}), ${field('Argument')} [${number}].`;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    say(response, { role: 'assistant', content: `On ${field('Show')}${written} On ${field('Show')}` });
    await told.promise;
    say(response, { content: written }, 'stop');
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    goOn: told.resolve,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function say(response: ServerResponse, delta: object, finish: 'stop' | null = null): void {
  const chunk = { id: '1', object: 'chat.completion.chunk', created: 1, model: 'local' };
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  response.write(
    `data: ${JSON.stringify({ ...chunk, choices: [{ index: 0, delta, finish_reason: finish }], ...(finish ? { usage } : {}) })}\n\n`,
  );
}

/** Another process of the pages, on the tests' data, with settings of its own. */
async function serviceWith(
  settings: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(pinnedNode, ['node_modules/next/dist/bin/next', 'start'], {
    cwd: projectRoot,
    env: serviceEnvironment(running().dataDir, {
      PORT: String(port),
      HOST: '127.0.0.1',
      EARMARK_BASE_URL: url,
      EARMARK_TRUSTED_PROXIES: '1',
      ...settings,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((ready, fail) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('Ready in')) ready();
    });
    child.once('exit', (code) => fail(new Error(`next start ended with ${code}.`)));
  });
  return { url, stop: () => stop(child) };
}
