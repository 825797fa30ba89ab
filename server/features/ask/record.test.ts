import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** Three episodes of two shows: deals of private companies, in ideas and in transcripts. */
let services: TestServices;
const ideas = {} as Record<'openai' | 'uber' | 'early' | 'late' | 'softBullish' | 'softBearish', string>;

beforeAll(async () => {
  services = await testServices();
  const deals = await addShow(services, { name: 'Deal Room' });
  const twenty = await addShow(services, { name: 'Twenty Minutes' });
  const may = await addEpisode(services, { showId: deals.id, publishedAt: '2026-05-04T10:00:00Z' });
  const june = await addEpisode(services, { showId: twenty.id, publishedAt: '2026-06-08T10:00:00Z' });
  const july = await addEpisode(services, { showId: twenty.id, publishedAt: '2026-07-11T10:00:00Z' });
  const add = async (given: Parameters<typeof addIdea>[1]) =>
    (await addIdea(services, { subjectKind: 'company', tickers: [], riskFlags: [], ...given })).id;
  const on = (name: string, ...others: string[]) => ({
    subjectKey: name.toLowerCase(),
    subjectName: name,
    entities: [name.toLowerCase(), ...others],
    quote: null,
  });
  ideas.openai = await add({
    ...on('OpenAI'),
    episodeId: may.id,
    speakerName: 'Ada Quill',
    stance: 'BULLISH',
    thesis: 'Ada Quill argues that OpenAI keeps its lead in models.',
  });
  ideas.uber = await add({
    ...on('Uber', 'lyft'),
    episodeId: june.id,
    speakerName: 'Rory Lang',
    stance: 'BEARISH',
    thesis: 'Rory Lang argues that Uber has to buy a rival before robots drive.',
  });
  const softbank = { ...on('SoftBank'), timestampSeconds: 60 };
  ideas.softBullish = await add({
    ...softbank,
    episodeId: may.id,
    speakerName: 'Ada Quill',
    stance: 'BULLISH',
    thesis: 'Ada Quill argues that SoftBank owns the best chip designer.',
  });
  ideas.softBearish = await add({
    ...softbank,
    episodeId: july.id,
    speakerName: 'Jason Holt',
    stance: 'BEARISH',
    thesis: 'Jason Holt argues that SoftBank borrows more than it owns.',
  });
  const stripe = { ...on('Stripe'), episodeId: july.id, stance: 'BULLISH' as const };
  ideas.late = await add({
    ...stripe,
    speakerName: 'Jason Holt',
    timestampSeconds: 2814,
    thesis: 'Jason Holt argues that Stripe takes the payments of every agent.',
  });
  ideas.early = await add({
    ...stripe,
    speakerName: 'Rory Lang',
    timestampSeconds: 552,
    thesis: 'Rory Lang argues that Stripe prices each payment better than banks.',
  });
  await services.db.run(sql`
    INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", speaker, text) VALUES
      (${july.id}::uuid, 466, 500, 'Jason Holt', 'I think that OpenAI was watching very closely how the market took the last big IPO of this summer.'),
      (${july.id}::uuid, 900, 940, 'Jason Holt', 'SpaceX will either take Cursor by the end of the year for sixty billion or walk away from the deal.'),
      (${july.id}::uuid, 1500, 1540, 'Jason Holt', 'Google has more demand for its own TPU chips than for anything else, and those TPUs are a real business.'),
      (${july.id}::uuid, 2000, 2040, 'Jason Holt', 'The valuation of OpenAI is what every investor asks me about, and it is up again this year.'),
      (${july.id}::uuid, 2300, 2340, 'Jason Holt', 'He is making a call against the valuation of software. That call is on the valuation alone.'),
      (${july.id}::uuid, 2600, 2640, 'Jason Holt', 'Undervalued is a big word. I think the banks of Japan are undervalued after a decade of losses.')`);
});
afterAll(() => services.close());

/** The answer to the last of these questions, asked one after the other by one reader. */
async function inTurn(...questions: readonly string[]) {
  const { key } = await accountWithKey(services, { plan: 'premium' });
  const ask = async (question: string, conversationId: string | null) => {
    services.setNow(new Date(services.clock().getTime() + 1000).toISOString());
    const body = { question, conversationId };
    return (await call(services, 'POST', '/v1/agent/ask', { key, body })).body;
  };
  let answer = await ask(questions[0]!, null);
  for (const question of questions.slice(1)) answer = await ask(question, answer.conversationId);
  return answer;
}
const cited = (body: { citations: { ideaId: string }[] }) => body.citations.map(({ ideaId }) => ideaId);

