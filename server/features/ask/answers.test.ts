import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** Two shows, each with a guest who argues one side of Apple, half a year apart. */
let services: TestServices;
const ideas = {} as Record<
  'laffontOnSpacex' | 'quillOnSpacex' | 'appleInSpring' | 'appleInFall' | 'openaiDoubt',
  string
>;

beforeAll(async () => {
  services = await testServices();
  const bestIdeas = await addShow(services, { name: 'Best Ideas' });
  const pilots = await addShow(services, { name: 'Pilot Hour' });
  const spring = await addEpisode(services, {
    showId: bestIdeas.id,
    title: 'Rockets',
    publishedAt: '2026-04-10T10:00:00Z',
  });
  const fall = await addEpisode(services, {
    showId: pilots.id,
    title: 'Phones',
    publishedAt: '2025-11-07T10:00:00Z',
  });
  const spacex = {
    subjectKind: 'company',
    subjectKey: 'spacex',
    subjectName: 'SpaceX',
    tickers: [],
    entities: ['spacex'],
  } as const;
  const apple = {
    subjectKind: 'ticker',
    subjectKey: 'AAPL',
    subjectName: 'Apple',
    tickers: ['AAPL'],
    entities: ['apple'],
  } as const;
  const add = async (given: Parameters<typeof addIdea>[1]) => (await addIdea(services, given)).id;
  ideas.laffontOnSpacex = await add({
    ...spacex,
    episodeId: spring.id,
    speakerName: 'Thomas Laffont',
    riskFlags: [],
    timestampSeconds: 754,
    thesis: 'Thomas Laffont argues that launch costs fall with every rocket that SpaceX flies again.',
  });
  ideas.quillOnSpacex = await add({
    ...spacex,
    episodeId: fall.id,
    speakerName: 'Ada Quill',
    thesis: 'Ada Quill argues that SpaceX pays more for satellites than Thomas Laffont says it does.',
  });
  ideas.appleInSpring = await add({
    ...apple,
    episodeId: spring.id,
    speakerName: 'Thomas Laffont',
    speakerRole: 'guest',
    stance: 'BULLISH',
    riskFlags: ['Owners may keep them for five years'],
    thesis: 'Thomas Laffont argues that Apple owners keep their phones and buy more services.',
  });
  ideas.appleInFall = await add({
    ...apple,
    episodeId: fall.id,
    speakerName: 'Ada Quill',
    speakerRole: 'host',
    stance: 'BEARISH',
    riskFlags: ['Apple could lose a model'],
    thesis: 'Ada Quill argues that Apple has no model of its own and pays rivals for theirs.',
  });
  ideas.openaiDoubt = await add({
    episodeId: spring.id,
    subjectKind: 'company',
    subjectKey: 'openai',
    subjectName: 'OpenAI',
    tickers: [],
    entities: ['openai'],
    speakerName: 'Ada Quill',
    stance: 'BEARISH',
    riskFlags: [],
    thesis: 'Ada Quill argues that OpenAI loses its lead.',
    quote: 'They lose their lead to whoever gives a model away.',
    context:
      'Ada Quill argues that search revenue will grow at Google and that Google will not lose to OpenAI.',
  });
});
afterAll(() => services.close());

/** The answer to the last of these questions, asked one after the other by one reader. */
async function inTurn(questions: readonly string[], given: object = {}) {
  const { key } = await accountWithKey(services, { plan: 'premium' });
  let conversationId: string | null = null;
  for (const question of questions) {
    services.setNow(new Date(services.clock().getTime() + 1000).toISOString());
    const { body } = await call(services, 'POST', '/v1/agent/ask', {
      key,
      body: { question, conversationId, ...given },
    });
    if (question === questions.at(-1)) return body;
    conversationId = body.conversationId;
  }
}
const ask = (question: string, given: object = {}) => inTurn([question], given);
const cited = (body: { citations: { ideaId: string }[] }) => body.citations.map(({ ideaId }) => ideaId);

