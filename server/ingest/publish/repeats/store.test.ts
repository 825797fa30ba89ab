import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cue, ExtractedIdea } from '#server/domain.ts';
import { listEvents } from '#server/features/alerts/events/store.ts';
import { insertCorrection, listReports, reviewReport } from '#server/features/corrections/store.ts';
import { alsoPublished, ideasOfEpisode } from '#server/features/pages/ideas/store.ts';
import { newestOf } from '#server/features/pages/take/store.ts';
import { readTimelineIdeas } from '#server/features/theses/timeline/store.ts';
import { countMentions } from '#server/features/tickers/store.ts';
import { proveQuote } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import { withdrawPerson } from '#server/ingest/moderation/people/store.ts';
import { setEpisodeHidden, setIdeaHidden, setShowHidden } from '#server/ingest/moderation/store.ts';
import { removeFeed } from '#server/ingest/poll/store.ts';
import { sketchOf } from '#server/ingest/publish/repeats/rules.ts';
import { holdTwins, storeSketch } from '#server/ingest/publish/repeats/store.ts';
import { publishAnalysis } from '#server/ingest/publish/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { follower } from '#server/testing/alerts.ts';
import { addEpisode, addShow, type SeededEpisode } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const CLAIM = 'I think Intel is cheap for a reason.';

/** Half an hour of talk without repetition, with one claim in it, after an opening of so many seconds. `about` makes it another talk. */
function talk(opening: number, about = 'word'): Cue[] {
  return Array.from({ length: 30 }, (_, minute) => {
    const words = Array.from({ length: 60 }, (_, word) => `${about}${minute * 60 + word}`).join(' ');
    const start = opening + 60 * minute;
    return { start, end: start + 60, speaker: 'Ada', text: minute === 12 ? CLAIM : words };
  });
}

function claimIn(cues: readonly Cue[], symbol = 'INTC'): ExtractedIdea {
  const quote = proveQuote(cues, CLAIM, 12)!;
  return {
    subject: { kind: 'ticker', key: symbol, name: symbol },
    headline: 'Cheap for a reason',
    thesis: `Ada on ${symbol}: "${CLAIM}"`,
    statement: `Ada argues that ${symbol} is cheap for a reason.`,
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
    startSeconds: quote.startSeconds,
    endSeconds: quote.endSeconds,
    quote,
    riskFlags: [],
    validationSignals: [],
    participationEtfs: [],
    participationTheme: null,
    confidence: 0.9,
  };
}

let services: TestServices;
let first: SeededEpisode;
let second: SeededEpisode;

async function publish(episode: SeededEpisode, cues: readonly Cue[], ideas: readonly ExtractedIdea[]) {
  await services.db.run(sql`
    INSERT INTO transcript ("episodeId", type, "textHash", cues)
    VALUES (${episode.id}::uuid, 'vtt', ${episode.id}, ${JSON.stringify(cues.map((c) => [c.start, c.end, c.speaker, c.text]))}::jsonb)
    ON CONFLICT DO NOTHING`);
  await storeSketch(services.db, episode.id, sketchOf(cues));
  const extraction = { ideas, mentions: [], heldBack: [], adRanges: [], names: {} };
  const { id, showId } = episode;
  await publishAnalysis(
    services.db,
    { episodeId: id, showId, transcripts: [], cues, extraction, engineVersion: 'test' },
    services.clock(),
  );
}

const mentions = (symbol: string) =>
  countMentions(services.db, { symbol, minDepth: 1, from: null, until: null });
const statements = async (symbol: string) =>
  (await services.db.row(
    { all: computed.int },
    sql`
    SELECT count(*)::int AS all FROM thesis_statement x JOIN thesis t ON t.id = x."thesisId" WHERE t."subjectKey" = ${symbol}`,
  ))!.all;

beforeAll(async () => {
  services = await testServices();
  const aired = (day: string) => new Date(`2026-09-${day}T12:00:00Z`);
  const episode = async (name: string, day: string) =>
    addEpisode(services, { showId: (await addShow(services, { name })).id, publishedAt: aired(day) });
  first = await episode('First Show', '01');
  second = await episode('Second Show', '05');
  // The episode that aired second is published first.
  const again = talk(240);
  await publish(second, again, [claimIn(again)]);
  await publish(first, talk(0), [claimIn(talk(0))]);
});
afterAll(() => services.close());

