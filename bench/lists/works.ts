import type { ExtractedIdea } from '#server/domain.ts';
import { rebuildTheses } from '#server/features/theses/store.ts';
import { publishAnalysis } from '#server/ingest/publish/store.ts';
import type { Db } from '#server/platform/db.ts';
import { type Known, NOW } from './corpus.ts';

/** Work that writes: each is done in a transaction that is undone. */
export const works: Record<string, (tx: Db, known: Known) => Promise<unknown>> = {
  'publishing an episode of ten ideas, none on the commonest ticker': (tx, known) => publish(tx, known, 2),
  'publishing an episode of ten ideas, one on the commonest ticker': (tx, known) => publish(tx, known, 1),
  'rebuilding the theses of a middling ticker': (tx) =>
    rebuildTheses(tx, [{ kind: 'ticker', key: 'T40' }], NOW),
  'rebuilding the theses of the commonest ticker': (tx) =>
    rebuildTheses(tx, [{ kind: 'ticker', key: 'T1' }], NOW),
};

/** An hour of talk with ten ideas on tickers from the `first` on, a hundred apart. */
function publish(tx: Db, { episodeId, showId }: Known, first: number): Promise<unknown> {
  const cues = Array.from({ length: 600 }, (_, n) => ({
    start: n * 6,
    end: n * 6 + 6,
    speaker: 'Ann',
    text: `We think that the ${n}th word of this is what word${n} says of margins and of prices.`,
  }));
  const ideas = Array.from({ length: 10 }, (_, n) => ideaOn(`T${first + n * 100}`, n * 300));
  return publishAnalysis(
    tx,
    {
      episodeId,
      showId,
      transcripts: [],
      cues,
      engineVersion: 'bench-2',
      extraction: { ideas, mentions: [], heldBack: [], adRanges: [], names: { Ann: 'Ann' } },
    },
    NOW,
  );
}

function ideaOn(symbol: string, seconds: number): ExtractedIdea {
  return {
    subject: { kind: 'ticker', key: symbol, name: symbol },
    headline: `Ann on ${symbol}`,
    thesis: `Ann argues a case about ${symbol}.`,
    statement: `Ann argues a case about ${symbol}.`,
    context: null,
    stance: 'BULLISH',
    direction: 'bullish',
    depth: 3,
    tickers: [symbol],
    mentionedTickers: [],
    entities: [],
    themes: ['theme-3'],
    ideaType: 'investment',
    speaker: { name: 'Ann', title: null, role: 'host' },
    startSeconds: seconds,
    endSeconds: seconds + 60,
    quote: { text: 'what word says of margins', startSeconds: seconds, endSeconds: seconds + 6 },
    riskFlags: [],
    validationSignals: [],
    participationEtfs: [],
    participationTheme: null,
    confidence: 0.9,
  } as unknown as ExtractedIdea;
}