describe('a follow-up that says "he" or "she"', () => {
  it.each(['And what did he say about Apple?', 'what does he think of Apple', 'His view of Apple?'])(
    'is answered with nobody else’s words: "%s"',
    async (question) => {
      const body = await inTurn(['What did Thomas Laffont say about SpaceX?', question]);
      expect(cited(body)).toEqual([ideas.appleInSpring]);
    },
  );

  it.each(['What did he say about Apple?', 'And what does he think of Apple?', 'When did he say that?'])(
    'finds nothing where the one it means said nothing: "%s"',
    async (question) => {
      const body = await inTurn(['What did Graham Allison say about SpaceX?', question]);
      expect(body).toMatchObject({ coverage: 'none', answer: null, citations: [] });
    },
  );
});

describe('a question that goes on about what was told', () => {
  it.each([
    ['And who argued against it?', 'appleInFall'],
    ['And who argued for it?', 'appleInSpring'],
  ] as const)('is answered with that side of the subject: "%s"', async (next, idea) => {
    expect(cited(await inTurn(['What was said about Apple?', next]))).toEqual([ideas[idea]]);
  });

  it('is told the episode, where that is asked for', async () => {
    const body = await inTurn(['What did Ada Quill say about Apple?', 'Which episode was that?']);
    expect(cited(body)).toEqual([ideas.appleInFall]);
    expect(body.answer).toContain(
      'On Pilot Hour (7 November 2025), in the episode “Phones”, Ada Quill argues',
    );
  });

  it('is told what the same person argues, where it asks why', async () => {
    const body = await inTurn(['What did Ada Quill say about Apple?', 'Why?']);
    expect(cited(body)).toEqual([ideas.appleInFall]);
    expect(body.answer).toMatch(/^On Pilot Hour/);
  });

  it('is told that no figures were found, not that the side was not', async () => {
    const body = await inTurn(['Who is bearish on Apple?', 'Give me the figures']);
    expect(cited(body)).toEqual([ideas.appleInFall]);
    expect(body.answer).toMatch(/^On Apple, no figures were found in what was said; on Pilot Hour/);
  });

  it('is told that no figures were found, where none were told', async () => {
    const body = await inTurn(['What did Ada Quill say about Apple?', 'What numbers did she give?']);
    expect(cited(body)).toEqual([ideas.appleInFall]);
    expect(body.answer).toMatch(/^On Apple, no figures were found in what was said; on Pilot Hour/);
  });

  it('is answered with nothing that others said, where somebody else is named', async () => {
    const body = await inTurn(['What was said about Apple?', 'And Bill Gurley?']);
    expect(body).toMatchObject({ coverage: 'none', answer: null, citations: [] });
  });
});

describe('a question of somebody whom the record does not know', () => {
  it.each([
    'What did Zoltan say about SpaceX?',
    'What was said about SpaceX by Zoltan?',
    "What is Graham Allison's view of Apple?",
    'According to Graham Allison, what about Apple?',
  ])('is not answered with what others said: "%s"', async (question) => {
    expect(await ask(question)).toMatchObject({ coverage: 'none', answer: null, citations: [] });
  });

  it('is not answered with words of others that name them', async () => {
    expect(cited(await ask('What did Thomas Laffont say about SpaceX?'))).toEqual([ideas.laffontOnSpacex]);
  });
});