describe('an idea of a talk that two shows published', () => {
  it('is counted once: in mentions, in the timeline and among the statements of its thesis', async () => {
    expect(await mentions('INTC')).toBe(1);
    const timeline = await readTimelineIdeas(services.db, 'INTC', new Date(0), services.clock());
    expect(timeline.map(({ show }) => show)).toEqual(['First Show']);
    expect(await statements('INTC')).toBe(1);
  });

  it('stays on the page of the second show, which tells of the first', async () => {
    expect(await ideasOfEpisode(services.db, second.id)).toHaveLength(1);
    expect(await newestOf(services.db, { show: second.showId }, services.clock(), 10)).toHaveLength(1);
    const told = async (episode: SeededEpisode) =>
      (await alsoPublished(services.db, { episodeId: episode.id })).map(({ showName }) => showName);
    expect(await told(second)).toEqual(['First Show']);
    expect(await told(first)).toEqual(['Second Show']);
    const [id] = await ideasOfEpisode(services.db, second.id);
    expect(await alsoPublished(services.db, { ideaId: id! })).toMatchObject([{ id: first.id }]);
  });

  it('is the second show’s where the first is hidden, and goes back with it', async () => {
    await setEpisodeHidden(services.db, first.id, true, services.clock());
    expect(await mentions('INTC')).toBe(1);
    expect(await statements('INTC')).toBe(1);
    expect(await alsoPublished(services.db, { episodeId: second.id })).toEqual([]);
    await setEpisodeHidden(services.db, first.id, false, services.clock());
    expect(await mentions('INTC')).toBe(1);
  });

  it('counts where a new analysis no longer finds it in the first', async () => {
    await publish(first, talk(0), [claimIn(talk(0), 'AMD')]);
    expect(await mentions('INTC')).toBe(1);
    expect(await statements('INTC')).toBe(1);
    expect(await alsoPublished(services.db, { episodeId: second.id })).toEqual([]);
  });
});

describe('an idea of a talk that has one air date in two episodes', () => {
  it('is that of the episode that was seen first', async () => {
    const publishedAt = new Date('2026-09-08T12:00:00Z');
    const seen = async (name: string, digit: string) => {
      const { id: showId } = await addShow(services, { name });
      return addEpisode(services, {
        showId,
        publishedAt,
        id: `${digit.repeat(8)}-0000-4000-8000-000000000000`,
      });
    };
    const episodes = [await seen('Seen First', 'f'), await seen('Seen Later', '0')];
    const cues = talk(0, 'same');
    for (const episode of episodes) await publish(episode, cues, [claimIn(cues, 'MU')]);
    const listed = await readTimelineIdeas(services.db, 'MU', new Date(0), services.clock());
    expect(listed.map(({ show }) => show)).toEqual(['Seen First']);
  });
});

describe('the first of four publications of a talk', () => {
  const published = async (symbol: string) => {
    const episodes: SeededEpisode[] = [];
    for (const day of ['01', '02', '03', '04']) {
      const { id: showId } = await addShow(services, { name: `${symbol} of ${day}` });
      episodes.push(
        await addEpisode(services, { showId, publishedAt: new Date(`2026-09-${day}T12:00:00Z`) }),
      );
    }
    for (const episode of episodes) await publish(episode, talk(0, symbol), [claim(symbol)]);
    return episodes as [SeededEpisode, SeededEpisode, SeededEpisode, SeededEpisode];
  };
  const claim = (symbol: string) => claimIn(talk(0, symbol), symbol);
  const listedFrom = async (symbol: string) =>
    (await readTimelineIdeas(services.db, symbol, new Date(0), services.clock())).map(({ show }) => show);
  const ideaOf = async ({ id }: SeededEpisode) =>
    (await services.db.row(
      pick(tables.idea, 'id'),
      sql`SELECT id FROM idea WHERE "episodeId" = ${id}::uuid`,
    ))!.id;

  it.each([
    [
      'hidden',
      'HID',
      async (episode: SeededEpisode) =>
        setIdeaHidden(services.db, await ideaOf(episode), true, services.clock()),
    ],
    [
      'hidden by a correction',
      'COR',
      async (episode: SeededEpisode) => {
        const ideaId = await ideaOf(episode);
        const report = { ideaId, kind: 'other', text: 'Never said.', contact: null, ip: '' } as const;
        await insertCorrection(services.db, report, services.clock());
        const [{ id: reportId } = { id: '' }] = await listReports(services.db, 'waiting', 1);
        await reviewReport(services.db, {
          reportId,
          outcome: 'accepted',
          note: 'Never said.',
          now: services.clock(),
          amendment: { ideaId, change: { hide: true } },
        });
      },
    ],
    [
      'hidden with its episode',
      'EPI',
      ({ id }: SeededEpisode) => setEpisodeHidden(services.db, id, true, services.clock()),
    ],
    [
      'hidden with its show',
      'SHO',
      ({ showId }: SeededEpisode) => setShowHidden(services.db, showId, true, services.clock()),
    ],
    [
      'not found by a new analysis',
      'SUP',
      (episode: SeededEpisode) => publish(episode, talk(0, 'SUP'), [claimIn(talk(0, 'SUP'), 'AMZN')]),
    ],
    [
      'removed with its feed',
      'REM',
      async ({ showId }: SeededEpisode) => {
        await services.db.run(
          sql`INSERT INTO feed (url, "showId") VALUES ('https://rem.example/', ${showId}::uuid)`,
        );
        await removeFeed(services.db, 'https://rem.example/', services.clock());
      },
    ],
    [
      'withdrawn with its speaker, whom the others do not name',
      'WIT',
      async (episode: SeededEpisode) => {
        await services.db.run(
          sql`UPDATE idea SET "speakerName" = 'Wilma Withdrawn' WHERE id = ${await ideaOf(episode)}::uuid`,
        );
        await withdrawPerson(services.db, 'Wilma Withdrawn', services.clock());
      },
    ],
  ])('gives its place to the next when it is %s; the others repeat that one', async (_name, symbol, take) => {
    const [first] = await published(symbol);
    await take(first);
    expect(await listedFrom(symbol)).toEqual([`${symbol} of 02`]);
    expect(await mentions(symbol)).toBe(1);
    expect(await statements(symbol)).toBe(1);
  });

  it('takes its place back when it is shown again', async () => {
    const [first, second] = await published('BACK');
    const turn = async (episode: SeededEpisode, hidden: boolean) =>
      setIdeaHidden(services.db, await ideaOf(episode), hidden, services.clock());
    await turn(first, true);
    await turn(second, true);
    expect(await listedFrom('BACK')).toEqual(['BACK of 03']);
    await turn(first, false);
    await turn(second, false);
    expect(await listedFrom('BACK')).toEqual(['BACK of 01']);
    expect(await mentions('BACK')).toBe(1);
  });

  it('stays without a place when it is hidden and another is published', async () => {
    const [first, , , fourth] = await published('MORE');
    await setEpisodeHidden(services.db, first.id, true, services.clock());
    await publish(fourth, talk(0, 'MORE'), [claim('MORE')]);
    expect(await listedFrom('MORE')).toEqual(['MORE of 02']);
    expect(await mentions('MORE')).toBe(1);
  });
});

