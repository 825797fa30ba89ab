import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operatorKey } from '#e2e/operator.ts';
import { running } from '#e2e/service.ts';
import { hasPython, printed as printedBy, python, pythonKit } from '../../clients/python/run.ts';

describe.skipIf(!hasPython)('the Python kit', () => {
  let key: string;
  const printed = (program: string) => printedBy(program, running().baseUrl, key);

  beforeAll(async () => {
    ({ key } = await operatorKey());
  });

  it('runs the program of its README', async () => {
    const [, program] = readFileSync(join(pythonKit, 'README.md'), 'utf8').match(/```python\n([\s\S]*?)```/)!;
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
});
