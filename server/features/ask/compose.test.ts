import { describe, expect, it } from 'vitest';
import { composeSentences, sentencesOf, withMarkers } from './compose.ts';
import type { IdeaEvidence, PassageEvidence } from './corpus/store.ts';
import { type Candidates, type Evidence, selectEvidence, selectForIdea } from './evidence.ts';
import type { QuestionReading } from './reading.ts';
import { readQuery } from './scoring.ts';
import { restsOn } from './verify.ts';
import { verified } from './writer.ts';

const now = new Date('2026-09-15T12:00:00Z');

function idea(given: Partial<IdeaEvidence> = {}): IdeaEvidence {
  return {
    id: '11111111-1111-4111-8111-111111111111',
    headline: 'Dana Reyes positive on Nvidia: supply',
    thesis: 'Dana Reyes argues that Nvidia sells 90% of what it can package.',
    statement: 'Dana Reyes makes a positive case for Nvidia, pointing to supply.',
    context: null,
    discussionDepth: 3,
    stance: 'BULLISH',
    direction: 'bullish',
    tickers: ['NVDA'],
    entities: ['nvidia'],
    themes: [],
    ideaType: 'investment',
    timestampSeconds: 60,
    publishedAt: now,
    supersededAt: null,
    showId: 's1',
    showSlug: 'alpha',
    showName: 'The Alpha Hour',
    episodeId: 'e1',
    episodeTitle: 'Chips',
    episodePublishedAt: new Date('2026-09-01T08:00:00Z'),
    guest: null,
    enclosureUrl: null,
    youtubeUrl: null,
    riskFlags: [],
    validationSignals: [],
    participationEtfs: [],
    participationTheme: null,
    speakerName: 'Dana Reyes',
    speakerTitle: null,
    speakerRole: 'guest',
    quote: 'They sell ninety percent of what they can package.',
    quoteStartSeconds: 60,
    quoteEndSeconds: 66,
    mediaEnabled: true,
    quoteChars: 280,
    subjectName: 'Nvidia',
    subjectKey: 'NVDA',
    ...given,
  };
}
const said = (
  given: Partial<IdeaEvidence> = {},
  side: 'bullish' | 'bearish' | 'neutral' = 'bullish',
): Evidence => ({
  kind: 'idea',
  idea: idea(given),
  side,
  score: 1,
});
const reading = (given: Partial<QuestionReading> = {}): QuestionReading => ({
  text: 'What did podcasts say about Nvidia?',
  subjects: [{ name: 'Nvidia', slug: 'nvidia', symbols: ['NVDA'] }],
  themes: [],
  shows: [],
  people: [],
  period: null,
  side: null,
  risks: false,
  query: readQuery(''),
  ...given,
});
const markersPerSentence = (answer: string) => sentencesOf(answer).map((line) => /\[\d+\]/.test(line));

describe('composeSentences', () => {
  it('puts every statement under its side, oldest first, with its show and date', () => {
    const { answer } = withMarkers(
      composeSentences(reading(), [
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
      ]),
    );
    expect(answer).toBe(
      'On the bullish side, Bo argues that lead times grow (The Alpha Hour, 1 August 2026) [1]. ' +
        'On The Alpha Hour (1 September 2026), Dana Reyes argues that Nvidia sells 90% of what it can package [2]. ' +
        'On the bearish side, Ann Lee argues that custom chips take share (The Alpha Hour, 1 September 2026) [3].',
    );
  });

  it('keeps one marker in every sentence, whatever points and signs the words hold', () => {
    for (const thesis of [
      'Dana Reyes argues that the U.S. grid, e.g. in St. Louis, is short of power.',
      'Dana Reyes argues that Yahoo! and Guess? Inc. are no Nvidia.',
      'Dana Reyes argues that margins are at 3.5 times. Then more is said.',
      'Dana Reyes argues that [1] is no marker.',
    ]) {
      const { answer } = withMarkers(composeSentences(reading(), [said({ thesis })]));
      expect(answer.match(/\[\d+\]/g)).toEqual(['[1]']);
      expect(answer.split(/[.!?]\s/)).toHaveLength(1);
      expect(markersPerSentence(answer).every(Boolean)).toBe(true);
    }
  });

  it('names the risks that were named, where risks are asked for', () => {
    const { answer } = withMarkers(
      composeSentences(reading({ side: 'bearish', risks: true }), [
        said({ riskFlags: ['They may slip.', 'Customers may build their own chips and buy less.'] }),
      ]),
    );
    expect(answer).toContain('A risk named there: Customers may build their own chips and buy less [1].');
  });

  it('attributes to nobody by name where nobody is named', () => {
    const { answer } = withMarkers(
      composeSentences(reading(), [
        said({ thesis: 'A guest on The Alpha Hour argues that demand lasts.', speakerName: null }),
      ]),
    );
    expect(answer).toBe('On The Alpha Hour (1 September 2026), a guest argues that demand lasts [1].');
  });
});