describe('an alert of a talk', () => {
  const eventOf = async (ideaId: string) => {
    const { accountId } = await follower(services, { tickers: ['QCOM'] });
    const row = await services.db.row(
      pick(tables.alertEvent, 'id'),
      sql`
      INSERT INTO alert_event ("accountId", kind, "eventKey", "ideaId", payload)
      VALUES (${accountId}::uuid, 'new_idea', ${ideaId}, ${ideaId}::uuid, '{}') RETURNING id`,
    );
    return { accountId, id: row!.id };
  };
  const onAir = async (day: string) => {
    const { id: showId } = await addShow(services, { name: `Told on ${day}` });
    return addEpisode(services, { showId, publishedAt: new Date(`2026-08-${day}T12:00:00Z`) });
  };
  const told = async (accountId: string) =>
    (await listEvents(services.db, accountId, 'all', 10)).map(({ eventId, showName }) => [eventId, showName]);
  const claim = claimIn(talk(0, 'alert'), 'QCOM');

  it('tells the first once that is published long after it aired, and its repeat once it is gone', async () => {
    const [early, late] = [await onAir('01'), await onAir('02')];
    await publish(late, talk(0, 'alert'), [claim]);
    const [repeat] = await ideasOfEpisode(services.db, late.id);
    const event = await eventOf(repeat!);
    await publish(early, talk(0, 'alert'), [claim]);
    expect(await told(event.accountId)).toEqual([[event.id, 'Told on 01']]);
    await publish(early, talk(0, 'alert'), []);
    expect(await told(event.accountId)).toEqual([[event.id, 'Told on 02']]);
  });
});

describe('holdTwins', () => {
  it('finds a talk that was published twice among many episodes with the same opening', async () => {
    const { id: showId } = await addShow(services);
    const opening = Array.from({ length: 10 }, (_, run) => -1 - run);
    const sampled = async (first: number) => {
      const { id } = await addEpisode(services, { showId });
      const sketch = [...opening, ...Array.from({ length: 30 }, (_, run) => first + run)];
      await services.db.run(sql`
        INSERT INTO transcript ("episodeId", type, "textHash", cues, sketch) VALUES (${id}::uuid, 'vtt', ${id}, '[]', ${sketch}::int[])`);
      return id;
    };
    for (let other = 1; other <= 70; other += 1) await sampled(other * 1000);
    const [talk, again] = [await sampled(1_000_000), await sampled(1_000_000)];
    expect(await services.db.transaction((tx) => holdTwins(tx, talk))).toEqual([again]);
  });
});
