import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cue, ExtractedIdea } from '#server/domain.ts';
import { proveQuote } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import {
  LEAST_IDEA_CONFIDENCE,
  type Replacement,
  replaceIdeas,
  type StoredIdea,
  servable,
} from '#server/ingest/publish/rules.ts';

const cues: Cue[] = [{ start: 10, end: 16, speaker: 'Ada', text: 'I think Intel is cheap for a reason.' }];

function idea(change: Partial<ExtractedIdea> = {}): ExtractedIdea {
  return {
    subject: { kind: 'ticker', key: 'INTC', name: 'Intel' },
    headline: 'Ada on Intel',
    thesis: 'Ada argues that Intel is cheap for a reason.',
    statement: 'Ada argues that Intel is cheap for a reason.',
    context: null,
    stance: 'BEARISH',
    direction: 'bearish',
    depth: 2,
    tickers: ['INTC'],
    mentionedTickers: [],
    entities: ['intel'],
    themes: [],
    ideaType: 'investment',
    speaker: { name: 'Ada', title: null, role: 'guest' },
    startSeconds: 10,
    endSeconds: 16,
    quote: proveQuote(cues, 'I think Intel is cheap for a reason.', 0)!,
    riskFlags: [],
    validationSignals: [],
    participationEtfs: [],
    participationTheme: null,
    confidence: 0.9,
    ...change,
  };
}

function asSaidBy(name: string): Partial<ExtractedIdea> {
  const thesis = `${name} argues that Intel is cheap for a reason.`;
  return { headline: `${name} on Intel`, thesis, speaker: { name, title: null, role: 'guest' } };
}

function stored(id: string, from: ExtractedIdea, superseded = false): StoredIdea {
  return {
    id,
    superseded,
    subjectKind: from.subject.kind,
    subjectKey: from.subject.key,
    headline: from.headline,
    thesis: from.thesis,
    stance: from.stance,
    discussionDepth: from.depth,
    timestampSeconds: from.quote.startSeconds,
    quote: from.quote.text,
    speakerName: from.speaker?.name ?? null,
    tickers: from.tickers,
    themes: from.themes,
  };
}

/** The record of the episode once the replacement is written. */
function afterwards(record: readonly StoredIdea[], { kept, added, superseded }: Replacement): StoredIdea[] {
  const gone = new Set(superseded.map(({ id }) => id));
  const renewed = new Map(kept.map(({ id, idea: now }) => [id, stored(id, now)]));
  const before = record.map(
    (one) => renewed.get(one.id) ?? { ...one, superseded: one.superseded || gone.has(one.id) },
  );
  return [...before, ...added.map((one, i) => stored(`${record.length + i}`, one))];
}