describe('restsOn', () => {
  const on = [said()];
  it.each([
    ['On The Alpha Hour (1 September 2026), Dana Reyes said Nvidia sells 90% of it', true],
    ['On The Alpha Hour, Dana Reyes said Nvidia sells ninety percent', true],
    ['Dana Reyes said Nvidia sells 95% of it', false],
    ['Chamath said Nvidia sells 90% of it', false],
    ['Dana Reyes prefers AMD', false],
    ['On All-In, Dana Reyes said it', false],
  ])('%s: %s', (sentence, expected) => {
    expect(restsOn(sentence, on)).toBe(expected);
  });

  it('rests on nothing without evidence', () => {
    expect(restsOn('Dana Reyes said it', [])).toBe(false);
  });
});

describe('verified', () => {
  const evidence = [
    said(),
    said(
      {
        id: '2',
        thesis: 'Ann Lee argues that custom chips take share.',
        speakerName: 'Ann Lee',
        showName: 'Beta Notes',
      },
      'bearish',
    ),
  ];
  const kept = (text: string) => verified(text, evidence).map((sentence) => sentence.text);

  it('keeps sentences that cite evidence and hold to it', () => {
    expect(
      kept(
        'On The Alpha Hour, Dana Reyes argued that Nvidia sells 90% of what it can package [1]. On Beta Notes, Ann Lee argued that custom chips take share. [2]',
      ),
    ).toEqual([
      'On The Alpha Hour, Dana Reyes argued that Nvidia sells 90% of what it can package.',
      'On Beta Notes, Ann Lee argued that custom chips take share.',
    ]);
  });

  it.each([
    'Dana Reyes argued that Nvidia sells what it can package.',
    'Dana Reyes argued that Nvidia sells what it can package [3].',
    'Dana Reyes argued that Nvidia sells 50% of what it can package [1].',
    'Chamath Palihapitiya argued that Nvidia sells what it can package [1].',
    'Dana Reyes argued that custom chips take share [1].',
    'Investors should buy what Nvidia can package and sell [1].',
    'Dana Reyes said “Nvidia sells everything it can package, all of it” [1].',
    '',
  ])('drops "%s"', (text) => {
    expect(kept(text)).toEqual([]);
  });
});