describe('a question about a time', () => {
  it.each([
    ['What was said about Apple in 2026?', 'appleInSpring'],
    ['What was said about Apple in 2025?', 'appleInFall'],
    ['What was said about Apple before 2026?', 'appleInFall'],
    ['What was said about Apple in the first half of 2026?', 'appleInSpring'],
    ['What was said about Apple between October 2025 and January 2026?', 'appleInFall'],
    ['What was said about Apple after 1 January 2026?', 'appleInSpring'],
  ] as const)(
    'is answered from it, and not told that the date was not found: "%s"',
    async (question, idea) => {
      const body = await ask(question);
      expect(cited(body)).toEqual([ideas[idea]]);
      expect(body.answer).not.toContain('nothing was found');
    },
  );

  it('is answered with nothing where nothing aired then', async () => {
    expect(await ask('What was said about Apple after 1 June 2026?')).toMatchObject({
      coverage: 'none',
      citations: [],
    });
  });

  it('goes on with what was asked before, in the time that it names', async () => {
    const body = await inTurn(['What was said about Apple?', 'What about in 2025?']);
    expect(cited(body)).toEqual([ideas.appleInFall]);
  });
});

describe('a question that leaves out', () => {
  it.each([
    'What was said about Apple but not by Thomas Laffont?',
    'Apple other than by Laffont',
    'What did others than Thomas Laffont say about Apple?',
    'Apple, excluding Best Ideas',
    'Apple on shows other than Best Ideas',
    'Apple not in 2026',
    'What was said about Apple except in April 2026?',
    'What was said about Apple, not in 2024 and not in 2026?',
  ])('is answered with the others alone: "%s"', async (question) => {
    const body = await ask(question);
    expect(cited(body)).toEqual([ideas.appleInFall]);
    expect(body.answer).not.toContain('nothing was found');
  });
});

it.each([
  'What was said about Apple in 2019?',
  'Apple before 2020',
  'What did they say of Apple in the 2010s?',
])('answers nothing where nothing was said then, however long ago: "%s"', async (question) =>
  expect(await ask(question)).toMatchObject({ refused: false, coverage: 'none', answer: null }),
);

it.each(['What is said about Thomas Laffont by others?', 'What do people say about Laffont?'])(
  'tells what others say of somebody: "%s"',
  async (question) => expect(cited(await ask(question))).toEqual([ideas.quillOnSpacex]),
);

describe('a question for those of one part in a show', () => {
  it.each([
    ['What did the hosts say about Apple?', 'appleInFall'],
    ['What did the host of Pilot Hour say about Apple?', 'appleInFall'],
    ['What did guests say about Apple?', 'appleInSpring'],
    ['Which guests have views on Apple?', 'appleInSpring'],
  ] as const)('hears no other: "%s"', async (question, idea) => {
    const body = await ask(question);
    expect(cited(body)).toEqual([ideas[idea]]);
    expect(body.answer).not.toMatch(/nothing|left out/i);
  });

  it('is told that nothing by them was found, or that speakers without a part are left out', async () => {
    const show = await addShow(services, { name: 'Parts' });
    const { id: episodeId } = await addEpisode(services, { showId: show.id });
    const uber = {
      episodeId,
      subjectKind: 'ticker',
      subjectKey: 'UBER',
      subjectName: 'Uber',
      tickers: ['UBER'],
      entities: ['uber'],
    } as const;
    await addIdea(services, {
      ...uber,
      speakerName: 'Una Lind',
      speakerRole: 'unclear',
      thesis: 'Una Lind argues that Uber earns more with every city it enters.',
    });
    const said = async (question: string) => (await ask(question)).answer;
    expect(await said('What did guests say about Uber?')).toMatch(
      /^No argument by a guest was found on Uber; .*Una Lind/,
    );
    await addIdea(services, {
      ...uber,
      speakerName: 'Gil Moor',
      speakerRole: 'guest',
      thesis: 'Gil Moor argues that Uber keeps its drivers by paying them the same day.',
    });
    const answer = await said('What did guests say about Uber?');
    expect(answer).toMatch(/^Speakers whose part in the show is not on record are left out; .*Gil Moor/);
    expect(answer).not.toContain('Una Lind');
  });
});

