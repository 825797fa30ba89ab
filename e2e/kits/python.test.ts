import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { retries, scripted } from '#e2e/kits/scripted.ts';
import { operatorKey } from '#e2e/operator.ts';
import { running } from '#e2e/service.ts';
import { projectRoot } from '#server/platform/env.ts';

const run = promisify(execFile);
const kit = join(projectRoot, 'clients/python');
const version = spawnSync('python3', ['-c', 'import sys; print(*sys.version_info[:2])'], {
  encoding: 'utf8',
});
const [major, minor] = (version.stdout ?? '').split(' ').map(Number);
const hasPython = major === 3 && minor! >= 9;
if (!hasPython)
  process.stdout.write('Python 3.9 or newer is not on this machine: its kit is not tested here.\n');

/** Runs a Python program with the kit; returns what it printed. */
async function python(program: string, url: string, key: string): Promise<string> {
  const { stdout } = await run('python3', ['-W', 'error', '-c', program], {
    env: {
      ...process.env,
      PYTHONPATH: kit,
      PYTHONDONTWRITEBYTECODE: '1',
      EARMARK_URL: url,
      EARMARK_KEY: key,
    },
  });
  return stdout;
}

const HEAD = `
import json, os
import earmark as kit
from earmark import Earmark, errors
earmark = Earmark(os.environ["EARMARK_URL"], os.environ["EARMARK_KEY"])
UNKNOWN = "00000000-0000-4000-8000-000000000000"
`;

describe.skipIf(!hasPython)('the Python kit', () => {
  let key: string;
  const printed = async (program: string, url = running().baseUrl) =>
    JSON.parse(await python(HEAD + program, url, key));

  beforeAll(async () => {
    ({ key } = await operatorKey());
  });

  it('runs the program of its README', async () => {
    const [, program] = readFileSync(join(kit, 'README.md'), 'utf8').match(/```python\n([\s\S]*?)```/)!;
    expect(await python(program!, running().baseUrl, key)).toMatch(/^.+, \d{4}-\d\d-\d\d: .+\n/);
  });

  it('has types that Python can read', async () => {
    const read = await printed(`
import typing, earmark.shapes as shapes, earmark.client as client
for shape in list(vars(shapes).values()):
    if hasattr(shape, "__total__"): typing.get_type_hints(shape)
methods = [name for name in vars(Earmark) if not name.startswith("_")]
hints = {name: str(typing.get_type_hints(getattr(Earmark, name))["return"]) for name in methods}
print(json.dumps(hints))
`);
    expect(read).toMatchObject({
      search_ideas: expect.stringContaining('IdeaCardPage'),
      get_idea: expect.stringContaining('IdeaFull'),
    });
  });

  it('reads and writes', async () => {
    const told = await printed(`
profile = earmark.get_profile()
first = earmark.search_ideas(limit=1, from_="2000-01-01")["ideas"][0]
saved = earmark.save_idea(first["id"])
again = earmark.save_idea(first["id"], idempotency_key="mine")
removed = earmark.unsave_idea(first["id"])
starters = earmark.list_shows(recommended=True)["shows"]
print(json.dumps([profile["plan"], saved, again["idempotencyKey"], again["already"], removed["saved"], len(starters) > 0]))
`);
    expect(told).toEqual([
      'free',
      expect.objectContaining({ saved: true, idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/) }),
      'mine',
      true,
      false,
      true,
    ]);
  });

  it('walks through every page of a list', async () => {
    const [walked, whole] = await printed(`
walked = [idea["id"] for idea in earmark.search_ideas_all(ticker="NVDA", limit=1)]
whole = [idea["id"] for idea in earmark.search_ideas(ticker="NVDA", limit=50)["ideas"]]
print(json.dumps([walked, whole]))
`);
    expect(whole.length).toBeGreaterThan(1);
    expect(walked).toEqual(whole);
  });

  it('raises a class of its own for each refusal', async () => {
    const told = await printed(`
def of(call):
    try: call()
    except kit.EarmarkError as refusal: return refusal
idea = earmark.search_ideas(limit=1)["ideas"][0]
nothing = of(lambda: earmark.get_idea(UNKNOWN))
locked = of(lambda: earmark.get_idea_media(idea["id"]))
wrong = of(lambda: earmark.search_ideas(limit=0))
nobody = of(lambda: Earmark(os.environ["EARMARK_URL"]).get_profile())
print(json.dumps([type(nothing).__name__, nothing.status, nothing.request_id is not None, type(locked).__name__,
    isinstance(locked, kit.PlanLimitError), locked.price["currency"], type(wrong).__name__, wrong.body["field"], type(nobody).__name__]))
`);
    expect(told).toEqual([
      'NotFoundError',
      404,
      true,
      'PremiumRequiredError',
      true,
      'USD',
      'InvalidRequestError',
      'limit',
      'UnauthorizedError',
    ]);
  });

  it.each(Object.entries(retries))('%s', async (_, { call, steps, comes, requests }) => {
    const { url, seen, close } = await scripted(steps);
    onTestFinished(close);
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
    );
    expect([came, seen.length]).toEqual([comes, requests]);
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('warns of routes that will end', async () => {
    const headers = { deprecation: '@1790000000', sunset: 'Sun, 01 Aug 2027 00:00:00 GMT' };
    const { url, close } = await scripted([{ status: 200, headers, body: {} }]);
    onTestFinished(close);
    const told = await printed(
      `
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    earmark.get_open_api()
print(json.dumps([str(one.message) for one in caught]))
`,
      url,
    );
    expect(told).toEqual(['getOpenApi is deprecated; it ends Sun, 01 Aug 2027 00:00:00 GMT.']);
  });
});
