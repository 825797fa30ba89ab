import { describe, expect, it } from 'vitest';
import type { Cue, ExtractedIdea } from '#server/domain.ts';
import { proveQuote } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import {
  type CurrentIdea,
  LEAST_IDEA_CONFIDENCE,
  replaceIdeas,
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

function stored(id: string, from: ExtractedIdea): CurrentIdea {
  return {
    id,
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