describe('a question about several companies', () => {
  it.each([
    'Compare Apple with Netflix',
    'Netflix vs Apple: who is favoured?',
    'Which ideas are bearish on Apple and who is bullish on Netflix?',
  ])('is told on which of them nothing was found: "%s"', async (question) => {
    const body = await ask(question);
    expect(body.answer).toMatch(/^Nothing was found on Netflix; /);
    expect(body.coverage).toBe('low');
  });

  it('has evidence on each where the record has it', async () => {
    const body = await ask('Compare SpaceX with OpenAI');
    expect(cited(body)).toEqual(expect.arrayContaining([ideas.laffontOnSpacex, ideas.openaiDoubt]));
    expect(body.answer).not.toContain('othing was found');
  });
});

it('compares the two who were asked of, and tells who of them said nothing', async () => {
  const both = await inTurn([
    'What did Thomas Laffont say about Apple?',
    'And what did Ada Quill say about Apple?',
    'Compare the two',
  ]);
  expect(new Set(cited(both))).toEqual(new Set([ideas.appleInSpring, ideas.appleInFall]));
  const one = await inTurn([
    'What did Thomas Laffont say about OpenAI?',
    'And what did Ada Quill say?',
    'Compare the two',
  ]);
  expect(one.answer).toMatch(/^Nothing was found by Thomas Laffont; /);
});

it('asks of another company the same speaker', async () => {
  const body = await inTurn(['What did Thomas Laffont say about SpaceX?', 'What about Apple?']);
  expect(cited(body)).toEqual([ideas.appleInSpring]);
});

describe('a conversation about one idea', () => {
  /** The answer to the last of these questions, only the first of which is bound to the idea. */
  async function aboutIdea(ideaId: string, questions: readonly string[]) {
    const { key } = await accountWithKey(services, { plan: 'premium' });
    let conversationId: string | null = null;
    for (const question of questions) {
      services.setNow(new Date(services.clock().getTime() + 1000).toISOString());
      const bound = conversationId === null ? { ideaId } : { conversationId };
      const { body } = await call(services, 'POST', '/v1/agent/ask', { key, body: { question, ...bound } });
      if (question === questions.at(-1)) return body;
      conversationId = body.conversationId;
    }
  }

  it.each([
    [['What is the argument?', 'When was it said?']],
    [['When was this said?', 'Who said it?']],
    [['When was this said?', 'Who said it?', 'On which show was it said?']],
  ])('goes on about when, where and by whom it was said: %s', async (questions) => {
    const body = await aboutIdea(ideas.appleInFall, questions);
    expect(cited(body)).toEqual([ideas.appleInFall]);
    expect(body.answer).toContain('Ada Quill argued this in the episode “Phones”');
  });

  it('asks the record who else said it, and what somebody named said', async () => {
    const who = await aboutIdea(ideas.appleInFall, ['When was this said?', 'What did others say?']);
    expect(cited(who)).toEqual([ideas.appleInSpring]);
    const named = await aboutIdea(ideas.appleInFall, [
      'When was this said?',
      'When did Thomas Laffont say that?',
    ]);
    expect(cited(named)).toEqual([ideas.appleInSpring]);
  });
});

it.each(['What was said about Michael Burry?', "What is Burry's bet?", 'Who mentioned Michael Burry?'])(
  'tells from a transcript what was said of somebody, though it was said once: "%s"',
  async (question) => {
    const show = await addShow(services, { name: `Short Talk ${question}` });
    const { id } = await addEpisode(services, { showId: show.id });
    await services.db.run(sql`
      INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", speaker, text)
      VALUES (${id}::uuid, 10, 40, 'Ann Lee', 'Everybody knows by now that Michael Burry has lost money on that bet against the chip stocks.')`);
    expect((await ask(question)).answer).toContain('Michael Burry has lost money');
  },
);