describe('selectEvidence', () => {
  const counts = { total: 100, words: [] };
  const found = (ideas: IdeaEvidence[], passages: PassageEvidence[] = []): Candidates => ({
    ideas,
    passages,
    ideaCounts: counts,
    passageCounts: counts,
  });
  const many = (n: number, shows: number) =>
    Array.from({ length: n }, (_, i) =>
      idea({ id: `i${i}`, showId: `s${i % shows}`, thesis: `Dana Reyes argues case ${i}.` }),
    );

  it('is none without evidence, low with few statements or one show, ok otherwise', () => {
    expect(selectEvidence(reading(), found([]), now).coverage).toBe('none');
    expect(selectEvidence(reading(), found(many(2, 2)), now).coverage).toBe('low');
    expect(selectEvidence(reading(), found(many(5, 1)), now).coverage).toBe('low');
    expect(selectEvidence(reading(), found(many(3, 2)), now).coverage).toBe('ok');
  });

  it('asks for one show only where the question names one', () => {
    const asked = reading({ shows: [{ id: 's0', name: 'The Alpha Hour' }] });
    expect(selectEvidence(asked, found(many(3, 1)), now).coverage).toBe('ok');
  });

  it('takes no idea about another company', () => {
    const other = idea({ tickers: ['INTC'], entities: ['intel'], subjectKey: 'INTC', subjectName: 'Intel' });
    expect(selectEvidence(reading(), found([other]), now).evidence).toEqual([]);
  });

  it('says each thing once', () => {
    expect(
      selectEvidence(reading(), found([idea({ id: 'a' }), idea({ id: 'b' })]), now).evidence,
    ).toHaveLength(1);
  });

  it('hears the other side where there is one', () => {
    const ideas = [
      ...many(8, 2),
      idea({
        id: 'z',
        stance: 'BEARISH',
        thesis: 'Ann Lee argues otherwise.',
        discussionDepth: 1,
        episodePublishedAt: new Date('2024-01-01'),
      }),
    ];
    const sides = selectEvidence(reading(), found(ideas), now).evidence.map(
      (item) => item.kind === 'idea' && item.side,
    );
    expect(sides).toContain('bearish');
    expect(sides).toHaveLength(6);
  });

  it('answers from what speaks of the matter, and leaves out what else was said of the subject', () => {
    const asked = reading({ query: readQuery('export tariffs') });
    const onMatter = many(3, 2).map((item) => ({ ...item, context: 'The export tariffs hurt.' }));
    const others = many(6, 3).map((item) => ({
      ...item,
      id: `other-${item.id}`,
      showId: `other-${item.showId}`,
    }));
    const selected = selectEvidence(asked, found([...others, ...onMatter]), now);
    expect(selected.coverage).toBe('ok');
    expect(selected.evidence.map((item) => item.kind === 'idea' && item.idea.context)).toEqual(
      onMatter.map(({ context }) => context),
    );
  });

  it('falls back to what was said of the subject, thinly and said so, where nobody spoke of the matter', () => {
    const asked = reading({ query: readQuery('export tariffs') });
    const selected = selectEvidence(asked, found(many(6, 3)), now);
    expect(selected.evidence).toHaveLength(3);
    expect(selected.coverage).toBe('low');
  });

  it('takes an idea outside the theme asked about only when it holds nearly all of the words', () => {
    const asked = reading({
      subjects: [],
      themes: [{ slug: 'artificial-intelligence', name: 'AI' }],
      query: readQuery('spending bubble'),
    });
    const half = idea({ id: 'half', thesis: 'Bo argues that universities are a bubble.', context: null });
    const whole = idea({ id: 'whole', thesis: 'Bo argues that the spending on models is a bubble.' });
    expect(
      selectEvidence(asked, found([half, whole]), now).evidence.map(
        (item) => item.kind === 'idea' && item.idea.id,
      ),
    ).toEqual(['whole']);
  });
});

describe('selectForIdea', () => {
  const asked = reading({ subjects: [], query: readQuery('export tariffs') });
  const around = (given: Partial<PassageEvidence>): PassageEvidence => ({
    id: 1,
    episodeId: 'e1',
    startSeconds: 90,
    endSeconds: 140,
    speaker: 'Dana Reyes',
    text: 'The export tariffs hurt them more than anybody says they do.',
    episodeTitle: 'Chips',
    publishedAt: now,
    showId: 's1',
    showName: 'The Alpha Hour',
    mediaEnabled: true,
    quoteChars: 280,
    adRanges: [],
    ...given,
  });
  const select = (passage: PassageEvidence, about = idea()) =>
    selectForIdea(asked, about, {
      passages: [passage],
      ideaCounts: { total: 100, words: [] },
      passageCounts: { total: 100, words: [] },
    });

  it('adds what the speaker says of the matter right around the idea', () => {
    const { evidence, coverage } = select(around({}));
    expect(evidence.map(({ kind }) => kind)).toEqual(['idea', 'passage']);
    expect(coverage).toBe('ok');
  });

  it.each([
    ['far from it', { startSeconds: 900, endSeconds: 950 }],
    ['by somebody else', { speaker: 'Bo Lind' }],
    ['by nobody named', { speaker: null }],
  ])('leaves out what is said %s, and says that little is known', (_how, given) => {
    expect(select(around(given))).toMatchObject({ evidence: [{ kind: 'idea' }], coverage: 'low' });
  });

  it('is enough where the idea itself speaks of the matter', () => {
    const about = idea({ context: 'The export tariffs hurt.' });
    expect(select(around({ startSeconds: 900 }), about).coverage).toBe('ok');
  });
});
