import { describe, expect, it } from 'vitest';
import { asksForChanges } from '#server/features/ask/choose/turns.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { readConversation } from './conversation/conversation.ts';
import { resumeQuestion } from './conversation/follow-up.ts';
import { firstOrLast } from './period/first-or-last.ts';
import { namesAlone, readQuestion } from './question.ts';

const now = new Date('2026-09-15T12:00:00Z');
const shows = [
  { id: 'a', slug: 'all-in', name: 'All-In' },
  { id: 'b', slug: 'all-in-summit', name: 'All-In Summit' },
  { id: 'c', slug: 'invest-like-the-best', name: 'Invest Like the Best' },
  { id: 'd', slug: 'odd-lots', name: 'The Odd Lots Podcast' },
  { id: 'e', slug: 'notes-on-capital', name: 'Notes on Capital' },
  { id: 'f', slug: 'bid-ask-and-argue', name: 'Bid, Ask and Argue (fictional sample)' },
  { id: 'g', slug: 'margin-notes', name: 'Margin Notes (fictional sample)' },
  { id: 'h', slug: 'hourglass', name: 'Sand & Time: The Hour [Audio]' },
  { id: 'i', slug: 'dwarkesh', name: 'Dwarkesh Podcast' },
];
const speakers = [
  'Brad Gerstner',
  'Chamath Palihapitiya',
  'Jason Calacanis',
  'Jason Lemkin',
  'Andrew Ng',
  'Dylan Patel',
  'Nikesh Patel',
];
const linker = createLinker(loadUniverse());
const newestAired = new Map<string, Date>();
const read = (question: string) =>
  readQuestion(question, { linker, shows, speakers, firstYear: null, newestAired }, now);
const slugs = (question: string) => read(question).subjects.map((subject) => subject.slug);

