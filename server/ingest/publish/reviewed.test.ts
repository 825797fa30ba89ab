import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Cue, ExtractedIdea } from '#server/domain.ts';
import { insertCorrection, listReports, reviewReport } from '#server/features/corrections/store.ts';
import { proveQuote } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import { withdrawPerson } from '#server/ingest/moderation/people/store.ts';
import { setIdeaHidden } from '#server/ingest/moderation/store.ts';
import { publishAnalysis } from '#server/ingest/publish/store.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addShow, type SeededEpisode } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const cues: Cue[] = [
  { start: 10, end: 16, speaker: 'Ada', text: 'I think Intel is cheap for a reason.' },
  { start: 900, end: 906, speaker: 'Ada', text: 'And AMD takes every socket that Intel loses.' },
];

function said(symbol: string, name: string, cue: number, change: Partial<ExtractedIdea> = {}): ExtractedIdea {
  return {
    subject: { kind: 'ticker', key: symbol, name },
    headline: `Ada on ${name}`,
    thesis: `Ada argues a case about ${name}.`,
    statement: `Ada argues a case about ${name}.`,
    context: null,
    stance: 'BEARISH',
    direction: 'bearish',
    depth: 2,
    tickers: [symbol],
    mentionedTickers: [],
    entities: [],
    themes: [],
    ideaType: 'investment',
    speaker: { name: 'Ada', title: null, role: 'guest' },
    startSeconds: cues[cue]!.start,
    endSeconds: cues[cue]!.end,
    quote: proveQuote(cues, cues[cue]!.text, 0)!,
    riskFlags: [],
    validationSignals: [],
    participationEtfs: [],
    participationTheme: null,
    confidence: 0.9,
    ...change,
  };
}

let services: TestServices;
let episode: SeededEpisode;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  episode = await addEpisode(services, { showId: (await addShow(services)).id });
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const publish = (engineVersion: string, ...ideas: ExtractedIdea[]) =>
  publishAnalysis(
    services.db,
    {
      episodeId: episode.id,
      transcripts: [],
      showId: episode.showId,
      cues,
      extraction: { ideas, mentions: [], heldBack: [], adRanges: [], names: {} },
      engineVersion,
    },
    services.clock(),
  );
const listed = () =>
  services.db.rows(
    { id: tables.idea.id, key: tables.idea.subjectKey, stance: tables.idea.stance },
    sql`
    SELECT id, "subjectKey" AS key, stance FROM idea WHERE NOT hidden AND "supersededAt" IS NULL ORDER BY "subjectKey"`,
  );
const quotes = async () =>
  (
    await services.db.rows(
      pick(tables.idea, 'quote'),
      sql`SELECT quote FROM idea WHERE NOT hidden AND "supersededAt" IS NULL`,
    )
  ).map(({ quote }) => quote);
const idOf = async (key: string) => (await listed()).find((idea) => idea.key === key)!.id;

async function correctStance(ideaId: string) {
  const given = { ideaId, kind: 'stance', text: 'She argued both sides.', contact: null, ip: '' } as const;
  await insertCorrection(services.db, given, services.clock());
  const [report] = await listReports(services.db, 'waiting', 1);
  await reviewReport(services.db, {
    reportId: report!.id,
    outcome: 'accepted',
    note: 'Both sides.',
    now: services.clock(),
    amendment: { ideaId, change: { stance: 'BALANCED' } },
  });
}

describe('a re-analysis of the same words', () => {
  it('keeps the idea with its id and brings up to date who said it and what it was set against', async () => {
    await publish('1', said('INTC', 'Intel', 0));
    const id = await idOf('INTC');
    const speaker = { name: 'Ada', title: 'Analyst', role: 'host' } as const;
    await publish('2', said('INTC', 'Intel', 0, { speaker, context: 'As argued.', riskFlags: ['Supply.'] }));
    const rows = await services.db.rows(sql`
      SELECT id, "speakerRole", "speakerTitle", context, "riskFlags", "engineVersion" FROM idea`);
    expect(rows).toEqual([
      {
        id,
        speakerRole: 'host',
        speakerTitle: 'Analyst',
        context: 'As argued.',
        riskFlags: ['Supply.'],
        engineVersion: '2',
      },
    ]);
  });
});

describe('a re-analysis after a review', () => {
  it('neither undoes a correction nor says beside it what it corrected', async () => {
    await publish('1', said('INTC', 'Intel', 0), said('AMD', 'AMD', 1));
    const id = await idOf('INTC');
    await correctStance(id);
    const again = await publish('1', said('INTC', 'Intel', 0), said('AMD', 'AMD', 1));
    expect(again).toEqual({ added: 0, kept: 1, superseded: 0, heldBack: [] });
    await publish('2', said('INTC', 'Intel', 0, { headline: 'Read anew', depth: 3 }), said('AMD', 'AMD', 1));
    expect(await listed()).toMatchObject([{ key: 'AMD' }, { id, key: 'INTC', stance: 'BALANCED' }]);
  });

  it('keeps a corrected idea that it does not find any more', async () => {
    await publish('1', said('INTC', 'Intel', 0), said('AMD', 'AMD', 1));
    const id = await idOf('INTC');
    await correctStance(id);
    await publish('2', said('AMD', 'AMD', 1));
    expect((await listed()).map((idea) => idea.id)).toContain(id);
  });

  it('does not bring back what an operator hid, in other words or as another reading', async () => {
    await publish('1', said('INTC', 'Intel', 0), said('AMD', 'AMD', 1));
    await setIdeaHidden(services.db, await idOf('INTC'), true, services.clock());
    await publish('2', said('INTC', 'Intel', 0, { headline: 'Read anew' }), said('AMD', 'AMD', 1));
    expect((await listed()).map((idea) => idea.key)).toEqual(['AMD']);
  });

  it('adds what another speaker says beside the words of a withdrawn person, and not those', async () => {
    const beside = { start: 40, end: 46, speaker: 'Bob', text: 'Yet Intel has the only factories here.' };
    const answer = said('INTC', 'Intel', 0, {
      speaker: { name: 'Bob', title: null, role: 'host' },
      quote: proveQuote([beside], beside.text, 0)!,
    });
    const unnamed = said('INTC', 'Intel', 0, { speaker: { name: null, title: null, role: 'unclear' } });
    await publish('1', said('INTC', 'Intel', 0));
    await withdrawPerson(services.db, 'Ada', services.clock());
    await publish('2', unnamed, answer);
    expect(await quotes()).toEqual([answer.quote.text]);
  });

  it('adds what is said of the same subject elsewhere in the episode', async () => {
    await publish('1', said('INTC', 'Intel', 0));
    await setIdeaHidden(services.db, await idOf('INTC'), true, services.clock());
    await publish('2', said('INTC', 'Intel', 1));
    expect((await listed()).map((idea) => idea.key)).toEqual(['INTC']);
  });
});
