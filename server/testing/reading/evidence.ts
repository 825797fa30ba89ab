import type { IdeaEvidence, PassageEvidence } from '#server/features/ask/choose/evidence.ts';
import { linesOf } from '#server/features/ask/choose/ideas/idea-lines.ts';
import type { IdeaCandidate, PassageCandidate } from '#server/features/ask/find/store.ts';
import type { QuestionReading, Side } from '#server/features/ask/read/reading.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';

const AIRED = new Date('2026-09-15T12:00:00Z');

/** An idea as Ask finds it: Dana Reyes positive on Nvidia, except for the given fields. */
export function ideaCandidate(given: Partial<IdeaCandidate> = {}): IdeaCandidate {
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
    publishedAt: AIRED,
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
    subjectKind: 'ticker',
    subjectName: 'Nvidia',
    subjectKey: 'NVDA',
    sample: false,
    ...given,
  };
}

/** A transcript window as Ask finds it: Dana Reyes on export tariffs, except for the given fields. */
export function passageCandidate(given: Partial<PassageCandidate> = {}): PassageCandidate {
  return {
    id: 1,
    episodeId: 'e1',
    startSeconds: 90,
    endSeconds: 140,
    speaker: 'Dana Reyes',
    text: 'The export tariffs hurt them more than anybody says they do.',
    episodeTitle: 'Chips',
    publishedAt: AIRED,
    showId: 's1',
    showName: 'The Alpha Hour',
    mediaEnabled: true,
    quoteChars: 280,
    adRanges: [],
    withdrawn: false,
    sample: false,
    voiceStarts: null,
    begun: null,
    ...given,
  };
}

/** An idea as evidence of an answer. */
export function said(given: Partial<IdeaCandidate> = {}, side: Side | 'neutral' = 'bullish'): IdeaEvidence {
  const idea = ideaCandidate(given);
  return { kind: 'idea', idea, side, line: linesOf(idea)[0], score: 1 };
}

/** A transcript window as evidence of an answer, quoted whole. */
export function quoted(given: Partial<PassageCandidate> = {}): PassageEvidence {
  const passage = passageCandidate(given);
  return { kind: 'passage', passage, words: passage.text, score: 1 };
}

/** The reading of a question about Nvidia, except for the given fields. */
export function questionReading(given: Partial<QuestionReading> = {}): QuestionReading {
  return {
    text: 'What did podcasts say about Nvidia?',
    subjects: [{ name: 'Nvidia', slug: 'nvidia', symbols: ['NVDA'], written: 'Nvidia' }],
    themes: [],
    shows: [],
    people: [],
    spokenOf: [],
    role: null,
    heOrShe: [],
    period: null,
    side: null,
    against: null,
    besides: null,
    argued: null,
    risks: false,
    relates: false,
    wants: null,
    whereabouts: false,
    untimed: null,
    query: readQuery(''),
    names: [],
    ...given,
  };
}