describe('readQuestion', () => {
  it.each([
    ['What did podcasts say about Nvidia?', ['nvidia']],
    ['what is the bear case on tesla', ['tesla']],
    ['apple risks', ['apple']],
    ['nvda bull vs bear summary pls', ['nvidia']],
    ['How do they compare AMD and Intel?', ['amd', 'intel']],
    ['Has anyone talked about $PLTR?', ['palantir']],
    ['What was said about interest rates?', []],
  ])('finds the companies of "%s"', (question, expected) => {
    expect(slugs(question)).toEqual(expected);
  });

  it('finds the show that is named, the longest name first, with or without its article', () => {
    expect(read('What did All-In say about Nvidia?').shows.map((show) => show.id)).toEqual(['a']);
    expect(read('What was said at the All-In Summit?').shows.map((show) => show.id)).toEqual(['b']);
    expect(read('What did Odd Lots say about copper?').shows.map((show) => show.id)).toEqual(['d']);
    expect(read('What is the best way investors like to discuss this?').shows).toEqual([]);
  });

  it.each([
    ['What did Margin Notes say about Nvidia?', ['g']],
    ['What did Margin Notes (fictional sample) say about Nvidia?', ['g']],
    ["What was Margin Notes' case on Nvidia?", ['g']],
    ['What did Bid, Ask and Argue say about Nvidia?', ['f']],
    ['What was argued about Nvidia on bid-ask-and-argue?', ['f']],
    ['What did Hourglass argue about Nvidia?', ['h']],
    ['What did Sand & Time: The Hour argue about Nvidia?', ['h']],
    ['What did Sand & Time argue about Nvidia?', ['h']],
    ['What did Dwarkesh say about Nvidia?', ['i']],
  ])('knows a show by its name without a bracketed tail, and by its slug: "%s"', (question, ids) => {
    const { shows, query } = read(question);
    expect(shows.map(({ id }) => id)).toEqual(ids);
    expect(query.asked).toEqual([]);
  });

  it.each([
    ['What did Dwarkesh Patel say about memory?', ['Dwarkesh Patel']],
    ['What did Priya Patel say about memory?', ['Priya Patel']],
    ['Anything by Sanjay Patel on memory?', ['Sanjay Patel']],
    ['Dwarkesh Patel on memory', []],
    ['What did Dylan Boris Patel say about memory?', ['Dylan Patel']],
    ['What did Dylan Patel say about memory?', ['Dylan Patel']],
    ['What did Patel say about memory?', ['Dylan Patel', 'Nikesh Patel']],
    ['What Did Patel Say About Memory?', ['Dylan Patel', 'Nikesh Patel']],
    ['What did Jason Citron say about memory?', ['Jason Citron']],
    ['What did Dylan Patel and Gavin Baker say about memory?', ['Dylan Patel', 'Gavin Baker']],
    [
      'What did Gavin Baker, Ada Quill and Dylan Boris Patel say about memory?',
      ['Gavin Baker', 'Ada Quill', 'Dylan Patel'],
    ],
    ['Did Gavin Baker change his mind on memory?', ['Gavin Baker']],
    ['What did Jason say about memory?', ['Jason Calacanis', 'Jason Lemkin']],
    ['Gerstner Nvidia', ['Brad Gerstner']],
  ])('asks nobody else of the same family or given name: "%s"', (question, people) => {
    expect(read(question)).toMatchObject({ shows: [], people });
  });

  it.each([
    ['What is the bull case for Google?', 'bullish', false],
    ['Why are people bearish on Intel?', 'bearish', false],
    ['What are the risks of Apple?', 'bearish', true],
    ['What do bulls and bears say about Uber?', null, false],
    ['What was said about Uber?', null, false],
  ])('tells which side "%s" asks for', (question, side, risks) => {
    expect(read(question)).toMatchObject({ side, risks });
  });

  it('keeps the words of the matter and leaves the words of asking', () => {
    expect(read('What did the hosts say about Costco membership fees?').query.asked).toEqual([
      'membership',
      'fee',
    ]);
    expect(read('What did podcasts say about Costco?').query.asked).toEqual([]);
    expect(read('What are the risks of owning Costco?').query.asked).toEqual([]);
  });

  it.each([
    'How long have they been bearish on Nvidia?',
    'When did they turn bullish on Nvidia?',
    'When did they go from bearish to more bullish on Nvidia?',
    'When did they start being cautious on Nvidia?',
    'Was haben die Podcasts über Nvidia gesagt?',
    'Über Nvidia, was wurde gesagt?',
    'Welche Risiken sehen die Gäste bei Nvidia?',
    '¿Qué dijeron los podcasts sobre Nvidia?',
    "Qu'est-ce que les podcasts ont dit sur Nvidia ?",
    "Qu'a-t-on dit de Nvidia ?",
    'Cosa hanno detto i podcast su Nvidia?',
    'O que os podcasts disseram sobre a Nvidia?',
    'Wat zeiden de podcasts over Nvidia?',
  ])('takes no word of asking for what is asked, in any large language: "%s"', (question) => {
    expect(slugs(question)).toEqual(['nvidia']);
    expect(read(question).query.asked).toEqual([]);
  });

  it.each([
    ['Was sagten sie über die Marge von Nvidia?', ['marg']],
    ['What did they say about the war in Iran?', ['war', 'iran']],
    ['Will Die Hard help Netflix?', ['die', 'hard']],
    ['How long will the Nvidia chip shortage last?', ['chip', 'shortag']],
  ])('keeps of "%s" the words of its matter', (question, asked) => {
    expect(read(question).query.asked).toEqual(asked);
  });

  it.each([
    'And what did others argue?',
    'What did anyone else say?',
    'What does everybody else think?',
    'Did somebody else argue it?',
    'What did the rest say?',
  ])('takes nobody for what is asked: "%s"', (question) => {
    expect(read(question).query.asked).toEqual([]);
  });

  it.each([
    ["How do the shows see OpenAI's path to profitability?", ['profit']],
    ['What did they say about memory prices?', ['memori', 'price']],
    ["Why did Figma's stock price fall?", ['fall']],
    ['What are the risks of its robotaxi business?', ['robotaxi']],
    ['How does Cursor make money?', ['revenu']],
    ["What happened to the Uber company's stock?", ['compani', 'stock']],
  ])('keeps of "%s" what is asked, not the words that shape the question', (question, asked) => {
    expect(read(question).query.asked).toEqual(asked);
  });

  it.each([
    ['How dependent is Apple on TSMC?', true],
    ["What did they say about Microsoft's relationship with OpenAI?", true],
    ['What came of the deal between Netflix and Warner?', false],
    ['What is the deal between Microsoft and OpenAI?', true],
    ['How do they compare Google and OpenAI?', false],
    ['Is AMD better than Intel?', false],
    ['Nvidia, AMD, Intel?', false],
    ['How did Apple do?', false],
  ])('tells whether "%s" asks how two companies stand to each other', (question, relates) => {
    expect(read(question).relates).toBe(relates);
  });

  it.each([
    ['How is China doing in AI chips?', ['china']],
    ['What was said about the Three Mile Island reactor?', ['three', 'mile', 'island']],
    ['What would Uber be with Travis Kalanick in charge?', ['kalanick']],
    ['What did they say about chips?', []],
    ['What Did They Say About Chips?', []],
    ['How does Waymo compare with Tesla?', []],
    ['How does Lexora compare with Tesla?', ['lexora']],
    ['What is the bull case for Google?', []],
  ])('finds the names of "%s" that are no companies', (question, names) => {
    expect(read(question).names).toEqual(names);
  });

  it.each([
    ['What was said about Nordhaven Robotics?', ['nordhaven', 'robot']],
    ['What was said about Zorblatt Industries?', ['zorblatt', 'industri']],
    ['Who is bullish on Quibblex Capital?', ['quibblex', 'capit']],
    ['What was said about Universal Robots?', ['univers', 'robot']],
    ['Is Veltrix Energy a threat?', ['veltrix', 'energi']],
    ['What was said about Nuclear Energy?', []],
    ['Is Nuclear Energy overhyped?', []],
    ['What was said about Humanoid Robots?', []],
    ['What Was Said About Nuclear Energy?', []],
    ['What was said about the fall of Travis Kalanick?', ['kalanick']],
  ])(
    'takes a name of two words that nothing knows for one name, and no theme for a name: "%s"',
    (question, names) => {
      expect(read(question).names).toEqual(names);
    },
  );

  it('reads British and American spelling alike', () => {
    const british = read('What risks were named for data centre spending and labour?');
    const american = read('What risks were named for data center spending and labor?');
    expect(british).toEqual({ ...american, text: british.text });
    expect(read('datacentres').query.asked).toEqual(read('data centers').query.asked);
  });

  it('takes the symbol beside a name for the name again', () => {
    expect(read('What was said about Coca-Cola (KO)?').query.asked).toEqual([]);
  });

  it('takes no side from a name or from how long', () => {
    expect(read('What did they say about Warner Bros?').side).toBeNull();
    expect(read('What are the short-term rates?').side).toBeNull();
  });

  it.each([
    ['What did Brad Gerstner say about CoreWeave?', ['Brad Gerstner']],
    ['What is Chamath bullish on?', ['Chamath Palihapitiya']],
    ['Did Jason sell Uber?', ['Jason Calacanis', 'Jason Lemkin']],
    ['What did Andrew Ng argue?', ['Andrew Ng']],
    ['What did Warren Buffett say about Apple?', ['Warren Buffett']],
    ['Will margins hold?', []],
    ['What did Zoltan say about SpaceX?', ['Zoltan']],
    ['Anything by Zoltan on SpaceX?', ['Zoltan']],
    ['According to Mary Meeker, will rates fall?', ['Mary Meeker']],
    ["What is Druckenmiller's view of Nvidia?", ['Druckenmiller']],
    ['What did Apple say about margins?', []],
    ['What did VCs say about AI?', []],
    ['What Did They Say About Chips?', []],
    ['What do Americans think about tariffs?', []],
    ['What was said about the chips made by Lexora?', []],
    ['Which case against Uber was made by Zoltan?', ['Zoltan']],
    ['Anything on Tesla from June to August 2026?', []],
  ])('finds whose words "%s" asks for', (question, people) => {
    expect(read(question).people).toEqual(people);
  });

  it('takes two companies beside "but" for two, and "so far" for no topic', () => {
    expect(read('Who was bullish on Uber but bearish on Intel?')).toMatchObject({ relates: false });
    expect(read('What was said about Uber so far this year?').query.asked).toEqual([]);
  });

  it('keeps no date as a matter, which no text would hold', () => {
    expect(read('What did All-In say about oil between March 2025 and July 2026?').query.asked).toEqual([
      'oil',
    ]);
    expect(read('What was said about Apple in 2026?').query.asked).toEqual([]);
    expect(read('What will Apple ship in 2031?').query.asked).toContain('2031');
  });

  it('takes podcasts, of whom it asks, for no theme of the question', () => {
    const { themes } = read('What do podcasts say about uranium?');
    expect(themes.map(({ slug }) => slug)).toEqual(['uranium']);
  });

  it('looks for what went wrong at a company, and not for the words of it', () => {
    const { query, side, period } = read('What went wrong at Uber?');
    expect({ asked: query.asked, side, period }).toEqual({ asked: [], side: 'bearish', period: null });
  });

  it('looks for the quarter in which something went wrong among the words that were said, which need not write it so', () => {
    const { query, names, period } = read('What went wrong at Uber in Q1 2025?');
    expect({ asked: query.asked, names, period }).toEqual({ asked: ['q1', '2025'], names: [], period: null });
  });

  it.each(['What happened in Q1 2025?', 'What happened in 2025?'])(
    'takes a time beside nothing for air dates: "%s"',
    (question) => expect(read(question).period?.from).toEqual(new Date('2025-01-01')),
  );

  it.each([
    ['Who disagrees with Gerstner on TSMC?', ['Brad Gerstner'], []],
    ['Who argued against Andrew Ng about Intel?', ['Andrew Ng'], []],
    ['Who pushed back on what Chamath said about Uber?', ['Chamath Palihapitiya'], []],
    ['Does anyone disagree with All-In on Nvidia?', [], ['a']],
    ['Who disagrees with Notes on Capital about Nvidia?', [], ['e']],
  ])('looks for others than whom "%s" says they disagree with', (question, people, ids) => {
    const { against, besides, ...rest } = read(question);
    expect(against).toMatchObject({ people, shows: ids.map((id) => ({ id })) });
    expect(besides).toEqual(against);
    expect(rest).toMatchObject({ people: [], shows: [] });
  });
});