describe('a question for one side', () => {
  it.each([
    'What is the bear case for Apple?',
    'What is the bearish case for Apple?',
    'Who said to sell Apple?',
  ])('hears no other: "%s"', async (question) => {
    expect(cited(await ask(question))).toEqual([ideas.appleInFall]);
  });

  it('is not told that "buy" was not found', async () => {
    const body = await ask('Did anyone on Best Ideas say to buy Apple?');
    expect(body).toMatchObject({ refused: false });
    expect(cited(body)).toEqual([ideas.appleInSpring]);
    expect(body.answer).not.toContain('nothing was found');
  });

  it('hears a position that a speaker tells of several companies, by whatever name', async () => {
    const show = await addShow(services, { name: 'Longs' });
    const { id: episodeId } = await addEpisode(services, { showId: show.id });
    const { id } = await addIdea(services, {
      episodeId,
      subjectKind: 'company',
      subjectKey: 'anthropic',
      subjectName: 'Anthropic',
      tickers: ['GOOGL'],
      entities: ['anthropic', 'alphabet'],
      speakerName: 'Ann Lee',
      stance: null,
      quote: 'I think I would be long Google and Anthropic.',
      thesis: 'Ann Lee on Anthropic: "I think I would be long Google and Anthropic."',
    });
    expect(cited(await ask('Did anyone on Longs say to buy Alphabet?'))).toEqual([id]);
    expect((await ask('Who on Longs is bearish on Alphabet?')).answer).toMatch(
      /^Nothing found on Alphabet is told as bearish; /,
    );
  });

  it('looks for the other side where it is asked who disagrees with somebody', async () => {
    expect(cited(await ask('Who disagrees with Laffont on Apple?'))).toEqual([ideas.appleInFall]);
    expect(cited(await ask('Who disagrees with Ada Quill on Apple?'))).toEqual([ideas.appleInSpring]);
    expect(await ask('Who disagrees with Zoltan on Apple?')).toMatchObject({ coverage: 'none' });
  });
});

it('puts no words on a side that another argument has', async () => {
  const { answer } = await ask('How do Apple and OpenAI compare in growth?');
  expect(answer ?? '').not.toContain('search revenue');
});

describe('a question bound to an idea', () => {
  it.each([
    'When did it air and at which minute?',
    'Which episode is this from?',
    'Who said this?',
    'Where was this said?',
    'How far into the episode is it?',
    'When was this episode released?',
  ])('is told when, where and by whom it was said: "%s"', async (question) => {
    const body = await ask(question, { ideaId: ideas.laffontOnSpacex });
    expect(body.coverage).toBe('ok');
    expect(body.answer).toBe(
      'On Best Ideas (10 April 2026), Thomas Laffont argued this in the episode “Rockets”, at 12:34 [1].',
    );
  });

  it('that asks what would prove it wrong is told the risk that it names', async () => {
    const { answer } = await ask('What would prove it wrong?', { ideaId: ideas.appleInSpring });
    expect(answer).toContain('Thomas Laffont named a risk of Apple: Owners may keep them for five years');
  });

  it('that asks what would prove a bear case wrong is told no harm that bears it out', async () => {
    const body = await ask('What would prove this wrong?', { ideaId: ideas.appleInFall });
    expect(body.coverage).toBe('low');
    expect(body.answer).toMatch(
      /^This idea names nothing that would prove it wrong; on .*, Ada Quill argues that Apple has no model of its own and pays rivals for theirs [^.]*\[1\]\.$/,
    );
  });

  it('that asks for the risks of a bear case is told the bear case and the risk that it names', async () => {
    const body = await ask('What is the main risk here?', { ideaId: ideas.appleInFall });
    expect(body.coverage).toBe('ok');
    expect(body.answer).toMatch(
      /^On .* Apple has no model .* A risk named there: Apple could lose a model \[1\]\.$/,
    );
  });

  it('that asks for risks is told where the idea names none beside its bear case', async () => {
    const body = await ask('What are the risks?', { ideaId: ideas.openaiDoubt });
    expect(body.coverage).toBe('low');
    expect(body.answer).toMatch(
      /^This idea names no risk beside its bear case; on .* OpenAI loses its lead /,
    );
  });

  it('that asks what would prove it wrong is told where it names no risk', async () => {
    const { answer } = await ask('What would prove it wrong?', { ideaId: ideas.laffontOnSpacex });
    expect(answer).toMatch(/^This idea names no risk; /);
  });
});

