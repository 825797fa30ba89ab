import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { retries, type Step, scripted } from '../scripted.ts';
import { type DeprecationNotice, Earmark } from './dist/index.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function service(steps: readonly Step[]) {
  const made = await scripted(steps);
  onTestFinished(made.close);
  return made;
}

describe('the TypeScript kit', () => {
  it.each(Object.entries(retries))('%s', async (_, { call, steps, comes, requests }) => {
    const { url, seen } = await service(steps);
    const client = new Earmark({ baseUrl: url, apiKey: 'k' });
    const calls = {
      read: () => client.searchIdeas({ ticker: 'NVDA' }),
      save: () => client.saveIdea({ ideaId: UNKNOWN }),
      ask: () => client.askService({ question: 'What was said?' }),
    };
    const came = await (calls[call]() as Promise<object>).then(
      () => 'answer',
      (error: Error) => error.name,
    );
    expect([came, seen.length]).toEqual([comes, requests]);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('stops at once when its caller has gone', async () => {
    const { url, seen } = await service([{ status: 503, headers: { 'retry-after': '50' }, body: {} }]);
    const gone = new AbortController();
    const client = new Earmark({ baseUrl: url, apiKey: 'k' });
    const call = client.getProfile({ signal: gone.signal });
    await expect.poll(() => seen.length).toBe(1);
    gone.abort(new Error('gone'));
    await expect(call).rejects.toThrow('gone');
    expect(seen).toHaveLength(1);
  });

  it('tells of routes that will end', async () => {
    const headers = { deprecation: '@1790000000', sunset: 'Sun, 01 Aug 2027 00:00:00 GMT' };
    const { url } = await service([{ status: 200, headers, body: {} }]);
    const told: DeprecationNotice[] = [];
    const client = new Earmark({ baseUrl: url, onDeprecation: (notice) => told.push(notice) });
    await client.getOpenApi();
    expect(told).toEqual([{ operation: 'getOpenApi', ...headers, link: null }]);
  });

  it.each(['', '.', '..'])('refuses "%s" where a call names something, and sends nothing', async (named) => {
    const { url, seen } = await service([]);
    const client = new Earmark({ baseUrl: url, maxRetries: 0 });
    const refusal = new TypeError('symbol must not be empty, "." or "..".');
    await expect(client.listTickerMentions(named)).rejects.toThrow(refusal);
    await expect(client.listTickerMentionsAll(named).next()).rejects.toThrow(refusal);
    expect(seen).toEqual([]);
  });

  it('says which of its values no header can carry', async () => {
    const { url, seen } = await service([]);
    const keyless = new Earmark({ baseUrl: url, maxRetries: 0 });
    const keyed = new Earmark({ baseUrl: url, apiKey: 'ключ', maxRetries: 0 });
    await expect(keyed.getProfile()).rejects.toThrow(
      new TypeError('apiKey holds characters that a header cannot carry.'),
    );
    await expect(keyless.saveIdea({ ideaId: UNKNOWN }, { idempotencyKey: 'ключ' })).rejects.toThrow(
      new TypeError('idempotencyKey holds characters that a header cannot carry.'),
    );
    expect(seen).toEqual([]);
  });

  it.each(['', '/', '/foo', '/foo/'])('asks below its address: "%s"', async (path) => {
    const { url, seen } = await service([{ status: 200, body: {} }]);
    await new Earmark({ baseUrl: `${url}${path}` }).getTickerEmbed('BRK.B');
    expect(seen[0]!.url).toBe(`${path.replace(/\/$/, '')}/v1/public/embed/ticker/BRK.B`);
  });

  it('writes on pages over plain http, which have no crypto.randomUUID', async () => {
    const { url, seen } = await service([{ status: 200, body: {} }]);
    const { crypto } = globalThis;
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    onTestFinished(() => void vi.unstubAllGlobals());
    await new Earmark({ baseUrl: url }).saveIdea({ ideaId: UNKNOWN });
    expect(seen[0]!.headers['idempotency-key']).toMatch(/^[\da-f]{32}$/);
  });
});