describe('what the record holds in other words than the question', () => {
  it.each(['Will OpenAI IPO in 2026?', 'How do I apply for the OpenAI IPO, on what terms?'])(
    'is not told as not found: "%s"',
    async (question) => {
      const { answer, coverage } = await inTurn(question);
      expect(answer).toMatch(
        /^On Twenty Minutes \(11 July 2026\), Jason Holt said: “I think that OpenAI was/,
      );
      expect(coverage).toBe('low');
    },
  );

  it('is told of what a company sells, which is no bear case', async () => {
    expect((await inTurn('Should Google sell its TPUs to Meta?')).answer).toMatch(
      /^On Twenty Minutes \(11 July 2026\), Jason Holt said: “Google has/,
    );
  });

  it('is told of two companies together, whatever is asked of them', async () => {
    const { answer } = await inTurn('What price did SpaceX pay for Cursor?');
    expect(answer).toMatch(/^On Twenty Minutes \(11 July 2026\), Jason Holt said: “SpaceX will either/);
  });

  it('is told of two companies by an idea that is filed under both', async () => {
    const body = await inTurn('Will Uber acquire Lyft?');
    expect(cited(body)).toEqual([ideas.uber]);
    expect(body.answer).not.toContain('othing was found');
  });

  it('is told as not found where no one says it', async () => {
    expect((await inTurn('Will OpenAI sell zebras?')).answer).toMatch(
      /^On OpenAI, nothing to quote about zebras was found; /,
    );
  });
});

describe('a question for a time alone', () => {
  it.each([
    'What was said on 8 June 2026?',
    'Which ideas were aired on 8 June 2026?',
    'What was argued on 8 June 2026?',
  ])('lists the ideas of the day: "%s"', async (question) => {
    expect(cited(await inTurn(question))).toEqual([ideas.uber]);
  });

  it.each([
    ['Newest ideas', ['late', 'early', 'softBearish']],
    ['What is the most recent bearish idea?', ['softBearish', 'uber']],
    ['What was the first idea on Twenty Minutes?', ['uber', 'softBearish', 'early']],
  ] as const)('lists the first or the newest by air date: "%s"', async (question, expected) => {
    expect(cited(await inTurn(question))).toEqual(expected.map((name) => ideas[name]));
  });
});

describe('a question who spoke first or last', () => {
  it.each([
    ['When was Stripe first discussed?', ['early', 'late']],
    ['last time anyone mentioned Stripe', ['late', 'early']],
  ] as const)('tells within an episode by the second: "%s"', async (question, expected) => {
    const body = await inTurn(question);
    expect(cited(body)).toEqual(expected.map((name) => ideas[name]));
    expect(body.answer).toMatch(/^This is the (?:earliest|latest) that can be quoted here on Stripe, /);
  });
});

it('that asks what was called undervalued is answered with what was, not with a call', async () => {
  const { answer } = await inTurn('Which companies were called undervalued?');
  expect(answer).toMatch(/^On Twenty Minutes \(11 July 2026\), Jason Holt said: “I think the banks of Japan/);
  expect(answer).not.toContain('making a call');
});

describe('a question when or by whom that was said', () => {
  it.each(['When was that?', 'Who said that?', 'On which show?'])(
    'is answered with the same statements, not with those of others: "%s"',
    async (question) => {
      const asked = ['What did Jason Holt say about Stripe?', 'And Rory?'];
      expect(cited(await inTurn(...asked, question))).toEqual([ideas.early]);
    },
  );
});

it.each([
  [
    'Has anyone reversed their view on OpenAI?',
    /is told with a Premium account|o change of mind on OpenAI was found/,
  ],
  ['Did Ada change her mind about OpenAI?', /o change of mind on OpenAI was found/],
  ['Does anyone think OpenAI is overvalued?', /^On OpenAI, nothing was found that answers this; /],
] as const)('says that what is asked for was not found: "%s"', async (question, expected) => {
  expect((await inTurn(question)).answer).toMatch(expected);
});

describe('a question who disagrees', () => {
  it.each(['Who disagrees with Jason Holt?', 'Where do Ada Quill and Jason Holt disagree?'])(
    'is answered with both sides that people take on one company: "%s"',
    async (question) => {
      expect(cited(await inTurn(question)).sort()).toEqual([ideas.softBullish, ideas.softBearish].sort());
    },
  );

  it.each([
    [
      'Who disagrees with Rory Lang?',
      /^No disagreement with Rory Lang was found in so many words; on Twenty Minutes /,
    ],
    [
      'Where do Rory Lang and Jason Holt disagree?',
      /^No disagreement was found in so many words; on Twenty Minutes /,
    ],
  ] as const)('is told that none was found, with what was argued: "%s"', async (question, begins) => {
    const { answer, coverage } = await inTurn(question);
    expect(answer).toMatch(begins);
    expect(coverage).toBe('low');
  });
});
