import { describe, expect, it } from 'vitest';
import type { EpisodeInput } from '#server/domain.ts';
import { tickerMentions } from '#server/ingest/extract/extractor.ts';
import { type Survey, survey } from '#server/ingest/extract/survey.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';

const linker = createLinker(loadUniverse());

type Line = readonly [speaker: string, text: string];

function read(lines: readonly Line[], notes: Partial<EpisodeInput> = {}): Survey {
  return survey(
    {
      showName: 'Open Outcry',
      episodeTitle: 'Satellites with a guest',
      episodeDescription: null,
      publishedAt: new Date('2026-03-02T06:00:00Z'),
      people: [],
      cues: lines.map(([speaker, text], i) => ({ start: i * 30, end: i * 30 + 30, speaker, text })),
      ...notes,
    },
    linker,
  );
}

/** Speaker and symbol of every "we" read as the speaker's own firm. */
function ownTalk({ mentions, discourse }: Survey): string[] {
  const said = mentions.flatMap(({ ownFirm, sentence, tickers }) =>
    ownFirm?.named === false ? [`${discourse.sentences[sentence]?.speaker}: ${tickers.join()}`] : [],
  );
  return [...new Set(said)];
}

const FIRM_TALK: Line = [
  'Ada Marsh',
  'We built the largest fleet. Our customers renew each year. We signed two large contracts. We grew revenue by a third. Our margins are better than last year.',
];

describe('a speaker who runs a company', () => {
  it.each<[string, Line[], Partial<EpisodeInput>]>([
    ['introduced by name', [['Tom Ferro', 'Ada Marsh is the co-founder and CEO of Planet Labs.']], {}],
    [
      'introduced, then "she is"',
      [['Tom Ferro', 'Ada Marsh is with us. She is the CEO of Planet Labs.']],
      {},
    ],
    ['by their own words', [['Ada Marsh', "Thanks. I'm the CEO of Planet Labs."]], {}],
    [
      'by the title',
      [['Tom Ferro', 'Welcome back.']],
      { episodeTitle: 'Planet Labs CEO Ada Marsh on space' },
    ],
    [
      'by the description',
      [['Tom Ferro', 'Welcome back.']],
      { episodeDescription: 'Our guest is Ada Marsh, chief executive of Planet Labs.' },
    ],
    [
      "by the person's title in the feed",
      [['Tom Ferro', 'Welcome back.']],
      { people: [{ name: 'Ada Marsh', role: 'guest', title: 'CEO, Planet Labs' }] },
    ],
  ])('speaks of it as "we": %s', (_, opening, notes) => {
    expect(ownTalk(read([...opening, FIRM_TALK], notes))).toEqual(['Ada Marsh: PL']);
  });

  it.each([
    ['by full name', 'Bea Marsh is the CEO of Planet Labs.', ['Bea Marsh: PL']],
    ['by the name that both have', 'Marsh is the CEO of Planet Labs.', []],
  ])('is the one who is introduced of two with one family name: %s', (_, introduction, told) => {
    const lines: Line[] = [FIRM_TALK, ['Tom Ferro', introduction], ['Bea Marsh', FIRM_TALK[1]]];
    expect(ownTalk(read(lines))).toEqual(told);
  });

  it('is known by family name under a label that says more', () => {
    const introduction: Line = ['Tom Ferro', 'Ada Marsh is the CEO of Planet Labs.'];
    expect(ownTalk(read([introduction, ['Ada Marsh Jr.', FIRM_TALK[1]]]))).toEqual(['Ada Marsh Jr.: PL']);
  });

  it('runs it whether it is listed or not', () => {
    const { mentions } = read([
      ['Tom Ferro', 'Ada Marsh is the founder and CEO of Anduril.'],
      ['Ada Marsh', 'I think Anduril is the strongest company in defense.'],
    ]);
    expect(mentions.filter(({ ownFirm }) => ownFirm?.named).map(({ subject }) => subject.name)).toEqual([
      'Anduril',
    ]);
  });

  it('speaks for the company in the title when only they say "we" of it', () => {
    const lines: Line[] = [
      ['Tom Ferro', 'How did it start?'],
      [
        'Ada Marsh',
        'We launched Robinhood ten years ago. At Robinhood we have 20 products. We run Robinhood lean.',
      ],
      ['Tom Ferro', 'And now?'],
      FIRM_TALK,
    ];
    expect(ownTalk(read(lines, { episodeTitle: 'How Robinhood grew' }))).toEqual(['Ada Marsh: HOOD']);
    expect(ownTalk(read(lines))).toEqual([]);
  });

  it.each<[string, Line[]]>([
    ['left it', [['Tom Ferro', 'Ada Marsh is the former CEO of Planet Labs.']]],
    ['only founded it once', [['Tom Ferro', 'Ada Marsh is a co-founder of PayPal.']]],
    ['only invests in it', [['Tom Ferro', 'Ada Marsh is an investor in Planet Labs.']]],
    ['asks about its chief', [['Ada Marsh', 'The CEO of Planet Labs told me that.']]],
    ['is somebody else', [['Tom Ferro', 'Will Marshall is the CEO of Planet Labs.']]],
  ])('is nobody who %s', (_, opening) => {
    expect(ownTalk(read([...opening, FIRM_TALK]))).toEqual([]);
  });

  it('is nobody whom a title or a description calls its founder alone', () => {
    expect(ownTalk(read([FIRM_TALK], { episodeTitle: 'PayPal co-founder Ada Marsh on space' }))).toEqual([]);
    expect(ownTalk(read([FIRM_TALK], { episodeDescription: 'Ada Marsh, founder of PayPal.' }))).toEqual([]);
  });

  it('needs more than a stray "we", and no "we" of mankind', () => {
    const opening: Line = ['Tom Ferro', 'Ada Marsh is the CEO of Planet Labs.'];
    expect(ownTalk(read([opening, ['Ada Marsh', 'We signed it. We all know that we see changes.']]))).toEqual(
      [],
    );
    expect(ownTalk(read([opening, ['Tom Ferro', FIRM_TALK[1]]]))).toEqual([]);
    const mankind =
      'We built this. We need to be patient. We as a country should act. Most of us agree. As we speak it changes. We all live here.';
    expect(ownTalk(read([opening, ['Ada Marsh', mankind]]))).toEqual([]);
  });

  it('makes one passage of each answer, and serves no "we" as a mention', () => {
    const survey = read([
      ['Tom Ferro', 'Ada Marsh is the CEO of Planet Labs.'],
      FIRM_TALK,
      [
        'Tom Ferro',
        'And what do you say to those who think that the whole thing will be over in a year or two?',
      ],
      FIRM_TALK,
    ]);
    const own = survey.candidates.filter(({ reading }) => reading.passage.speaker === 'Ada Marsh');
    expect(own.map(({ reading }) => reading.passage.subjectId)).toEqual(['ticker:PL', 'ticker:PL']);
    expect(tickerMentions(survey).map(({ name }) => name)).toEqual(['Planet Labs']);
  });
});

it('looks at a long label of a speaker at once', { timeout: 1_000 }, () => {
  expect(ownTalk(read([[`${'Ab '.repeat(26)}!`, FIRM_TALK[1]]]))).toEqual([]);
});
