import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue, EpisodeInput } from '#server/domain.ts';
import { readEpisode } from '#server/ingest/extract/llm/episode-reading.ts';
import { proveBare, proveIdea } from '#server/ingest/extract/llm/proof.ts';
import { cueText } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import { LEANING } from '#server/ingest/extract/writing/thesis-text.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';

const SAID: [string | null, string][] = [
  ['Tom Ferro', "I'm Tom Ferro, and what do you make of Nvidia and of Intel after those numbers?"],
  [
    'Mara Lindqvist',
    'I think Nvidia is the strongest business in the industry because its software locks customers in.',
  ],
  ['Mara Lindqvist', 'Nvidia grew revenue 60% last year and it has $90 billion of long-term contracts.'],
  [null, 'I would not own Intel, its debt is 4 times its earnings.'],
  [
    'Tom Ferro',
    'This show is brought to you by Shopify. Shopify is the best platform to grow your business. Start today at shopify.com slash outcry.',
  ],
  ['Tom Ferro', 'Fair enough. I would rather own Nvidia than Intel at these prices.'],
];
const cues = SAID.map(
  ([speaker, text], i): Cue => ({ start: i * 15.5, end: i * 15.5 + 15.5, speaker, text }),
);
const input: EpisodeInput = {
  showName: 'Open Outcry',
  episodeTitle: 'Chips',
  episodeDescription: null,
  publishedAt: new Date('2026-03-02T06:00:00Z'),
  people: [
    { name: 'Tom Ferro', role: 'host', title: null },
    { name: 'Mara Lindqvist', role: 'guest', title: null },
  ],
  cues,
};
const reading = readEpisode(input, createLinker(loadUniverse()));
const window = reading.windows[0]!;
const source = { input, window };
const SOUND = {
  subject: 'ticker:NVDA',
  alsoAbout: [],
  against: null,
  speaker: 'Mara Lindqvist',
  firstLine: 2,
  lastLine: 3,
  quoteLine: 3,
  quote: SAID[2]![1],
  stance: 'BULLISH',
  depth: 3,
  ideaType: 'concept',
  argument: 'Nvidia has $90 billion of long-term contracts',
  grounds: ['long-term contracts'],
  context: null,
  risks: [],
  signals: [],
  certain: true,
};

describe('a proven idea', () => {
  it('is about what our linking found, in our words of attribution, with our direction', () => {
    const result = proveIdea(source, {
      ...SOUND,
      subject: '$NVDA',
      against: 'ticker:INTC',
      stance: 'MIXED',
    });
    expect(result).toMatchObject({
      ok: true,
      idea: {
        subject: { kind: 'ticker', key: 'NVDA' },
        direction: 'relative',
        tickers: ['NVDA', 'INTC'],
        ideaType: 'investment',
        headline: 'Mara Lindqvist on Nvidia against Intel: long-term contracts',
        quote: { startSeconds: 31, endSeconds: 47 },
      },
    });
  });

  it('of a speaker whom the transcript does not name is attributed to nobody', () => {
    const claim = {
      ...SOUND,
      subject: 'ticker:INTC',
      quote: SAID[3]![1],
      quoteLine: 4,
      firstLine: 4,
      lastLine: 4,
    };
    const argument = 'Intel has debt of 4 times its earnings';
    expect(proveIdea(source, { ...claim, argument, grounds: ['debt'] })).toMatchObject({ ok: false });
    const result = proveIdea(source, { ...claim, argument, grounds: ['debt'], speaker: null });
    expect(result).toMatchObject({
      ok: true,
      idea: {
        speaker: null,
        thesis: 'A speaker on Open Outcry argues that Intel has debt of 4 times its earnings.',
      },
    });
  });

  it('needs its subject named in the passage or shortly before, not merely somewhere', () => {
    const said = { quote: 'Fair enough.', speaker: 'Tom Ferro' };
    const line = window.lines.findIndex(({ text }) => text === said.quote) + 1;
    const claim = { ...SOUND, ...said, firstLine: line, lastLine: line, quoteLine: line };
    const subjectFaults = (secondsAway: number) => {
      const late = { start: 60 + secondsAway, end: 62 + secondsAway };
      const lines = window.lines.map((one, i) => (i === line - 1 ? { ...one, ...late } : one));
      const result = proveIdea({ input, window: { ...window, lines } }, claim);
      return result.ok ? [] : result.faults.filter((text) => text.startsWith('subject:'));
    };
    expect(subjectFaults(0)).toEqual([]);
    expect(subjectFaults(600)).toEqual([
      `subject: Nvidia is not named in lines ${line} to ${line}, nor just before.`,
    ]);
  });
});

