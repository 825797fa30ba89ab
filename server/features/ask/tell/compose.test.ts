import { describe, expect, it } from 'vitest';
import type { ChosenEvidence, Evidence } from '#server/features/ask/choose/evidence.ts';
import { cardLine, linesOf } from '#server/features/ask/choose/ideas/idea-lines.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { sentencesOf } from '#server/language/text-sentences.ts';
import { questionReading, quoted, said } from '#server/testing/reading/evidence.ts';
import { composeSentences } from './compose.ts';
import { withMarkers } from './markers.ts';

const told = (evidence: readonly Evidence[], given = {}, missing: ChosenEvidence['missing'] = null) =>
  withMarkers(questionReading(given), composeSentences(questionReading(given), { evidence, missing })).answer;
const markersPerSentence = (answer: string) => sentencesOf(answer).map((line) => /\[\d+\]/.test(line));

describe('composeSentences', () => {
  it('cites a sentence that comes some seconds later where it was said itself', () => {
    const long = 'They make a thing that every one of the large buyers needs and that nobody else can make';
    const next = 'Their supply for the whole of next year is sold';
    const sentences = composeSentences(questionReading({}), {
      evidence: [quoted({ text: `${long}. ${next}` })],
      missing: null,
    });
    expect(sentences.map(({ text }) => text)).toEqual([
      expect.stringContaining(`said: “${long}”`),
      expect.stringContaining(`went on: “${next}”`),
    ]);
    expect(new Set(sentences.flatMap(({ on }) => on)).size).toBe(2);
  });

  it('leaves out both parts of a quotation of which one is not held', () => {
    const long =
      'They make a thing that every one of the 99 large buyers needs and that nobody else can make';
    const next = 'Their supply for the whole of next year is sold';
    const evidence = [{ ...quoted({ text: `${next}.` }), words: `${long}. ${next}` }];
    expect(composeSentences(questionReading({}), { evidence, missing: null })).toEqual([]);
  });

  it('puts every statement under its side, oldest first, with its show and date', () => {
    const answer = told([
      said(
        {
          id: '2',
          thesis: 'Ann Lee argues that custom chips take share.',
          speakerName: 'Ann Lee',
          stance: 'BEARISH',
        },
        'bearish',
      ),
      said({
        id: '3',
        thesis: 'Bo argues that lead times grow.',
        speakerName: 'Bo',
        episodePublishedAt: new Date('2026-08-01'),
      }),
      said(),
    ]);
    expect(answer).toBe(
      'On the bullish side, Bo argues that lead times grow (The Alpha Hour, 1 August 2026) [1]. ' +
        'On the bullish side, too, Dana Reyes argues that Nvidia sells 90% of what it can package (The Alpha Hour, 1 September 2026) [2]. ' +
        'On the bearish side, Ann Lee argues that custom chips take share (The Alpha Hour, 1 September 2026) [3].',
    );
  });

  it('names the episode of each statement where that is asked for', () => {
    const answer = told([said(), quoted({ speaker: 'Ann Lee', text: 'Chips are scarce' })], {
      whereabouts: true,
    });
    const { episodeTitle } = quoted().passage;
    expect(answer).toContain(`in the episode “${said().idea.episodeTitle}”, Dana Reyes argues`);
    expect(answer).toContain(`in the episode “${episodeTitle}”, Ann Lee said: “Chips are scarce”`);
  });

  it('says that a time was left aside of which the record keeps no date', () => {
    expect(told([said()], { untimed: 'before earnings' })).toMatch(
      /^The record keeps no dates of such events, so “before earnings” is left aside; on The Alpha Hour/,
    );
  });

  it('says that no figures were found', () => {
    expect(told([said()], { wants: 'figures' }, 'figure')).toMatch(
      /^On Nvidia, no figures were found in what was said; on The Alpha Hour/,
    );
  });

  it('tells what stands under no side before the first side is named', () => {
    const plain: Evidence = {
      ...said({ id: '2' }),
      side: null,
      line: { claim: 'Dana Reyes said', words: 'They sell what they can package' },
    };
    const answer = told([said(), plain]);
    expect(answer).toMatch(
      /^On The Alpha Hour .*, Dana Reyes said: “They sell what they can package” \[1\]\. On the bullish side, /,
    );
  });

  it.each([
    [null, 'On The Alpha Hour (1 September 2026), a speaker made an argument about Nvidia'],
    [
      'Robots may not be wanted in any home.',
      'On The Alpha Hour (1 September 2026), a speaker made an argument about Nvidia: “Robots may not be wanted in any home”',
    ],
  ])('tells of a licence that is short in one sentence: %j', (quote, sentence) => {
    const thesis = `Dana Reyes on Nvidia: "Robots may not be wanted in any home. ${'They cost a lot. '.repeat(4)}"`;
    const told = said({ thesis, quote: quote ?? thesis, quoteChars: 40, speakerName: null });
    const { idea } = told;
    const text = withMarkers(
      questionReading({}),
      composeSentences(questionReading({}), {
        evidence: [{ ...told, line: linesOf(idea)[0] }],
        missing: null,
      }),
    ).answer;
    expect(text).toBe(`${sentence} [1].`);
  });

  it('says that a later reading replaced the idea that is asked about', () => {
    expect(told([said({ supersededAt: new Date('2026-10-01') })])).toMatch(
      / \(a later reading of the episode replaced this\) \[1\]\.$/,
    );
    expect(told([said()])).not.toContain('replaced');
  });

  it('says once where a side was asked for that the stance of an idea is not told', () => {
    const untold: Evidence = {
      ...said({ id: '2', stance: null, riskFlags: ['Customers may build their own chips and buy less.'] }),
      side: null,
      line: { claim: 'Dana Reyes said of Nvidia', words: 'They have a great moat' },
    };
    expect(told([untold, said()], { side: 'bullish', risks: true })).toMatch(
      /^On .*, Dana Reyes said of Nvidia: “They have a great moat” \(stance not told\) \[1\]\. A risk named there: [^()]* \[1\]\. On the bullish side, [^[]*\) \[2\]\.$/,
    );
    expect(told([untold])).not.toContain('not told');
    const both = [{ text: 'Both said it', on: [said(), untold] }];
    expect(withMarkers(questionReading({ side: 'bullish' }), both).answer).toBe(
      'Both said it [1] (stance not told) [2].',
    );
  });

  it('names no sides where a person is asked about and each statement has its own subject', () => {
    const answer = told([said(), said({ id: '2', subjectKey: 'INTC', stance: 'BEARISH' }, 'bearish')], {
      subjects: [],
      people: ['Dana Reyes'],
    });
    expect(answer).not.toContain('side');
  });

  it('gives each sentence of a quote as a quotation of its own', () => {
    const words = 'The moat is too big. Nobody can stop it. They raise the fee. Members of St. Louis stay';
    const { answer } = withMarkers(questionReading({}), [
      { text: `Dana Reyes said: “${words}”`, on: [said()] },
    ]);
    expect(answer).toContain(
      '“The moat is too big” and “Nobody can stop it” and “They raise the fee” and “Members of St Louis stay”',
    );
  });

  it('keeps one marker in every sentence, whatever points and signs the words hold', () => {
    for (const thesis of [
      'Dana Reyes argues that the U.S. grid, e.g. in St. Louis, is short of power.',
      'Dana Reyes argues that Yahoo! and Guess? Inc. are no Nvidia.',
      'Dana Reyes argues that margins are at 3.5 times. Then more is said.',
      'Dana Reyes argues that [1] is no marker.',
    ]) {
      const answer = told([said({ thesis })]);
      expect(answer.match(/\[\d+\]/g)).toEqual(['[1]']);
      expect(answer.split(/[.!?]\s/)).toHaveLength(1);
      expect(markersPerSentence(answer).every(Boolean)).toBe(true);
    }
  });

  it.each(['Happiness, and... Christmas', 'What now? Part 2', 'No. 12, live!'])(
    'leaves the title of an episode as it is: %s',
    (episodeTitle) => {
      const item = said({ episodeTitle });
      expect(told([{ ...item, side: null, line: cardLine(item.idea) }])).toContain(
        `in the episode “${episodeTitle}”`,
      );
    },
  );

  it.each([
    ['The “Magnificent Seven”? And then. What now', '“The ‘Magnificent Seven’? And then. What now”'],
    ['Is "cheap" cheap? Part 2', '“Is ‘cheap’ cheap? Part 2”'],
  ])('keeps the marks around a title that has its own: %s', (episodeTitle, written) => {
    const item = said({ episodeTitle });
    expect(told([{ ...item, side: null, line: cardLine(item.idea) }])).toContain(`in the episode ${written}`);
  });

  it('names the risks that were named, where risks are asked for', () => {
    const answer = told(
      [said({ riskFlags: ['They may slip.', 'Customers may build their own chips and buy less.'] })],
      { side: 'bearish', risks: true },
    );
    expect(answer).toContain('A risk named there: Customers may build their own chips and buy less [1].');
  });

  it('attributes to nobody by name where nobody is named', () => {
    const answer = told([
      said({ thesis: 'A guest on The Alpha Hour argues that demand lasts.', speakerName: null }),
    ]);
    expect(answer).toBe('On The Alpha Hour (1 September 2026), a guest argues that demand lasts [1].');
  });

  it('quotes a transcript as it was chosen', () => {
    expect(told([quoted({ text: 'The tariffs hurt' })])).toBe(
      'On The Alpha Hour (15 September 2026), Dana Reyes said: “The tariffs hurt” [1].',
    );
  });

  it.each([
    ['How might export tariffs affect Nvidia?', 'export tariffs'],
    ['Is Nvidia short of tariffs and of exports to China?', 'tariffs and exports'],
    ['Will the export and the tariffs at Nvidia end?', 'export and tariffs'],
    ['And why?', 'answers this'],
  ])('says first what nobody spoke of: "%s"', (text, matter) => {
    const answer = told(
      [said(), said({ id: '2', thesis: 'Bo argues that lead times grow.' })],
      {
        text,
        query: readQuery('export tariffs'),
      },
      'topic',
    );
    expect(answer).toMatch(
      new RegExp(
        `^On Nvidia, nothing (?:was found that|to quote about) ${matter}(?: was found)?; on The Alpha Hour `,
      ),
    );
    expect(answer.match(/was found/g)).toHaveLength(1);
    expect(markersPerSentence(answer)).toEqual([true, true]);
  });

  it.each([
    ['What was said about quantum batteries and Nvidia robots?', 'quantum batteries'],
    ['What was said about Nvidia, robots and quantum batteries?', 'quantum batteries'],
    ['What was said about Nvidia and quantum robots?', 'quantum robots'],
    ['What was said about Nvidia, batteries and a battery?', 'batteries'],
  ])('names as missing only what it does not tell: "%s"', (text, missing) => {
    const robots = said({ thesis: 'Bo argues that the price of Nvidia is for a robot.' });
    const answer = told([robots], { text, query: readQuery('quantum batteries robots') }, 'topic');
    expect(answer).toMatch(new RegExp(`^On Nvidia, nothing to quote about ${missing} was found; `));
  });

  it.each([
    ['Who bought Nvidia?', 'bought', 'answers this'],
    ['Did Nvidia sell its bottlers?', 'sell bottlers', 'bottlers'],
    ['Will regulators break up Nvidia?', 'regulators break', 'regulators'],
    ['Is Nvidia right?', 'right', 'answers this'],
    [
      'What did Nvidia do for zebras, quantum batteries and bottlers?',
      'zebras quantum batteries bottlers',
      'zebras, quantum batteries and bottlers',
    ],
  ])('names things alone as not found, no verbs: "%s"', (text, words, missing) => {
    expect(told([said()], { text, query: readQuery(words) }, 'topic')).toMatch(
      new RegExp(`^On Nvidia, nothing (?:was found that|to quote about) ${missing}(?: was found)?; `),
    );
  });

  it('denies no figures beside a statement that holds one', () => {
    const answer = told([said()], { wants: 'figures', query: readQuery('bottlers') }, 'topic');
    expect(answer).toMatch(/ sells 90% /);
    expect(answer).not.toContain('no figures');
  });

  it('lists no more than three things as not found', () => {
    const text = 'Tell me of zebras, batteries, bottlers, professors and drones of Nvidia';
    const query = readQuery('zebras batteries bottlers professors drones');
    expect(told([said()], { text, query }, 'topic')).toMatch(
      /^On Nvidia, not all of what was asked was found; /,
    );
  });

  it.each([
    ['count', 'The record tells what was said, not how many said it; on The Alpha Hour '],
    ['hosts', 'The record does not tell who hosts a show, only what was said on it; on '],
    ['person', 'The record does not tell who somebody is, only what was said; on '],
    ['turn', 'No change of mind on Nvidia was found in so many words; on '],
  ] as const)('says first what no statement tells: %s', (beyond, lead) => {
    expect(told([said()], {}, beyond).startsWith(lead)).toBe(true);
  });

  it('says on which sides statements are told', () => {
    const bear = said({ id: '3', stance: 'BEARISH', thesis: 'Bo argues that lead times grow.' }, 'bearish');
    const other = said({ id: '2', thesis: 'Ann Lee argues that margins hold.' });
    expect(told([said(), other], {}, 'sides')).toMatch(/^Both are told as bullish; on /);
    expect(told([said(), other, bear], {}, 'sides')).toMatch(/^Two are told as bullish, one as bearish; on /);
    expect(told([quoted()], {}, 'sides')).toMatch(/^No side on Nvidia is told here; on /);
    expect(told([said(), other], {}, 'turn')).toMatch(
      /^No change of mind on Nvidia was found in so many words: both are told as bullish; on /,
    );
  });

  it('says that a part in a show is not on record where transcripts are quoted for it', () => {
    const role = { role: 'guest', isTold: false } as const;
    const text = (evidence: Evidence[]) =>
      composeSentences(questionReading(), { evidence, missing: role })[0]?.text;
    expect(text([said()])).toMatch(/^No argument by a guest was found on Nvidia; /);
    expect(text([quoted()])).toMatch(/among ideas, and transcripts do not tell who is a guest; /);
  });

  it('tells the first or the last in the order they aired, whatever their side', () => {
    const late = said({ id: '2', stance: 'BEARISH', thesis: 'Bo argues that lead times grow.' }, 'bearish');
    expect(told([late, quoted()], {}, 'last')).toMatch(
      /^This is the latest that can be quoted here on Nvidia, the newest first; on The Alpha Hour \(1 September 2026\), Bo .* \[1\]\. On .*\(15 September 2026\), Dana/,
    );
  });

  it('says of nothing that it was not found where what it tells says all between them', () => {
    const apart = [
      said({ thesis: 'Bo argues that Nvidia sells robots.' }),
      said({ id: '2', thesis: 'Bo argues that Nvidia buys batteries.' }),
    ];
    const text = 'What was said about Nvidia, batteries and robots?';
    expect(told(apart, { text, query: readQuery('batteries robots') }, 'topic')).not.toContain('nothing');
  });

  it('says first that nobody took the side that was asked for, and on which side the rest is', () => {
    expect(told([said()], { side: 'bearish' }, 'side')).toMatch(
      /^No bearish case on Nvidia was found; on the bullish side, Dana Reyes argues .* \[1\]\.$/,
    );
  });
});