describe('whom a question leaves out', () => {
  const aside = (question: string) => {
    const { people, shows, besides, query } = read(question);
    const ids = besides?.shows.map(({ id }) => id) ?? [];
    return {
      asked: [...people, ...shows.map(({ id }) => id)],
      aside: [...(besides?.people ?? []), ...ids],
      query,
    };
  };

  it.each([
    ['What was said about Apple but not by Brad Gerstner?', ['Brad Gerstner']],
    ['Tesla other than by Gerstner', ['Brad Gerstner']],
    ['What did others than Andrew Ng say about Tesla?', ['Andrew Ng']],
    ['Nvidia, excluding Odd Lots', ['d']],
    ['OpenAI on shows other than All-In', ['a']],
    ['Who besides Chamath spoke about Uber?', ['Chamath Palihapitiya']],
    ['What did anyone but Andrew Ng say on Intel?', ['Andrew Ng']],
    ['Apart from All-In, who talked about Nvidia?', ['a']],
    ['Intel, leaving out Gerstner and Chamath', ['Brad Gerstner', 'Chamath Palihapitiya']],
    ['What was said of Uber, except on All-In?', ['a']],
    ['Everything on Uber apart from what Chamath said', ['Chamath Palihapitiya']],
    ['What do guests not named Gerstner say about Uber?', ['Brad Gerstner']],
    ['Leaving aside All-In, what are the views on Uber?', ['a']],
    ['Uber (not from Odd Lots)', ['d']],
    ['Uber, but nothing from Gerstner please', ['Brad Gerstner']],
    ['What was said about Uber aside from on Bid, Ask and Argue?', ['f']],
    ['Excluding Notes on Capital, what was said about Uber?', ['e']],
    ['Who else than Gerstner spoke about Uber?', ['Brad Gerstner']],
    ['Did anybody else but Chamath talk about Uber?', ['Chamath Palihapitiya']],
  ])('is not whom it asks, nor its topic: "%s"', (question, people) => {
    expect(aside(question)).toMatchObject({ asked: [], aside: people, query: { asked: [] } });
  });

  it('is left out by a part of the name, beside somebody named in full', () => {
    expect(aside('What did Brad Gerstner, but not Chamath, say about Uber?')).toMatchObject({
      asked: ['Brad Gerstner'],
      aside: ['Chamath Palihapitiya'],
      query: { asked: [] },
    });
  });

  it('leaves the words in place where they leave nobody out', () => {
    expect(read('What would Intel be without Andrew Ng?').besides).toBeNull();
    expect(read('What is Uber without a driver?').query.asked).toContain('driver');
    expect(aside('What did All-In say about cars other than Teslas?')).toMatchObject({
      asked: ['a'],
      aside: [],
    });
  });

  it('stays left out where the conversation goes on about the same company', () => {
    const next = resumeQuestion(read('And Nvidia but not by Gerstner?'), read('What was said about Nvidia?'));
    expect(next.besides?.people).toEqual(['Brad Gerstner']);
  });
});

