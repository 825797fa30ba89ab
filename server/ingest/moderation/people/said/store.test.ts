import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cue, Extraction } from '#server/domain.ts';
import { drain } from '#server/ingest/drain.ts';
import { findEpisode, markForFetch } from '#server/ingest/episodes/store.ts';
import { proveQuote } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import { admitPerson, withdrawPerson } from '#server/ingest/moderation/people/store.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { publishAnalysis } from '#server/ingest/publish/store.ts';
import type { IngestTools } from '#server/ingest/tools.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { captionsBy, FEED_URL, PUBLISHER, publisher } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** A show whose engine doubts its labels, and so names nobody for its ideas. */
let services: TestServices;
let key: string;
const source = publisher();
const SAID = [
  ['Nathan Birchwood', 'Boeing will deliver more jets next year than it did before.', 'BA'],
  ['Nathan Birchwood', 'Intel burns cash at every one of its factories.', 'INTC'],
  ['Nathan Birchwood', 'Oracle rents its halls to anybody who asks.', 'ORCL'],
  ['Iris Holm', 'Nvidia keeps its customers by its software.', 'NVDA'],
] as const;

/** One idea of each sentence, for which nobody is named. */
function argued(cues: readonly Cue[]): Extraction {
  const ideas = SAID.flatMap(([, words, symbol]) => {
    const at = cues.findIndex(({ text }) => text === words);
    const cue = cues[at];
    if (!cue) return [];
    const thesis = `A speaker argues that ${words}`;
    return {
      ...{ subject: { kind: 'ticker' as const, key: symbol, name: symbol }, tickers: [symbol] },
      ...{ headline: `On ${symbol}`, thesis, statement: thesis, context: null, stance: null },
      ...{ direction: null, depth: 3 as const, ideaType: 'investment' as const },
      ...{ mentionedTickers: [], entities: [], themes: [], riskFlags: [], validationSignals: [] },
      speaker: null,
      ...{ startSeconds: cue.start, endSeconds: cue.end, quote: proveQuote(cues, words, at)! },
      ...{ participationEtfs: [], participationTheme: null, confidence: 0.9 },
    };
  });
  return { ideas, mentions: [], heldBack: [], adRanges: [], names: {} };
}

const tools: IngestTools = {
  fetchGuarded: source.fetchGuarded,
  extractor: { version: 'rules-9.0.0', extract: async ({ cues }) => argued(cues) },
  speech: null,
  close: async () => undefined,
};
const captions = captionsBy(...SAID.map(([label, words]) => [label, words] as const));
const withdraw = () => withdrawPerson(services.db, 'Nathan Birchwood', services.clock());

let episodeId: string;
let ideas: Readonly<Record<string, string>>;
beforeAll(async () => {
  services = await testServices();
  ({ key } = await accountWithKey(services, { plan: 'premium' }));
  source.put(`${PUBLISHER}/a.vtt`, captions);
  source.publish([{ guid: 'a', transcript: 'a.vtt' }]);
  const { id } = await addFeed(services.db, FEED_URL, services.clock());
  await drain(services, tools, [id], () => undefined);
  const rows = await services.db.rows(
    pick(tables.idea, 'id', 'episodeId', 'subjectKey'),
    sql`SELECT id, "episodeId", "subjectKey" FROM idea`,
  );
  episodeId = rows[0]!.episodeId;
  ideas = Object.fromEntries(rows.map(({ id: idea, subjectKey }) => [subjectKey, idea]));
});
afterAll(() => services.close());

/** What callers are answered for the ideas on Boeing, Intel and Nvidia. */
async function statuses(): Promise<number[]> {
  const answered: number[] = [];
  for (const symbol of ['BA', 'INTC', 'NVDA'])
    answered.push((await call(services, 'GET', `/v1/agent/ideas/${ideas[symbol]}`, { key })).status);
  return answered;
}
const listed = async () =>
  (
    await services.db.rows(
      pick(tables.idea, 'quote'),
      sql`SELECT quote FROM idea WHERE NOT hidden AND "supersededAt" IS NULL`,
    )
  ).map(({ quote }) => quote);

describe('ideas of a withdrawn person’s words for which nobody is named', () => {
  let taken: Awaited<ReturnType<typeof withdraw>>;
  beforeAll(async () => {
    await services.db.run(sql`UPDATE idea SET "supersededAt" = now() WHERE id = ${ideas.INTC}::uuid`);
    await services.db.run(sql`UPDATE idea SET "speakerName" = 'Iris Holm' WHERE id = ${ideas.ORCL}::uuid`);
    await services.db.run(sql`
      INSERT INTO idea_version ("ideaId", at, before) VALUES (${ideas.ORCL}::uuid, now(), '{"speakerName": null}')`);
    taken = await withdraw();
  });

  it('are taken out and counted, superseded ones, too, and another’s stays', async () => {
    expect(taken).toMatchObject({ ideas: 2, beside: 2 });
    expect(await statuses()).toEqual([404, 404, 200]);
  });

  it('stay where a correction put them under another’s name', async () => {
    const kept = await services.db.row(
      pick(tables.idea, 'id'),
      sql`SELECT id FROM idea WHERE id = ${ideas.ORCL}::uuid AND NOT hidden AND "speakerName" = 'Iris Holm'`,
    );
    expect(kept).toEqual({ id: ideas.ORCL });
  });

  it('stay out when the person is admitted and the transcript fetched again', async () => {
    await drain(services, tools, [], () => undefined);
    await admitPerson(services.db, 'Nathan Birchwood');
    expect(await markForFetch(services.db, episodeId)).toBe(true);
    await drain(services, tools, [], () => undefined);
    expect(await statuses()).toEqual([404, 404, 200]);
    expect(await listed()).not.toContain(SAID[0][1]);
  });
});

it('is not published where nobody is named, by an analysis that began before the withdrawal', async () => {
  const cues = SAID.map(([speaker, text], at) => ({ start: at * 10, end: at * 10 + 9, speaker, text }));
  const { showId, transcripts } = (await findEpisode(services.db, episodeId))!;
  await withdraw();
  await services.db.run(sql`DELETE FROM idea`);
  const analysis = {
    episodeId,
    showId,
    transcripts,
    cues,
    extraction: argued(cues),
    engineVersion: 'rules-9.0.0',
  };
  await publishAnalysis(services.db, analysis, services.clock());
  expect(await listed()).toEqual([SAID[3][1]]);
});