const quotes = fc.oneof(
  fc.constantFrom(...SAID.map(([, text]) => text)),
  fc
    .tuple(fc.nat(SAID.length - 1), fc.nat(60), fc.nat(120))
    .map(([i, from, to]) => SAID[i]![1].slice(from, to)),
  fc.constantFrom(
    'Nvidia will triple.',
    `${SAID[0]![1]} ${SAID[1]![1]}`,
    `${SAID[1]![1]} ${SAID[2]![1]}`,
    '',
  ),
);
const phrases = fc.constantFrom(
  'long-term contracts',
  'software that locks customers in',
  'a bullish setup',
  '$900 billion of revenue',
  'the view of Warren Buffett',
  'a strong buy',
  'see https://example.com',
  'debt of 4 times earnings',
);
const texts = fc.oneof(
  phrases,
  fc.tuple(phrases, phrases).map(([a, b]) => `Nvidia has ${a} and ${b}`),
  fc.constantFrom(
    'I think Nvidia wins.',
    'Intel has debt of 4 times its earnings',
    'the sky is blue over Paris tonight',
  ),
);
const ids = fc.constantFrom(
  'ticker:NVDA',
  'ticker:INTC',
  'ticker:SHOP',
  'ticker:TSLA',
  'NVDA',
  'theme:ai',
  '',
);
const claims = fc.record({
  subject: ids,
  alsoAbout: fc.array(ids, { maxLength: 2 }),
  against: fc.option(ids),
  speaker: fc.constantFrom('Mara Lindqvist', 'Tom Ferro', 'Warren Buffett', '', null),
  firstLine: fc.integer({ min: -2, max: 12 }),
  lastLine: fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom(1.5, Number.NaN, 1e9)),
  quoteLine: fc.integer({ min: -2, max: 12 }),
  quote: quotes,
  stance: fc.constantFrom('BULLISH', 'BEARISH', 'BALANCED', 'MIXED', 'BUY'),
  depth: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 2.5),
  ideaType: fc.constantFrom('investment', 'concept'),
  argument: texts,
  grounds: fc.array(phrases, { maxLength: 4 }),
  context: fc.option(texts),
  risks: fc.array(texts, { maxLength: 2 }),
  signals: fc.array(texts, { maxLength: 2 }),
  certain: fc.boolean(),
});
/** Mostly sound, so that many get through, with some fields a language model made up. */
const mixed = fc
  .tuple(claims, fc.subarray(Object.keys(SOUND) as (keyof typeof SOUND)[], { maxLength: 4 }))
  .map(([made, keys]) => ({ ...SOUND, ...Object.fromEntries(keys.map((key) => [key, made[key]])) }));

describe('whatever a model claims', () => {
  it('what is stored stands in the transcript: words, second, speaker, tickers, numbers; nothing leans or advertises', () => {
    let stored = 0;
    fc.assert(
      fc.property(fc.oneof(mixed, claims), fc.boolean(), (claim, last) => {
        const result = last ? proveBare(source, claim) : proveIdea(source, claim);
        if (!result.ok) {
          expect(result.faults.length).toBeGreaterThan(0);
          return;
        }
        stored += 1;
        const { idea } = result;
        const run = cues.slice(idea.quote.firstCue, idea.quote.lastCue + 1);
        expect(run.map(cueText).join(' ')).toContain(idea.quote.text);
        expect(idea.quote.startSeconds).toBe(Math.floor(run[0]!.start));
        expect(new Set(run.map((cue) => cue.speaker)).size).toBe(1);
        expect(idea.speaker?.name ?? null).toBe(run[0]!.speaker);
        expect(idea.quote.text).not.toMatch(/Shopify/);
        for (const symbol of idea.tickers) expect(['NVDA', 'INTC']).toContain(symbol);
        expect(idea.depth).toBeOneOf([1, 2, 3, 4, 5]);
        expect(idea.headline.split(': ')[1]).not.toMatch(LEANING);
        const written = [
          idea.thesis,
          idea.statement,
          idea.headline,
          idea.context,
          ...idea.riskFlags,
          ...idea.validationSignals,
        ].join(' ');
        for (const figure of written.match(/\d+/g) ?? []) expect(['60', '90', '4']).toContain(figure);
        expect(written).not.toMatch(/Buffett|example\.com|\bI\b/);
        expect(idea.startSeconds).toBeLessThanOrEqual(idea.quote.startSeconds + 1);
        expect(idea.endSeconds).toBeGreaterThan(idea.startSeconds);
      }),
      { numRuns: 2000 },
    );
    expect(stored).toBeGreaterThan(50);
  });

  it('never makes the proof fail, whatever its form', () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        expect(proveBare(source, raw).ok).toBe(false);
      }),
    );
  });
});