describe('whom a question speaks of', () => {
  it.each([
    ['What is said about Andrew Ng by others?', ['ng'], ['Andrew Ng']],
    ['What was said about Elon Musk?', ['musk'], []],
    ['What are the views on Michael Burry?', ['burri'], []],
    ['How do guests view Andrew Ng?', ['ng'], ['Andrew Ng']],
    ['Who mentioned Michael Burry?', ['burri'], []],
    ['What do they think of Chamath?', ['chamath'], ['Chamath Palihapitiya']],
    ['What was said about Elon Musk and Sam Altman?', ['musk', 'altman'], []],
    ["What is Burry's bet?", ['burri'], []],
  ])('is what it asks, in the words of others: "%s"', (question, asked, besides) => {
    expect(read(question)).toMatchObject({ people: [], query: { asked } });
    expect(read(question).spokenOf).not.toEqual([]);
    expect(read(question).besides?.people ?? []).toEqual(besides);
  });

  it('may be asked of somebody else', () => {
    expect(read('What did Gerstner say about Andrew Ng?')).toMatchObject({
      people: ['Brad Gerstner'],
      spokenOf: ['Andrew Ng'],
    });
  });

  it.each([
    'What was said about Eli Lilly?',
    'What was said about Morgan Stanley?',
    'What is the bull case on Charles Schwab?',
  ])('is no company: "%s"', (question) =>
    expect(read(question)).toMatchObject({ spokenOf: [], people: [], query: { asked: [] } }),
  );

  it('is not asked of where it is a view that is asked', () => {
    expect(read("What do you know about Brad Gerstner's view of Intel?").people).toEqual(['Brad Gerstner']);
  });
});

describe('a symbol in a sentence', () => {
  it.each([
    ['What was said about KO?', ['coca-cola']],
    ['What was said about MU?', ['micron']],
    ['Who is bullish on V?', ['visa']],
    ["What is V's moat?", ['visa']],
    ['KO vs PEP', ['coca-cola', 'pepsico']],
    ['Compare KO and PEP', ['coca-cola', 'pepsico']],
    ['What was said about GM or F last month?', ['general-motors', 'ford']],
    ['What is the bull case on NOW in 2026?', ['servicenow']],
  ])('is the company, in capitals: "%s"', (question, expected) => {
    expect(slugs(question)).toEqual(expected);
    expect(read(question).query.asked).not.toContain('ko');
  });

  it.each([
    'Am I right that AI is a bubble?',
    'What did the CEO say about the IPO?',
    'What was said about the US and the EU?',
    'What was said about IT budgets?',
    'What did ALL of them say?',
    'What was said about Series A and B rounds?',
    'What did they say about vitamin D?',
    'What did they say about M&A, P/E and R&D?',
    'WHAT WAS SAID ABOUT IT NOW?',
  ])('is no other word in capitals: "%s"', (question) => {
    expect(slugs(question)).toEqual([]);
  });
});

describe('whose part in a show is asked for', () => {
  it.each([
    ['What did the hosts say about Nvidia?', 'host'],
    ['What did the host of All-In say about Nvidia?', 'host'],
    ["What are the hosts' views on Nvidia?", 'host'],
    ['What did guests say about Eli Lilly?', 'guest'],
    ['Which guests are bullish on Nvidia?', 'guest'],
    ['Anything by a guest arguing the bear case on Tesla?', 'guest'],
  ])('is read of "%s": %s', (question, role) => expect(read(question).role).toBe(role));

  it.each([
    'Who hosts All-In?',
    'Do hosts and guests agree on Nvidia?',
    'What did Gerstner say to the host about Nvidia?',
    'What was said about web hosting?',
    'What do they say about Airbnb hosts?',
  ])('is not asked by "%s"', (question) => expect(read(question).role).toBeNull());
});

describe('namesAlone', () => {
  const alone = (question: string) =>
    namesAlone(question, { linker, shows, speakers, firstYear: null, newestAired }, now);

  it.each([
    'NVDA',
    'KO',
    'Tesla.',
    'tesla stock',
    'AMD vs Intel',
    'gold',
    'Chamath',
    'All-In',
    'How about Intel?',
    'Tesla in 2025',
    '$TSLA in 2025',
    'Nvidia 2026',
    'Nvidia in June 2026',
    'Coca-Cola in November 2025',
    'Intel in Q2 2026',
    'Chamath last summer',
    'AMD vs Intel since April',
  ])('holds of "%s"', (question) => {
    expect(alone(question)).toBe(true);
  });

  it.each([
    'Buy Apple?',
    'Tesla now?',
    'thanks',
    'Tesla price target',
    'Tesla price target 2026',
    'Tesla in 2031',
    'Buy Tesla in June 2026?',
    'Nvidia or AMD?',
    'Is Tesla it?',
    'NVDAはどうですか',
  ])('does not hold of "%s"', (question) => {
    expect(alone(question)).toBe(false);
  });
});

