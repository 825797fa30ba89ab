import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { agent } from '#e2e/journeys/agent.ts';
import { confirm } from '#e2e/journeys/reader.ts';
import { loadEnv, projectRoot } from '#server/platform/env.ts';
import config from '../playwright.config.ts';

/**
 * Takes the pictures that directories of assistants ask for: the home page, a ticker, a thesis, an idea, an answer, consent, and
 * the calls of a connection. It needs a service that runs with the same settings, and signs in as an account for reviewers.
 * Run: npm run screenshots -- [folder] [ticker]
 */
type Client = ReturnType<typeof agent>;

const SIZE = { width: 1280, height: 800 };
const QUESTION = 'What was argued about';

const [folder = 'test-results/screenshots', given] = process.argv.slice(2);
const { webUrl } = loadEnv();
const reviewer = makeReviewer();
const target = resolve(projectRoot, folder);
mkdirSync(target, { recursive: true });
const browser = await chromium.launch(config.use!.launchOptions!);
try {
  const context = await browser.newContext({ baseURL: webUrl, viewport: SIZE, colorScheme: 'light' });
  const page = await context.newPage();
  await page.goto(reviewer.links[0]!);
  await confirm(page);
  const client = agent(context.request, reviewer.key);
  const { id, ticker } = await chosen(client, given);

  await take(page, '1-home', '/');
  await take(page, '2-ticker', `/tickers/${ticker}`);
  await take(page, '3-thesis', `/theses/${await longestThesis(client, ticker)}`);
  await take(page, '4-idea', `/ideas/${id}`);
  await page.goto('/ask');
  await page.locator('textarea').first().fill(`${QUESTION} $${ticker}?`);
  await page.getByRole('button', { name: /^ask/i }).first().click();
  await page.waitForURL(/\/ask\/[0-9a-f-]{36}/);
  await take(page, '5-answer');
  await take(page, '6-consent', await consent(page));
  for (const name of ['service_digest', 'service_search_ideas', 'service_list_follows'])
    await client.tool(name);
  await client.tool('service_get_idea', { ideaId: id });
  await client.get('/v1/agent/ideas/unknown');
  await page.goto('/settings/connectors');
  await take(
    page,
    '7-requests',
    (await page
      .getByRole('link', { name: /^Requests, name/ })
      .first()
      .getAttribute('href'))!,
  );
} finally {
  await browser.close();
}

type Reviewer = { readonly key: string; readonly links: readonly string[] };

function makeReviewer(): Reviewer {
  const command = [join(projectRoot, 'server/cli.ts'), 'account', 'create', '--reviewer', '--json'];
  const email = 'screenshots@earmark.example';
  const said = execFileSync(process.execPath, [...command, '--email', email], { encoding: 'utf8' });
  const made = JSON.parse(said) as Reviewer & { key: string | null };
  if (made.key === null)
    throw new Error(`Revoke keys of ${email} first: it has as many as an account may have.`);
  return made;
}

type Shown = { readonly id: string; readonly tickers: readonly string[] };

/**
 * The deepest idea on the wanted symbol, with its argument written down if there is one. Without a wanted symbol, the one with
 * the most ideas that has such an idea.
 */
async function chosen(client: Client, wanted: string | undefined): Promise<{ id: string; ticker: string }> {
  const { ideas } = (await (await client.get('/v1/agent/ideas?limit=50')).json()) as { ideas: Shown[] };
  const symbols = ideas.flatMap(({ tickers }) => tickers);
  const often = (symbol: string) => symbols.filter((one) => one === symbol).length;
  const candidates = wanted ? [wanted] : [...new Set(symbols)].sort((a, b) => often(b) - often(a));
  const about = (ticker: string) => ideas.filter(({ tickers }) => tickers.includes(ticker));
  for (const ticker of candidates)
    for (const { id } of about(ticker)) {
      const { context } = await (await client.get(`/v1/agent/ideas/${id}`)).json();
      if (context) return { id, ticker };
    }
  const first = candidates[0] && about(candidates[0])[0];
  if (!first) throw new Error('There is no idea about a symbol to take a picture of.');
  return { id: first.id, ticker: candidates[0]! };
}

type Told = { readonly thesisId: string; readonly statements: readonly unknown[] };

/** The id of the thesis on a symbol that has the most statements. */
async function longestThesis(client: Client, ticker: string): Promise<string> {
  const path = `/v1/agent/thesis-history?ticker=${encodeURIComponent(ticker)}`;
  const { theses } = (await (await client.get(path)).json()) as { theses: Told[] };
  const [longest] = theses.toSorted((a, b) => b.statements.length - a.statements.length);
  if (!longest) throw new Error(`There is no thesis on ${ticker} to take a picture of.`);
  return longest.thesisId;
}

/** Registers an application; returns the path at which it asks for consent. */
async function consent(page: Page): Promise<string> {
  const callback = 'http://127.0.0.1:9/callback';
  const registered = await page.request.post('/oauth/register', {
    data: { client_name: 'Research assistant', redirect_uris: [callback] },
  });
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: (await registered.json()).client_id,
    redirect_uri: callback,
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'profile:read ideas:read follows:read saves:read ask:write',
    resource: `${webUrl}/v1/mcp/connect`,
  });
  return `/oauth/authorize?${query}`;
}

async function take(page: Page, name: string, path?: string): Promise<void> {
  if (path) await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: join(target, `${name}.png`) });
  process.stdout.write(`${join(folder, `${name}.png`)}\n`);
}