describe('re-analysis', () => {
  it('keeps an idea that is found again, with its id', () => {
    const replacement = replaceIdeas([stored('a', idea())], [idea()]);
    expect(replacement.kept.map(({ id }) => id)).toEqual(['a']);
    expect(replacement).toMatchObject({ added: [], superseded: [] });
  });

  it('supersedes an idea that is now read otherwise, and adds the new reading', () => {
    const replacement = replaceIdeas([stored('a', idea())], [idea({ stance: 'BALANCED' })]);
    expect(replacement.superseded.map(({ id }) => id)).toEqual(['a']);
    expect(replacement.added).toHaveLength(1);
  });

  it.each([
    [null, 'BEARISH'],
    ['BEARISH', null],
  ] as const)('keeps an idea whose side was %s and is %s now, and renews it', (before, now) => {
    const found = idea({ stance: now });
    const replacement = replaceIdeas([stored('a', idea({ stance: before }))], [found]);
    expect(replacement).toEqual({ kept: [{ id: 'a', idea: found }], added: [], superseded: [] });
  });

  const unnamed = idea({
    headline: 'A speaker on The Chip Hour on Intel',
    thesis: 'A speaker on The Chip Hour argues that Intel is cheap for a reason.',
    speaker: null,
  });

  it.each([
    ['withheld', idea(), unnamed],
    ['told', unnamed, idea()],
  ])('keeps an idea whose speaker is %s now, and renews it', (_how, before, now) => {
    const replacement = replaceIdeas([stored('a', before)], [now]);
    expect(replacement).toEqual({ kept: [{ id: 'a', idea: now }], added: [], superseded: [] });
  });

  it.each([
    ['who said it', idea({ ...asSaidBy('Ben') })],
    [
      'who said it, and what is claimed',
      { ...unnamed, thesis: 'A speaker on The Chip Hour argues otherwise.' },
    ],
  ])('makes another idea of the same words where another is told %s', (_what, now) => {
    const replacement = replaceIdeas([stored('a', idea())], [now]);
    expect(replacement).toMatchObject({ kept: [], added: [now], superseded: [{ id: 'a' }] });
  });

  it.each([
    ['shorter', 'Intel is cheap for a reason.', 'kept'],
    ['another', 'And AMD is not.', 'added'],
  ] as const)(
    'keeps the id of an idea only where its quote is %s and the claim the same',
    (_how, words, become) => {
      const said: Cue[] = [{ ...cues[0]!, text: 'I think Intel is cheap for a reason. And AMD is not.' }];
      const found = idea({ quote: proveQuote(said, words, 0)! });
      const replacement = replaceIdeas([stored('a', idea())], [found]);
      expect(replacement[become]).toHaveLength(1);
      expect(replacement.superseded).toHaveLength(become === 'kept' ? 0 : 1);
    },
  );

  it('takes back an idea that an analysis in between did not find', () => {
    const replacement = replaceIdeas([stored('a', idea(), true)], [idea()]);
    expect(replacement.kept.map(({ id }) => id)).toEqual(['a']);
    expect(replacement).toMatchObject({ added: [], superseded: [] });
  });

  it('takes back the idea of the side that is told again, and supersedes the one of the other side', () => {
    const [bear, bull] = [stored('a', idea(), true), stored('b', idea({ stance: 'BULLISH' }))];
    const replacement = replaceIdeas([bear, bull], [idea()]);
    expect(replacement.kept.map(({ id }) => id)).toEqual(['a']);
    expect(replacement.superseded.map(({ id }) => id)).toEqual(['b']);
  });

  it('takes back no idea beside one of the same that an operator put right', () => {
    const corrected = {
      id: 'b',
      hidden: false,
      subjects: [{ kind: 'ticker' as const, key: 'INTC' }],
      speakers: ['Ada'],
      spans: [{ start: 10, end: 16 }],
    };
    const replacement = replaceIdeas([stored('a', idea(), true)], [idea()], [corrected]);
    expect(replacement).toEqual({ kept: [], added: [], superseded: [] });
  });

  it('gives an idea one id through any analyses that find it or not, tell its side or withhold it', () => {
    const reading = fc.array(fc.record({ second: fc.nat(3), told: fc.boolean() }), { maxLength: 4 });
    const analysis = reading.map((all) => {
      const unlike = [...new Map(all.map((one) => [one.second, one])).values()];
      return unlike.map(({ second, told }) =>
        idea({ headline: `Ada on Intel at ${second}`, stance: told ? 'BEARISH' : null }),
      );
    });
    fc.assert(
      fc.property(fc.array(analysis, { maxLength: 8 }), (analyses) => {
        let record: StoredIdea[] = [];
        for (const extracted of analyses) {
          record = afterwards(record, replaceIdeas(record, extracted));
          const living = record.filter(({ superseded }) => !superseded);
          expect(living.map(({ headline }) => headline).sort()).toEqual(
            extracted.map(({ headline }) => headline).sort(),
          );
        }
        expect(new Set(record.map(({ headline }) => headline)).size).toBe(record.length);
      }),
    );
  });

  it('supersedes an idea that is now about other instruments', () => {
    const replacement = replaceIdeas([stored('a', idea())], [idea({ tickers: ['INTC', 'AMD'] })]);
    expect(replacement.superseded.map(({ id }) => id)).toEqual(['a']);
  });

  it('keeps two ideas that read alike as two', () => {
    const replacement = replaceIdeas([stored('a', idea()), stored('b', idea())], [idea()]);
    expect(replacement.kept).toHaveLength(1);
    expect(replacement.superseded).toHaveLength(1);
  });
});

describe('publishing', () => {
  it('holds a doubtful idea back', () => {
    const sure = idea({ confidence: LEAST_IDEA_CONFIDENCE });
    const doubtful = idea({ confidence: LEAST_IDEA_CONFIDENCE - 0.01 });
    expect(
      servable({ ideas: [sure, doubtful], mentions: [], heldBack: [], adRanges: [], names: {} }).ideas,
    ).toEqual([sure]);
  });
});
