import { describe, expect, it, onTestFinished } from 'vitest';
import { retries, type Step, scripted } from '../scripted.ts';
import { hasPython, printed } from './run.ts';

async function service(steps: readonly Step[]) {
  const made = await scripted(steps);
  onTestFinished(made.close);
  return made;
}

describe.skipIf(!hasPython)('the Python kit', () => {
  it.each(Object.entries(retries))('%s', async (_, { call, steps, comes, requests }) => {
    const { url, seen } = await service(steps);
    const calls = {
      read: 'earmark.search_ideas(ticker="NVDA")',
      save: 'earmark.save_idea(UNKNOWN)',
      ask: 'earmark.ask_service("What was said?")',
    };
    const came = await printed(
      `
try:
    ${calls[call]}
    came = "answer"
except Exception as error: came = type(error).__name__
print(json.dumps(came))
`,
      url,
      'k',
    );
    expect([came, seen.length]).toEqual([comes, requests]);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('warns of routes that will end', async () => {
    const headers = { deprecation: '@1790000000', sunset: 'Sun, 01 Aug 2027 00:00:00 GMT' };
    const { url } = await service([{ status: 200, headers, body: {} }]);
    const told = await printed(
      `
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    earmark.get_open_api()
print(json.dumps([str(one.message) for one in caught]))
`,
      url,
      'k',
    );
    expect(told).toEqual(['getOpenApi is deprecated; it ends Sun, 01 Aug 2027 00:00:00 GMT.']);
  });

  it('ends a try in time, though the answer keeps coming', async () => {
    const { url } = await service(['drips']);
    const came = await printed(
      `
try: came = Earmark(os.environ["EARMARK_URL"], timeout=0.5, max_retries=0).get_open_api()
except kit.EarmarkConnectionError as error: came = str(error)
print(json.dumps(came))
`,
      url,
      'k',
    );
    expect(came).toBe(`getOpenApi: no answer from ${new URL(url).host}.`);
  });

  it('follows to where the service sends it, and takes the key along on its own origin alone', async () => {
    const other = await service([{ status: 200, body: { plan: 'free' } }]);
    const { url, seen } = await service([
      { status: 302, headers: { location: '/v1/moved' }, body: {} },
      { status: 307, headers: { location: `${other.url}/v1/moved` }, body: {} },
    ]);
    expect(await printed('print(json.dumps(earmark.get_profile()))', url, 'k')).toEqual({ plan: 'free' });
    const keys = [...seen, ...other.seen].map(({ headers }) => headers.authorization);
    expect(keys).toEqual(['Bearer k', 'Bearer k', undefined]);
  });

  it.each(['', '.', '..'])('refuses "%s" where a call names something, and sends nothing', async (named) => {
    const { url, seen } = await service([]);
    const came = await printed(
      `
try: came = earmark.list_ticker_mentions(${JSON.stringify(named)})
except ValueError as error: came = str(error)
print(json.dumps(came))
`,
      url,
      'k',
    );
    expect([came, seen]).toEqual(['symbol must not be empty, "." or "..".', []]);
  });
});