describe('a misspelt name', () => {
  it.each([
    ['What was said about Opnai?', 'openaiDoubt'],
    ['What did Thomas Lafont say about SpaceX?', 'laffontOnSpacex'],
    ['What did Lafont say about SpaceX?', 'laffontOnSpacex'],
    ['Opanai', 'openaiDoubt'],
  ] as const)('is read as the one that is meant: "%s"', async (question, idea) => {
    expect(cited(await ask(question))).toEqual([ideas[idea]]);
  });

  it('is taken for nobody on whom the record holds nothing', async () => {
    expect(await ask('What was said about Microsft?')).toMatchObject({ coverage: 'none', citations: [] });
  });
});

it('relays no call on listeners to buy', async () => {
  const show = await addShow(services, { name: 'Token Talk' });
  const { id } = await addEpisode(services, { showId: show.id });
  const said =
    'If you want some GEOD tokens, I encourage you to sign up for a Solana wallet, and you can go ahead and buy GEOD tokens from there.';
  await services.db.run(sql`
    INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", speaker, text)
    VALUES (${id}::uuid, 10, 40, 'Ann Lee', ${`${said} Solana is where they are.`})`);
  expect(await ask('What did Token Talk say about Solana?')).toMatchObject({
    coverage: 'none',
    answer: null,
  });
});

it('names a theme as a sentence does', async () => {
  const show = await addShow(services, { name: 'Index Talk' });
  const { id: episodeId } = await addEpisode(services, { showId: show.id });
  await addIdea(services, {
    episodeId,
    subjectKind: 'theme',
    subjectKey: 'stock-market',
    subjectName: 'Stock market',
    tickers: [],
    entities: [],
    themes: ['stock-market'],
    speakerName: 'Ann Lee',
    quote: 'The stock market is expensive.',
    thesis: 'Ann Lee on the stock market: "The stock market is expensive."',
  });
  const { answer } = await ask('What did Index Talk say about the stock market?');
  expect(answer).toContain('Ann Lee said of the stock market: “The stock market is expensive”');
  const { suggestions } = await ask('Should I buy the stock market index?');
  expect(suggestions.join()).not.toContain('about Stock market');
});

describe('a sample show', () => {
  let robotics: string;
  beforeAll(async () => {
    const show = await addShow(services, { name: 'Private Rooms (fictional sample)', slug: 'private-rooms' });
    const episode = await addEpisode(services, {
      showId: show.id,
      title: 'Robots',
      publishedAt: new Date(services.clock().getTime() - 4 * 86_400_000).toISOString(),
    });
    const idea = await addIdea(services, {
      episodeId: episode.id,
      subjectKind: 'ticker',
      subjectKey: 'TSLA',
      subjectName: 'Tesla',
      tickers: ['TSLA'],
      entities: ['tesla'],
      speakerName: 'Nils Brandt',
      thesis: 'Nils Brandt argues that Tesla is first in robotics because it builds the motors.',
    });
    robotics = idea.id;
  });

  it.each([
    'What did Private Rooms say about Tesla?',
    'What was argued about Tesla on Private Rooms?',
    'What did Private Rooms (fictional sample) say about Tesla?',
    'What was said about Tesla on private-rooms?',
  ])('is known by its name without the tail, and by its slug: "%s"', async (question) => {
    const body = await ask(question);
    expect(cited(body)).toEqual([robotics]);
    expect(body.answer).not.toContain('othing was found');
  });

  it.each(['What was said about Nordhaven Robotics?', 'What do they think of Universal Robotics?'])(
    'answers nothing about a company that nobody named: "%s"',
    async (question) => {
      expect(await ask(question)).toMatchObject({ coverage: 'none', answer: null, citations: [] });
    },
  );

  it.each([
    'What was said about Tesla yesterday?',
    'What was said about Tesla today?',
    'What was said about Tesla in the past 24 hours?',
    'What was said about Tesla this morning?',
  ])('answers nothing of a day on which it did not air: "%s"', async (question) => {
    expect(await ask(question)).toMatchObject({ coverage: 'none', answer: null, citations: [] });
  });

  it('answers of the past week', async () => {
    expect(cited(await ask('What was said about Tesla in the past week?'))).toEqual([robotics]);
  });
});

