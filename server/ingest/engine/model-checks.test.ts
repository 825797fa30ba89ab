import { describe, expect, it } from 'vitest';
import { modelDay } from '#server/ingest/engine/store.ts';
import { markForAnalysis } from '#server/ingest/episodes/store.ts';
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
  sides,
  standing,
  withModel,
} from '#server/testing/reading/model.ts';
import type { Reply } from '#server/testing/servers/model-server.ts';

withModel();

describe('a second reading', { timeout: 60_000 }, () => {
  const twice = () => engine({ EARMARK_MODEL_CHECK: true });
  const checks = (...all: object[]): Reply => ({ text: JSON.stringify({ checks: all }) });
  const cards = (...all: object[]): Reply => ({ text: JSON.stringify({ cards: all }) });
  const NONSENSE: Reply = { text: 'I would sign all of them.' };
  const SIGNED = cards({ number: 1, objections: [] });
  const SAME = {
    number: 1,
    holds: true,
    stance: 'BULLISH',
    speaker: 'as labelled',
    leaveOut: [],
    leaveOutNotes: [],
    betterHeadline: null,
    betterArgument: null,
    betterQuote: null,
  };

  it('is asked of what is proven, and what it denies is not published but counted', async () => {
    server.replies = [ideas(IDEA), checks({ ...SAME, holds: false })];
    const id = await episode();
    expect(await analyse(id, twice())).toMatchObject({ result: 'processed', added: 0 });
    expect(server.requests[1]!.prompt).toContain('STATEMENT 1, on Nvidia');
    const recorded = await calls();
    expect(recorded.reduce((sum, call) => sum + call.ideasKept, 0)).toBe(0);
    expect(recorded.reduce((sum, call) => sum + call.ideasDropped, 0)).toBe(1);
  });

  it('names nobody where it doubts who speaks', async () => {
    server.replies = [ideas(IDEA), checks({ ...SAME, speaker: 'another' }), SIGNED];
    const id = await episode();
    await analyse(id, twice());
    expect(await published(id)).toMatchObject([{ speaker: null, quote: IDEA.quote }]);
  });

  const HEADLINES = [
    'Software locks Nvidia customers in',
    'Nvidia is held by its software',
    'Nvidia rests on its software',
  ];
  const putRight = HEADLINES.map((betterHeadline) => checks({ ...SAME, betterHeadline }));

  it('is asked again of what it put right, until a reading signs that as it stands', async () => {
    server.replies = [ideas(IDEA), ...putRight.slice(0, 2), checks(SAME), SIGNED];
    const id = await episode();
    await analyse(id, twice());
    expect(server.requests).toHaveLength(5);
    expect(server.requests[3]!.prompt).toContain(`Headline: ${HEADLINES[1]}`);
    expect((await published(id))[0]!.headline).toMatch(new RegExp(`: ${HEADLINES[1]}$`));
  });

  it('is asked three times at most', async () => {
    server.replies = [ideas(IDEA), ...putRight, SIGNED];
    const id = await episode();
    await analyse(id, twice());
    expect(server.requests).toHaveLength(5);
    expect((await published(id))[0]!.headline).toMatch(new RegExp(`: ${HEADLINES[2]}$`));
  });

  it('is not asked for where nothing is proven', async () => {
    server.replies = [NONE];
    await analyse(await episode(), twice());
    expect(server.requests).toHaveLength(1);
  });

  it('is all that is asked where the day’s budget ended before it', async () => {
    server.replies = [ideas(IDEA)];
    const id = await episode();
    const tight = engine({ EARMARK_MODEL_CHECK: true, EARMARK_MODEL_DAILY_USD: 0.001 });
    expect(await analyse(id, tight)).toMatchObject({ result: 'paused' });
    server.requests.length = 0;
    server.replies = [checks(SAME), SIGNED];
    services.setNow((await standing(id)).nextAttemptAt!);
    expect(await analyse(id, twice())).toMatchObject({ result: 'processed', added: 1 });
    expect(server.requests).toHaveLength(2);
    expect(server.requests[0]!.prompt).toContain('STATEMENT 1');
  });

  const objected = (part: string, number: number | null = null) =>
    cards({ number: 1, objections: [{ part, number, what: 'it is cut' }] });

  it('is followed by a signature, for which each card is shown as it is served', async () => {
    server.replies = [ideas(IDEA), checks(SAME), SIGNED];
    const id = await episode();
    await analyse(id, twice());
    const [idea] = await published(id);
    for (const part of [`Headline: ${idea!.headline}`, `Line: ${idea!.thesis}`])
      expect(server.requests[2]!.prompt).toContain(part);
    expect(await sides(id)).toEqual([{ stance: 'BULLISH' }]);
  });

  it.each([
    ['stance', null, 'Mara Lindqvist'],
    ['speaker', 'BULLISH', null],
  ])('does not tell a %s that is objected to before it is signed', async (part, stance, speaker) => {
    server.replies = [ideas(IDEA), checks(SAME), objected(part), SIGNED];
    const id = await episode();
    await analyse(id, twice());
    expect(server.requests).toHaveLength(4);
    expect(await published(id)).toMatchObject([{ speaker }]);
    expect(await sides(id)).toEqual([{ stance }]);
  });

  it('shows a card again that lost a step, and publishes it so', async () => {
    server.replies = [ideas(IDEA), checks(SAME), objected('step', 1), SIGNED];
    const id = await episode();
    await analyse(id, twice());
    expect(server.requests[2]!.prompt).toContain('Step 1: ');
    expect(server.requests[3]!.prompt).not.toContain('Step 1: ');
    expect(await published(id)).toHaveLength(1);
  });

  const CUT: Reply = { text: '{"checks": [{"number": 1, "quoteA', cut: true };

  it.each<[string, Reply[]]>([
    ['are checked in words that cannot be read', [ideas(IDEA), CUT]],
    ['are all left unchecked', [ideas(IDEA), checks()]],
    ['are signed in words that cannot be read', [ideas(IDEA), checks(SAME), NONSENSE]],
    ['are all left unsigned', [ideas(IDEA), checks(SAME), cards()]],
  ])('puts an episode off whose statements %s', async (_, replies) => {
    server.replies = [...replies];
    const id = await episode();
    expect(await analyse(id, twice())).toMatchObject({ result: 'failed' });
    expect(server.requests).toHaveLength(replies.length + 1);
    expect(await published(id)).toEqual([]);
    expect(await standing(id)).toMatchObject({
      state: 'transcribed',
      lastError: expect.stringContaining('could not be read'),
    });
    server.requests.length = 0;
    server.replies = replies.length > 2 ? [SIGNED] : [checks(SAME), SIGNED];
    services.setNow((await standing(id)).nextAttemptAt!);
    expect(await analyse(id, twice())).toMatchObject({ result: 'processed', added: 1 });
    expect(server.requests).toHaveLength(replies.length > 2 ? 1 : 2);
  });

  const ON_SALES = {
    ...IDEA,
    firstLine: 4,
    lastLine: 4,
    quoteLine: 4,
    quote: 'The risk for Nvidia is that three customers are half of its sales.',
    stance: 'BEARISH',
    headline: 'Three customers are half of what Nvidia sells',
    argument: 'the risk for Nvidia is that three customers are half of its sales',
    context: [],
    risks: [],
  };

  it.each([
    ['serves it where the next reading checks it', checks({ ...SAME, stance: 'BEARISH' }), 2],
    ['withholds it where the next one denies it', checks({ ...SAME, holds: false }), 1],
  ])('asks again of a statement for which no check came back, and %s', async (_, again, served) => {
    const both = cards({ number: 1, objections: [] }, { number: 2, objections: [] });
    server.replies = [
      ideas({ ...IDEA, lastLine: 3 }, ON_SALES),
      checks(SAME),
      again,
      served === 2 ? both : SIGNED,
    ];
    const id = await episode();
    await analyse(id, twice());
    expect(server.requests[2]!.prompt).toContain('Left open: no check of it came back.');
    expect(server.requests[2]!.prompt).toContain(ON_SALES.argument);
    expect(server.requests[2]!.prompt).not.toContain(IDEA.argument);
    expect((await published(id)).filter(({ quote }) => quote === ON_SALES.quote)).toHaveLength(served - 1);
  });

  it('tells apart what is proven, what an editor withheld and what is left to be served', async () => {
    server.replies = [
      ideas(IDEA, ON_SALES),
      checks(SAME, { ...SAME, number: 2, stance: 'BEARISH' }),
      cards(
        { number: 1, objections: [] },
        { number: 2, objections: [{ part: 'said', number: null, what: 'no' }] },
      ),
      checks({ ...SAME, stance: 'BEARISH' }),
      objected('said'),
    ];
    await analyse(await episode(), twice());
    expect(await modelDay(services.db, services.clock())).toMatchObject({
      ideasProven: 2,
      ideasWithheld: 1,
      ideasServed: 1,
      ideasDropped: 0,
    });
  });

  it('counts as served what readers see, however often it was read', async () => {
    server.replies = [ideas(IDEA)];
    const id = await episode();
    await analyse(id);
    await markForAnalysis(services.db, id);
    await analyse(id, engine({ EARMARK_MODEL: 'another' }));
    expect(await modelDay(services.db, services.clock())).toMatchObject({ ideasProven: 2, ideasServed: 1 });
  });

  it('publishes a card of which only the line is objected to once more', async () => {
    server.replies = [ideas(IDEA), checks(SAME), objected('line'), putRight[0]!, objected('line')];
    const id = await episode();
    expect(await analyse(id, twice())).toMatchObject({ result: 'processed', added: 1 });
  });

  it.each([
    ['publishes it where an editor signs it', checks(SAME), 1],
    ['withholds it where nobody does', checks({ ...SAME, signs: false }), 0],
  ])('tells an editor what seems to say the contrary, and %s', async (_, reading, added) => {
    const argument = 'Nvidia is not the strongest business in the industry, with long-term contracts';
    server.replies = [ideas({ ...IDEA, argument }), ...(added ? [reading, SIGNED] : [reading])];
    const id = await episode();
    await analyse(id, twice());
    expect(server.requests[1]!.prompt).toMatch(
      /Left open: argument: \\"strongest\\" seems to say the contrary of these lines\./,
    );
    expect(await published(id)).toHaveLength(added);
  });

  it.each([
    ['publishes one that is signed', SIGNED, 1],
    ['withholds one whose idea is objected to', objected('idea'), 0],
  ])('of cards in doubt %s', async (_, signature, added) => {
    server.replies = [ideas({ ...IDEA, weak: true }), checks(SAME), signature];
    const id = await episode();
    await analyse(id, twice());
    expect(server.requests).toHaveLength(3);
    expect(await published(id)).toHaveLength(added);
  });

  it('asks at once for an answer that can be read, and goes on with it', async () => {
    server.replies = [ideas(IDEA), NONSENSE, checks(SAME), NONSENSE, SIGNED];
    const id = await episode();
    expect(await analyse(id, twice())).toMatchObject({ result: 'processed', added: 1 });
    expect(server.requests[2]!.prompt).toContain('could not be read. Answer with one JSON object {\\"checks');
    expect(server.requests[4]!.prompt).toContain('could not be read. Answer with one JSON object {\\"cards');
  });

  it('reads an idea in doubt again whose words an editor put right', async () => {
    const weak = ideas({ ...IDEA, weak: true });
    server.replies = [weak, putRight[0]!, checks(SAME), SIGNED];
    const id = await episode();
    expect(await analyse(id, twice())).toMatchObject({ result: 'processed', added: 1 });
    expect(server.requests).toHaveLength(4);
  });

  it('lets another sign a card that the editor defends as it stands', async () => {
    server.replies = [ideas(IDEA), checks(SAME), objected('quote'), checks(SAME), SIGNED];
    const id = await episode();
    expect(await analyse(id, twice())).toMatchObject({ result: 'processed', added: 1 });
  });

  it('is told what was objected to, and what it puts right then is signed', async () => {
    server.replies = [ideas(IDEA), checks(SAME), objected('line'), putRight[0]!, SIGNED];
    const id = await episode();
    await analyse(id, twice());
    expect(server.requests[3]!.prompt).toContain('Left open: line: it is cut');
    expect((await published(id))[0]!.headline).toMatch(new RegExp(`: ${HEADLINES[0]}$`));
  });

  it.each([
    ['as it was', checks(SAME)],
    ['put in other words', putRight[0]!],
  ])('leaves unpublished what is objected to %s once more', async (_, again) => {
    server.replies = [ideas(IDEA), checks(SAME), objected('quote'), again, objected('quote')];
    const id = await episode();
    expect(await analyse(id, twice())).toMatchObject({ result: 'processed', added: 0 });
  });
});