describe('resumeQuestion', () => {
  const follow = (first: string, next: string) => resumeQuestion(read(next), read(first));

  it.each([
    ['When was that?', 'bearish'],
    ['On which show?', 'bearish'],
    ['Who said that?', 'bearish'],
    ['What else was said of it?', null],
  ])('asks after the statements on the side asked before: %s', (next, side) => {
    expect(follow('Who is bearish on Nvidia?', next).side).toBe(side);
  });

  it.each([
    'And what about the risks?',
    'Why?',
    'Who disagrees?',
    'What did they say about its margins?',
    'tell me more',
  ])('goes on about the same company: "%s"', (next) => {
    expect(follow('What did All-In say about Nvidia?', next).subjects.map((subject) => subject.slug)).toEqual(
      ['nvidia'],
    );
  });

  it('asks for the other side of the one that was asked for', () => {
    const sideOf = (first: string) => follow(first, 'Who disagrees?').side;
    expect(sideOf('What is the bull case for Uber?')).toBe('bearish');
    expect(sideOf('What are the risks of Uber?')).toBe('bullish');
    expect(sideOf('What did they say about Uber?')).toBeNull();
  });

  it('looks beyond those who spoke where it is asked who disagreed with them', () => {
    const next = follow('What did All-In say about Nvidia?', 'And who disagreed?');
    expect(next).toMatchObject({ shows: [], people: [], against: { shows: [{ id: 'a' }], people: [] } });
    expect(follow('What is the bull case for Uber?', 'Who disagrees?').against).toBeNull();
  });

  it.each(['And in 2025?', 'Since March?', 'And on All-In?'])(
    'keeps the side and the risks that were asked for, of another time or show: "%s"',
    (next) => {
      expect(follow('What is the bear case on Nvidia?', next).side).toBe('bearish');
      expect(follow('What are the risks of Nvidia?', next).risks).toBe(true);
    },
  );

  it.each([
    ['But not in May?', '2026-01-01', '2027-01-01', ['2026-05-01']],
    ['And since then?', '2027-01-01', null, []],
    ['And before that?', null, '2026-01-01', []],
    ['And why?', '2026-01-01', '2027-01-01', []],
    ['And in 2025?', '2025-01-01', '2026-01-01', []],
  ])('asks of a time beside the one before: "%s"', (next, from, until, except) => {
    const { period } = follow('What was said about Nvidia in 2026?', next);
    const day = (date: Date | null | undefined) => date?.toISOString().slice(0, 10) ?? null;
    expect([day(period?.from), day(period?.until)]).toEqual([from, until]);
    expect(period?.except.map((span) => day(span.from))).toEqual(except);
  });

  it('keeps the side of the question before, where it asks of the time since', () => {
    expect(follow('Who was bearish on Nvidia in 2025?', 'And since then?').side).toBe('bearish');
  });

  it('asks of another company the topic asked before, but for names, which are of the one', () => {
    const topic = (first: string, next: string) => follow(first, next).query.asked;
    expect(topic('What was said about the margins of Nvidia?', 'And AMD?')).toEqual(['margin']);
    expect(topic('What was said about Nvidia and Blackwell?', 'And AMD?')).toEqual([]);
    expect(topic('Is it a good time to buy Nvidia?', 'And AMD?')).toEqual([]);
  });

  it.each(['And the hosts?', 'What about hosts?', 'Only from hosts'])(
    'asks of the hosts what was asked of the guests: "%s"',
    (next) => {
      const first = 'Which guests are bullish on Nvidia?';
      expect(follow(first, next)).toMatchObject({
        role: 'host',
        side: 'bullish',
        subjects: [{ slug: 'nvidia' }],
      });
    },
  );

  it.each(['And Brad Gerstner?', 'What about Gerstner?'])(
    'asks of somebody what was asked of others: "%s"',
    (next) => {
      expect(follow('Which guests are bearish on Nvidia?', next)).toMatchObject({
        people: ['Brad Gerstner'],
        side: 'bearish',
        role: null,
        subjects: [{ slug: 'nvidia' }],
      });
    },
  );

  it('asks for all that somebody said, where a follow-up asks for that', () => {
    const next = follow('Who is bearish on Nvidia?', 'And what did Brad Gerstner say?');
    expect(next).toMatchObject({ people: ['Brad Gerstner'], side: null });
  });

  it.each(['And in 2025?', 'And on All-In?'])(
    'asks the same people, of another time or show: "%s"',
    (next) => {
      expect(follow('What did Brad Gerstner say about Nvidia?', next).people).toEqual(['Brad Gerstner']);
    },
  );

  it.each(['What was said about it on All-In?', 'What else was said of it in 2025?'])(
    'asks for all that was said, where a follow-up asks for that: "%s"',
    (next) => {
      expect(follow('What is the bear case on Nvidia?', next).side).toBeNull();
    },
  );

  it.each(['And on gold?', 'And about gold?', 'And for gold?', 'And gold?'])(
    'asks of a theme what was asked before of a company: "%s"',
    (next) => {
      expect(follow('Who is bearish on Tesla?', next)).toMatchObject({ subjects: [], side: 'bearish' });
      expect(follow('Who is bearish on Tesla?', next).themes).toHaveLength(1);
    },
  );

  it('leaves aside whom it asked of before, where others are asked for', () => {
    const besides = (first: string, next: string) => follow(first, next).besides;
    const show = { shows: [{ id: 'a', slug: 'all-in', name: 'All-In' }], people: [] };
    expect(besides('What did All-In say about Nvidia?', 'And what did others argue?')).toEqual(show);
    expect(besides('What did All-In say about Nvidia?', 'What did others say about Nvidia?')).toEqual(show);
    expect(besides('What did Brad Gerstner say on All-In about Nvidia?', 'Who else?')).toEqual({
      shows: [],
      people: ['Brad Gerstner'],
    });
    expect(besides('What did All-In say about Nvidia?', 'What did others say about Intel?')).toBeNull();
    expect(besides('What did All-In say about Nvidia?', 'And the rest of its argument?')).toBeNull();
    expect(besides('What did All-In say about Nvidia?', 'And custom chips compared with others?')).toBeNull();
    expect(besides('What did All-In say about Nvidia?', 'And why?')).toBeNull();
  });

  it('asks nobody for others than themselves', () => {
    const before = read('What did Brad Gerstner say about Nvidia?');
    expect(resumeQuestion(read('Who else is on his side?'), before)).toMatchObject({
      people: [],
      besides: { people: ['Brad Gerstner'] },
    });
  });

  it('takes "its" for the first company of two', () => {
    const next = follow("What is Microsoft's relationship with OpenAI?", 'What about its cloud business?');
    expect(next.subjects.map((subject) => subject.slug)).toEqual(['microsoft']);
    expect(next).toMatchObject({ relates: false, query: { asked: ['cloud'] } });
  });

  it('starts anew where another company is named', () => {
    const next = follow('What did All-In say about Nvidia?', 'And what about Intel?');
    expect(next.subjects.map((subject) => subject.slug)).toEqual(['intel']);
  });

  it('starts anew where a question stands by itself', () => {
    const next = follow(
      'What did All-In say about Nvidia?',
      'Is commercial office real estate recovering in big cities?',
    );
    expect(next.subjects).toEqual([]);
  });

  it.each([
    'How do they argue about power for data centers?',
    'What did they say on banks?',
    'What did they say about regional banks this year?',
    'What did they make of walnut growers?',
    'And how do they see oil prices?',
    'Do they think that there is a bubble in data centers?',
    'Are they bullish on gold?',
    "What's their view on tariffs?",
    'Which shows discussed inflation?',
    'What was said about tariffs?',
    'And what about gold?',
  ])('reads by itself what has a subject of its own: "%s"', (next) => {
    const alone = read(next);
    for (const first of ['What did shows say about Tesla?', 'Should I buy Nvidia now?'])
      expect(follow(first, next)).toEqual({ ...alone, text: expect.stringContaining(next) });
  });

  it.each([
    'What are its risks?',
    'And why?',
    'Do they agree?',
    'What about the risks?',
    'What did they say about margins?',
    'What did they say about competition and capex?',
    'How do they make money?',
    'What are their plans for data centers?',
    'What do they say about its data centers?',
    'Is that why they like robots?',
    'Do they think the valuation is justified?',
    'Which catalysts were discussed?',
    'What did they say about the launch?',
    'What did they say about growth in China?',
  ])('goes on about the company where there is none, also one of a refused question: "%s"', (next) => {
    for (const first of ['What did shows say about Nvidia?', 'Should I buy Nvidia now?'])
      expect(follow(first, next).subjects.map(({ slug }) => slug)).toEqual(['nvidia']);
  });

  it('takes "they" for the show that was asked of', () => {
    const next = follow('What did All-In say about Nvidia?', 'What did they say on banks?');
    expect(next).toMatchObject({ subjects: [], shows: [{ id: 'a', name: 'All-In' }] });
  });

  const conversation = (...questions: string[]) =>
    readConversation(
      {
        question: questions.at(-1)!,
        before: questions.slice(0, -1).map((question) => ({ question, idea: null })),
      },
      { linker, shows, speakers, firstYear: null, newestAired },
      now,
    );

  it.each([
    ['And what did he say about SpaceX?', ['spacex']],
    ['what does he think of Amazon', ['amazon']],
    ['Does he like Intel?', ['intel']],
    ['His view on Uber?', ['uber']],
    ['What did she argue about walnut growers?', []],
    ['When did he say that?', ['coreweave']],
  ])('asks for the words of whoever was last asked of: "%s"', (next, about) => {
    for (const first of ['What did Brad Gerstner say about CoreWeave?', 'Did Gerstner speak of CoreWeave?']) {
      const { people, subjects } = conversation(first, next);
      expect(people).toEqual(['Brad Gerstner']);
      expect(subjects.map(({ slug }) => slug)).toEqual(about);
    }
  });

  it('means by "he" somebody unknown to the record all the same, and whoever was spoken of where nobody was asked', () => {
    expect(
      conversation('What did Graham Allison say about China?', 'What did he say about Apple?').people,
    ).toEqual(['Graham Allison']);
    expect(conversation('What was said about Elon Musk?', 'What did he say about Mars?').people).toEqual([
      'Elon Musk',
    ]);
  });

  it('still knows whom "he" means after a question that asked of nobody', () => {
    expect(
      conversation('What did Andrew Ng say about Intel?', 'How about Uber?', 'And his view of Apple?').people,
    ).toEqual(['Andrew Ng']);
  });

  it('takes "he" for a person whom the same question names', () => {
    const { people } = conversation(
      'What did Andrew Ng say about Intel?',
      'What did All-In say about Elon Musk and his companies?',
    );
    expect(people).toEqual([]);
  });

  it('looks beyond "him" where others are asked for', () => {
    expect(conversation('What did Andrew Ng say about Intel?', 'Who disagrees with him?')).toMatchObject({
      people: [],
      against: { people: ['Andrew Ng'] },
    });
  });

  it.each([
    ['What did Andrew Ng say about Intel?', 'What about Uber?', { people: ['Andrew Ng'] }],
    ['What did All-In say about Intel?', 'And Uber?', { shows: [{ id: 'a' }] }],
    ['What is the bear case on Intel?', 'How about Uber?', { side: 'bearish' }],
    ['What did guests say about Intel in 2026?', 'And what about Uber?', { role: 'guest' }],
  ])('asks of another company what was asked before: "%s" "%s"', (first, next, asked) => {
    expect(follow(first, next)).toMatchObject({ subjects: [{ slug: 'uber' }], ...asked });
    expect(follow(first, next).period).toEqual(read(first).period);
  });

  it.each(['What about gold?', 'And tariffs?'])('asks the same people of a theme: "%s"', (next) => {
    const first = 'What did Andrew Ng say about Intel?';
    expect(follow(first, next)).toMatchObject({ subjects: [], people: ['Andrew Ng'] });
    expect(follow(first, next).themes).toHaveLength(1);
  });

  it.each([
    ['Who was the first to mention Intel?', 'And Uber?', 'first'],
    ['Who mentioned Intel first?', 'What about Uber?', 'first'],
    ['What is the latest idea on Intel?', 'And on Uber?', 'last'],
    ['Who was the first to mention Intel?', 'And in 2025?', 'first'],
  ] as const)('asks for the first or the last again: "%s" "%s"', (first, next, order) => {
    expect(firstOrLast(follow(first, next).text)).toBe(order);
  });

  it('asks for no trade again: "Should I buy Intel?" "And Uber?"', () => {
    expect(follow('Should I buy Intel?', 'And Uber?').text).toBe('And Uber?');
  });

  it('asks of another company who changed their mind', () => {
    const next = follow('Who changed their mind on Intel?', 'And on Uber?');
    expect(asksForChanges(next)).toBe(true);
  });

  it('asks anew what is asked of another company', () => {
    const next = follow('What did Andrew Ng say about Intel?', 'And what was said about Uber?');
    expect(next.people).toEqual([]);
  });

  it.each([
    'Compare the two',
    'How do these two differ?',
    'Do they both agree?',
    'What would both of them say?',
  ])('takes the two who were last asked of: "%s"', (question) => {
    const next = conversation('What did Andrew Ng say about Uber?', 'And what did Chamath say?', question);
    expect(next.people).toEqual(['Andrew Ng', 'Chamath Palihapitiya']);
    expect(next.subjects.map(({ slug }) => slug)).toEqual(['uber']);
  });

  it('takes the two companies that were last asked of where nobody was', () => {
    const next = conversation('What was said about Uber?', 'What was said about Intel?', 'Compare the two');
    expect(next.subjects.map(({ slug }) => slug)).toEqual(['uber', 'intel']);
    expect(next.query.asked).toEqual([]);
  });

  it('carries the words of a question that named no company', () => {
    expect(follow('What was said about desalination membranes?', 'Why?').query.asked).toContain('desalin');
  });

  it.each([
    ['And who argued against it?', 'bearish'],
    ['Anyone against it?', 'bearish'],
    ['Did anybody speak against it?', 'bearish'],
    ['And who argued for it?', 'bullish'],
  ])('takes "it" for the subject where no side was asked for: "%s"', (next, side) => {
    for (const first of ['What did podcasts say about Tesla?', 'What did All-In say about Tesla?'])
      expect(follow(first, next)).toMatchObject({
        side,
        against: null,
        shows: [],
        subjects: [{ slug: 'tesla' }],
      });
    expect(conversation('What was said about Tesla?', 'Who argued against it?', next).side).toBe(side);
  });

  it('takes "it" for the case that was asked for, and "that" for what somebody said', () => {
    expect(follow('What is the bear case on Tesla?', 'Who argued against it?').side).toBe('bullish');
    expect(follow('What is the bear case on Tesla?', 'Who argued for it?').side).toBe('bearish');
    expect(follow('What did Andrew Ng say about Intel?', 'Who argued against that?').against).toMatchObject({
      people: ['Andrew Ng'],
    });
  });

  it.each([
    'Did anyone say the opposite?',
    'Who took the opposite view?',
    'Any dissenting voices?',
    'Does anyone see it differently?',
    'Did anyone argue otherwise?',
  ])('asks who disagreed, not for the word: "%s"', (next) => {
    const asked = follow('What did Andrew Ng say about Intel?', next);
    expect(asked).toMatchObject({ against: { people: ['Andrew Ng'] }, subjects: [{ slug: 'intel' }] });
    expect(asked.query.asked).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/oppos|dissent|differ/)]),
    );
  });

  it.each([
    'Which episode was that?',
    'what episode is this from',
    'When was that?',
    'What date?',
    'On which show?',
    'where can I hear it?',
    "What's the title of the episode?",
  ])('asks in which episode that was said which was told: "%s"', (next) => {
    const before = follow('What did Andrew Ng say about Intel?', 'And about its margins?');
    expect(resumeQuestion(read(next), before)).toEqual({ ...before, whereabouts: true });
  });

  it('asks when something will happen, not when it was said', () => {
    expect(follow('What did Andrew Ng say about Intel?', 'In what year will that happen?').whereabouts).toBe(
      false,
    );
  });

  it('asks for reasons alone after a question for a number', () => {
    const next = follow('How much does Uber earn?', 'Why?');
    expect(next).toMatchObject({ wants: 'reasons', subjects: [{ slug: 'uber' }] });
  });

  it('asks anew after a question for the episode', () => {
    const next = conversation('What did Andrew Ng say about Intel?', 'Which episode was that?', 'And Uber?');
    expect(next).toMatchObject({ whereabouts: false, subjects: [{ slug: 'uber' }] });
  });

  it.each(['Why?', 'And why is that?', 'why do they think so', 'What were his reasons?'])(
    'asks for the reasons of the same people: "%s"',
    (next) => {
      expect(follow('What did Andrew Ng say about Intel?', next)).toMatchObject({
        wants: 'reasons',
        people: ['Andrew Ng'],
        subjects: [{ slug: 'intel' }],
      });
    },
  );

  it.each([
    'What numbers did they give?',
    'Any figures?',
    'in numbers?',
    'which specific stats did they cite?',
  ])('asks for figures, not for the word: "%s"', (next) => {
    const asked = follow('What did All-In say about Intel?', next);
    expect(asked).toMatchObject({ wants: 'figures', shows: [{ id: 'a' }], subjects: [{ slug: 'intel' }] });
    expect(asked.query.asked).toEqual([]);
  });

  it.each(['And Bill Gurley?', 'what about Bill Gurley'])(
    'asks for the words of somebody unknown to the record: "%s"',
    (next) => {
      expect(follow('What did All-In say about Intel?', next)).toMatchObject({
        people: ['Bill Gurley'],
        shows: [{ id: 'a' }],
        subjects: [{ slug: 'intel' }],
        query: { asked: [] },
      });
    },
  );

  it.each([
    ['What did guests, not hosts, say about Alphabet?', 'guest'],
    ['What did hosts rather than guests say about Alphabet?', 'host'],
    ['What was said about Alphabet by anyone but the hosts?', 'guest'],
    ['Leaving aside the hosts, who spoke of Alphabet?', 'guest'],
    ['What did hosts and guests say about Alphabet?', null],
    ['What did all but the guests say about Alphabet?', 'host'],
  ])('leaves out whose part is not asked for: "%s"', (question, role) => {
    expect(read(question)).toMatchObject({ role, subjects: [{ slug: 'alphabet' }], query: { asked: [] } });
  });

  it('leaves nobody out who is only set against others: "but hosts doubt"', () => {
    expect(read('What do guests say about Nvidia but hosts doubt?').role).toBeNull();
  });

  it.each([
    ['Nvidia before earnings', 'before earnings'],
    ['What did hosts say of Nvidia after its Q2 results?', 'after its Q2 results'],
    ['What was said about Nvidia ahead of the Fed meeting?', 'ahead of the Fed meeting'],
    ['What was said about Nvidia since 2025?', null],
    ["What did podcasts say after Nvidia's earnings?", "after Nvidia's earnings"],
    ['What was said after Nvidia’s Q2 earnings call on All-In?', 'after Nvidia’s Q2 earnings call'],
    ['What did podcasts say after earnings about Nvidia?', 'after earnings'],
    ['What was said about the earnings of Nvidia?', null],
    ['What was said on Nvidia since earnings growth slowed?', null],
    ['What was said about Nvidia going into earnings season?', null],
    ['What did hosts say before earnings per share of Nvidia fell?', null],
    ['What was said of Nvidia ahead of earnings estimates?', null],
    ['What was said of Nvidia around earnings power?', null],
  ])('knows a time that the record cannot tell, and keeps whose it is: "%s"', (question, untimed) => {
    expect(read(question).untimed).toBe(untimed);
    expect(slugs(question)).toEqual(['nvidia']);
    if (untimed !== null) expect(read(question).query.asked).toEqual([]);
  });

  it.each([
    'What are the main ideas on the latest All-In?',
    "What did they say in All-In's latest episode?",
    'What did they say about Intel in the last All-In episode?',
    'What was said on the most recent episode of All-In?',
    'What was said on the last show of All-In?',
    'What did All-In say on its last show?',
  ])('asks of the newest episode alone: "%s"', (question) => {
    const latest = new Date('2026-07-14T10:00:00Z');
    const known = {
      linker,
      shows,
      speakers,
      firstYear: null,
      newestAired: new Map(shows.map(({ id }) => [id, latest])),
    };
    const inLatest = readConversation({ question, before: [] }, known, now).period;
    expect(inLatest).toEqual({
      from: new Date('2026-07-14T00:00:00Z'),
      until: new Date('2026-07-15T00:00:00Z'),
      except: [],
    });
    for (const other of [
      'What are the latest All-In views on Intel?',
      'Who was the last All-In speaker to mention Intel?',
      'Who was the last person on All-In to mention Intel?',
      'What did All-In say about the last show of weakness at Nvidia?',
      'What was the last All-In episode that mentioned Intel?',
    ])
      expect(readConversation({ question: other, before: [] }, known, now).period).toBeNull();
  });

  it.each(["what's the deal with Intel", 'whats up with Intel', 'What did the All-In guys say about Intel?'])(
    'takes no filler for a topic: "%s"',
    (question) => {
      expect(read(question).query.asked).toEqual([]);
    },
  );

  it('asks for figures on a company by itself', () => {
    const asked = read('What numbers did All-In give on Intel?');
    expect(asked).toMatchObject({ wants: 'figures', subjects: [{ slug: 'intel' }], query: { asked: [] } });
    expect(read('Give me the numbers on Intel').wants).toBe('figures');
    expect(read('What were the figures?').wants).toBe('figures');
  });

  it.each([
    'What was said about the number of users of Uber?',
    'Did Nvidia beat the numbers?',
    'Do the numbers add up for CoreWeave?',
  ])('asks for no figures: "%s"', (question) => {
    expect(read(question).wants).toBeNull();
  });

  it('keeps a deal that is asked about', () => {
    expect(read('What was said about Palantir and Nvidia, that deal thing?').relates).toBe(true);
    expect(read('What was said about Palantir and Nvidia?').relates).toBe(false);
    expect(read("What's the deal with Intel closing fabs?").query.asked).toContain('fab');
    expect(read('What was said about the deal of Intel with Apple?').query.asked).toContain('deal');
  });
});
