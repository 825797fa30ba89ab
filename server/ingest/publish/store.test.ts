import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cue, ExtractedIdea } from '#server/domain.ts';
import { proveQuote } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import { publishAnalysis } from '#server/ingest/publish/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addShow, type SeededEpisode } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const cues: Cue[] = [
  { start: 10, end: 16, speaker: 'Ada', text: 'I think Intel is cheap for a reason.' },
  { start: 900, end: 906, speaker: 'Ada', text: 'And AMD takes every socket that Intel loses.' },
];

function said(key: string, cue: number, change: Partial<ExtractedIdea>): ExtractedIdea {
  const thesis = `A case about ${key}.`;
  return {
    ...{
      subject: { kind: 'ticker', key, name: key },
      headline: key,
      thesis,
      statement: thesis,
      context: null,
    },
    ...{
      stance: null,
      direction: null,
      depth: 2,
      tickers: [key],
      mentionedTickers: [],
      entities: [],
      themes: [],
    },
    ...{ ideaType: null, speaker: null, startSeconds: cues[cue]!.start, endSeconds: cues[cue]!.end },
    ...{ quote: proveQuote(cues, cues[cue]!.text, 0)!, riskFlags: [], validationSignals: [] },
    ...{ participationEtfs: [], participationTheme: null, confidence: 0.9, ...change },
  } as ExtractedIdea;
}

let services: TestServices;
let episode: SeededEpisode;
beforeAll(async () => {
  services = await testServices();
  await services.db.run(
    sql`INSERT INTO theme (slug, name, tickers) VALUES ('chips', 'Chips', '{}'), ('cloud', 'Cloud', '{}')`,
  );
  episode = await addEpisode(services, { showId: (await addShow(services)).id });
});
afterAll(() => services.close());

const publish = (...ideas: ExtractedIdea[]) => publishFrom(cues, ...ideas);

const publishFrom = (cues: readonly Cue[], ...ideas: ExtractedIdea[]) =>
  publishAnalysis(
    services.db,
    {
      ...{ episodeId: episode.id, showId: episode.showId, transcripts: [], cues, engineVersion: 'test' },
      extraction: { ideas, mentions: [], heldBack: [], adRanges: [], names: {} },
    },
    services.clock(),
  );

const published = () =>
  services.db.rows(
    {
      ...pick(
        tables.idea,
        'subjectKey',
        'stance',
        'speakerName',
        'riskFlags',
        'quoteStartSeconds',
        'participationEtfs',
      ),
      symbols: computed.texts.orNull(),
      themes: computed.texts.orNull(),
    },
    sql`
    SELECT "subjectKey", stance, "speakerName", "riskFlags", "quoteStartSeconds", "participationEtfs",
      (SELECT array_agg(symbol ORDER BY symbol) FROM idea_ticker k WHERE k."ideaId" = i.id) AS symbols,
      (SELECT array_agg(slug ORDER BY slug) FROM idea_theme k WHERE k."ideaId" = i.id) AS themes
    FROM idea i ORDER BY "subjectKey"`,
  );

describe('publishing the ideas of an episode', () => {
  it('gives each its own words, symbols and known themes, and counts them in one go', async () => {
    const participationEtfs = [
      { symbol: 'SMH', name: 'Semiconductors' },
    ] as unknown as ExtractedIdea['participationEtfs'];
    const intel = {
      stance: 'BEARISH',
      speaker: { name: 'Ada', title: null, role: 'guest' },
      riskFlags: ['debt', "it's dear"],
    } as const;
    await publish(
      said('INTC', 0, { ...intel, tickers: ['INTC', 'AMD', 'INTC'], themes: ['chips', 'cloud'] }),
      said('AMD', 1, { participationEtfs, themes: ['chips', 'unknown'] }),
      said('openai', 1, { subject: { kind: 'company', key: 'openai', name: 'OpenAI' }, tickers: [] }),
    );
    const bare = {
      stance: null,
      speakerName: null,
      riskFlags: [],
      quoteStartSeconds: 900,
      participationEtfs: [],
    };
    expect(await published()).toEqual([
      { ...bare, subjectKey: 'AMD', participationEtfs, symbols: ['AMD'], themes: ['chips'] },
      {
        ...{ ...bare, subjectKey: 'INTC', stance: 'BEARISH', speakerName: 'Ada', riskFlags: intel.riskFlags },
        ...{ quoteStartSeconds: 10, symbols: ['AMD', 'INTC'], themes: ['chips', 'cloud'] },
      },
      { ...bare, subjectKey: 'openai', symbols: null, themes: null },
    ]);
    expect(
      await services.db.rows(
        { ideas: tables.listedCount.ideas },
        sql`SELECT ideas FROM listed_count WHERE kind = 'corpus'`,
      ),
    ).toEqual([{ ideas: 3 }]);
  });

  it('writes nothing of an episode that holds none', async () => {
    await publish();
    expect(
      await services.db.rows(pick(tables.idea, 'id'), sql`SELECT id FROM idea WHERE "supersededAt" IS NULL`),
    ).toEqual([]);
  });
});

