import type { ExtractedIdea } from '#server/domain.ts';
import type { Change } from '#server/features/corrections/rules.ts';
import { insertCorrection, listReports, reviewReport } from '#server/features/corrections/store.ts';
import { rebuildTheses } from '#server/features/theses/store.ts';
import { holdShow, setIdeaHidden, turnShow } from '#server/ingest/moderation/store.ts';
import { publishAnalysis } from '#server/ingest/publish/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { type Known, NOW } from './corpus.ts';

/** Work that writes. Each is run in a transaction that is rolled back. */
export const works: Record<string, (tx: Db, known: Known) => Promise<unknown>> = {
  'publishing a new episode of ten ideas, none on the commonest ticker': (tx, known) =>
    publishNew(tx, known, 2),
  'publishing a new episode of ten ideas, one on the commonest ticker': (tx, known) =>
    publishNew(tx, known, 1),
  'reading an old episode again, one idea on the commonest ticker': (tx, known) => publish(tx, known, 1),
  'hiding an idea on the commonest ticker': async (tx) =>
    setIdeaHidden(tx, await oldIdea(tx, 'T1'), true, NOW),
  'correcting an idea on the commonest ticker': async (tx) =>
    correct(tx, await oldIdea(tx, 'T1'), { statement: 'It was said otherwise.' }),
  'filing an idea on the commonest ticker under a middling one': async (tx) =>
    correct(tx, await oldIdea(tx, 'T1'), { tickers: [{ symbol: 'T40', name: 'T40', slug: null }] }),
  'hiding a show': async (tx, { showId }) => {
    await holdShow(tx, showId);
    await turnShow(tx, showId, true, NOW);
  },
  'building the theses of a middling ticker anew': (tx) =>
    rebuildTheses(tx, [{ kind: 'ticker', key: 'T40' }], NOW),
  'building the theses of the commonest ticker anew': (tx) =>
    rebuildTheses(tx, [{ kind: 'ticker', key: 'T1' }], NOW),
};

/** An idea on a symbol that is half a year old; its first one in a record that is younger. */
async function oldIdea(tx: Db, symbol: string): Promise<string> {
  const row = await tx.row(
    { id: tables.ideaTicker.ideaId },
    sql`
    SELECT COALESCE(
      (SELECT "ideaId" FROM idea_ticker WHERE symbol = ${symbol} AND "publishedAt" < ${NOW}::timestamptz - interval '180 days'
       ORDER BY "publishedAt" DESC LIMIT 1),
      (SELECT "ideaId" FROM idea_ticker WHERE symbol = ${symbol} ORDER BY "publishedAt" LIMIT 1)) AS id`,
  );
  return row!.id;
}

async function correct(tx: Db, ideaId: string, change: Change): Promise<unknown> {
  const text = 'It was said otherwise.';
  await insertCorrection(tx, { ideaId, kind: 'other', text, contact: null, ip: '10.0.0.1' }, NOW);
  const [report] = await listReports(tx, 'waiting', 1);
  const amendment = { ideaId, change: { ...change, keepWords: true } };
  return reviewReport(tx, { reportId: report!.id, outcome: 'accepted', note: text, now: NOW, amendment });
}

/** Publishes an episode that aired an hour ago. */
async function publishNew(tx: Db, { showId }: Known, first: number): Promise<unknown> {
  const row = await tx.row(
    pick(tables.episode, 'id'),
    sql`
    INSERT INTO episode ("showId", guid, title, "publishedAt", state)
    VALUES (${showId}::uuid, 'new', 'New', ${NOW}::timestamptz - interval '1 hour', 'transcribed') RETURNING id`,
  );
  return publish(tx, { showId, episodeId: row!.id }, first);
}

/** Publishes an hour of talk with ten ideas, on the tickers `first`, `first` + 100, and so on. */
function publish(
  tx: Db,
  { episodeId, showId }: Pick<Known, 'episodeId' | 'showId'>,
  first: number,
): Promise<unknown> {
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