it.each([
  ['Who is bullish on ChatGPT?', 'bullish'],
  ['Who is bearish on ChatGPT?', 'bearish'],
])('denies of a company no side that it looked for of a product: "%s"', async (question, side) => {
  const { answer } = await ask(question);
  expect(answer).toMatch(new RegExp(`^No ${side} case on ChatGPT was found; .*OpenAI`));
});

it.each(['Compare OpenAI and Lumenforge', 'How does Lumenforge compare with OpenAI?'])(
  'says that nothing was found on the other side of a comparison, which nobody named: "%s"',
  async (question) => {
    expect((await ask(question)).answer).toMatch(/^Nothing was found on Lumenforge; /);
  },
);

describe('somebody whose words are in transcripts alone', () => {
  beforeAll(async () => {
    const show = await addShow(services, { name: 'Hill Talk' });
    const { id } = await addEpisode(services, { showId: show.id, publishedAt: '2026-03-18T10:00:00Z' });
    await services.db.run(sql`
      INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", speaker, text) VALUES
        (${id}::uuid, 10, 40, 'Jon Ferrante', 'We all sat there and had our lunch with the staff. I think the deficit is the biggest risk to growth that we have.'),
        (${id}::uuid, 400, 440, 'Zed Ferrantez', 'I think the deficit is a wonderful opportunity for growth that we have.')`);
  });

  it.each(['What did Jon Ferrante say?', 'What did Ferrante argue in March 2026?'])(
    'is quoted with what claims most: %s',
    async (question) => {
      const { answer, coverage, citations } = await ask(question);
      expect(coverage).toBe('low');
      expect(citations).toHaveLength(1);
      expect(answer).toContain(
        'Jon Ferrante said: “I think the deficit is the biggest risk to growth that we have”',
      );
    },
  );
});

describe('what is asked over the whole record', () => {
  it('is counted by ideas where it can be', async () => {
    const { answer, coverage, citations } = await ask('Which company was discussed the most in 2026?');
    expect(answer).toMatch(
      /^The most ideas on the record in this time are on .*\(\d+ ideas? from \d+ shows?\)/,
    );
    expect(coverage).not.toBe('none');
    expect(citations.length).toBeGreaterThan(0);
    expect((await ask('How often was SpaceX mentioned?')).answer).toMatch(
      /^The record holds 2 ideas from 2 shows on SpaceX, and counts no mentions; /,
    );
  });

  it.each([
    'Which biotech stocks were mentioned most?',
    'Which AI companies are most discussed?',
    'Which companies has Jon Ferrante discussed most?',
    'Which companies are most discussed by hosts?',
    'Which companies are most discussed for layoffs?',
  ])('is not counted where less is asked of: "%s"', async (question) => {
    expect((await ask(question)).answer ?? '').not.toContain('The most ideas on the record');
  });

  it.each([
    ['Which podcast host has the best track record?', /^The record keeps no track record, /],
    ['Who is the most bullish?', /^The record does not rank /],
    ['What did women guests say?', /^The record knows speakers by name alone\. /],
  ])('is told as not kept, and spends nothing: "%s"', async (question, message) => {
    const body = await ask(question);
    expect(body).toMatchObject({ refused: false, coverage: 'none', answer: null, citations: [] });
    expect(body.message).toMatch(message);
    expect(body.message).toMatch(/Nothing was spent\.$/);
  });
});