describe('an idea through several readings', () => {
  const stored = () =>
    services.db.rows(
      {
        ...pick(tables.idea, 'id', 'stance'),
        told: computed.json.orNull(),
        listed: computed.int,
      },
      sql`
      SELECT i.id, i.stance, (SELECT json_agg(t.stance) FROM thesis_statement t WHERE t."ideaId" = i.id) AS told,
        (SELECT sum(ideas)::int FROM listed_count WHERE kind = 'corpus') AS listed
      FROM idea i WHERE i."episodeId" = ${episode.id}::uuid AND i."subjectKey" = 'NVDA'`,
    );
  const nvidia = (stance: 'BULLISH' | null) =>
    said('NVDA', 0, { stance, direction: stance && 'bullish', tickers: ['NVDA'] });

  it('is one row with one id, whether its side is told, it is missed, or found again', async () => {
    await publish(nvidia('BULLISH'));
    const [first] = await stored();
    await publish(nvidia(null));
    expect(await stored()).toEqual([{ ...first, stance: null, told: [null] }]);
    await publish();
    expect(await stored()).toEqual([{ ...first, stance: null, told: null, listed: 0 }]);
    await publish(nvidia('BULLISH'));
    expect(await stored()).toEqual([first]);
  });

  it('is one row with one id, whether its speaker is named or not, and is counted under the name as long as it is', async () => {
    const byAda = {
      ...nvidia('BULLISH'),
      thesis: 'Ada on NVDA: it sells.',
      speaker: { name: 'Ada', title: null, role: 'guest' },
    } as const;
    const read = async (idea: ExtractedIdea) => {
      await publish(idea);
      return services.db.rows(
        { ...pick(tables.idea, 'id', 'speakerName', 'thesis'), listed: computed.int },
        sql`
        SELECT i.id, i."speakerName", i.thesis, (SELECT COALESCE(sum(h.ideas), 0)::int FROM listed_count h
          JOIN speaker_name n ON n.id::text = h.key WHERE h.kind = 'speaker' AND n.name = 'Ada') AS listed
        FROM idea i WHERE i."episodeId" = ${episode.id}::uuid AND i."subjectKey" = 'NVDA' AND i."supersededAt" IS NULL`,
      );
    };
    const [named] = await read(byAda);
    expect(named).toMatchObject({ speakerName: 'Ada', listed: 1 });
    const thesis = 'A speaker on Chips on NVDA: it sells.';
    expect(await read({ ...byAda, thesis, speaker: null })).toEqual([
      { id: named!.id, speakerName: null, thesis, listed: 0 },
    ]);
    expect(await read(byAda)).toEqual([named]);
  });

  it('stays named where words of somebody else were taken out, as long as its own are labelled so', async () => {
    const thesis = 'Ada on QCOM: it takes sockets.';
    const named = said('QCOM', 1, { thesis, speaker: { name: 'Ada', title: null, role: 'host' } });
    const unnamed = said('QCOM', 1, {
      thesis: 'A speaker on Chips, on QCOM: it takes sockets.',
      speaker: { name: null, title: null, role: 'host' },
    });
    const speaker = async (label: string) => {
      await publish(named);
      await publishFrom([cues[0]!, { ...cues[1]!, speaker: label }], unnamed);
      return (await published()).find(({ subjectKey }) => subjectKey === 'QCOM')?.speakerName;
    };
    expect(await speaker('Ada')).toBeNull();
    await services.db.run(
      sql`UPDATE episode SET people = '[{"withdrawn": "olav"}]' WHERE id = ${episode.id}::uuid`,
    );
    expect(await speaker('Ada')).toBe('Ada');
    expect(await speaker('Speaker 1')).toBeNull();
  });
});
