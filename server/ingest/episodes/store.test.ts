import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { TranscriptLink } from '#server/feeds/types.ts';
import { BudgetSpent } from '#server/ingest/engine/outage.ts';
import { teachName } from '#server/ingest/episodes/names/store.ts';
import {
  markForAnalysis,
  pauseEpisode,
  recordFailure,
  retryEpisodes,
  wakeForBudget,
} from '#server/ingest/episodes/store.ts';
import { troubledEpisodes } from '#server/ingest/stats/operator/store.ts';
import { episodesAt } from '#server/ingest/stats/work/store.ts';
import { storeTranscript } from '#server/ingest/transcript/store.ts';
import { syncUniverse } from '#server/linking/store.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const OLD = 'https://publisher.example/old.vtt';
const NEW = 'https://publisher.example/new.vtt';

let services: TestServices;
let id: string;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  await syncUniverse(services.db);
  const show = await addShow(services);
  id = (await addEpisode(services, { showId: show.id })).id;
  await addIdea(services, { episodeId: id, subjectKind: 'company', subjectKey: 'invidio', tickers: [] });
  const cues = [{ start: 0, end: 1, speaker: null, text: 'Invidio grows.' }];
  const transcript = { sourceUrl: OLD, type: 'vtt', language: 'en', textHash: 'h', cues };
  await storeTranscript(services.db, { id, transcripts: [] }, transcript, services.clock());
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const inAnHour = () => new Date(services.clock().getTime() + 3_600_000);

/** The episode as it stands after so many failures, with the transcript that its feed names. */
async function stands(state: 'pending' | 'failed' | 'processed', named: string): Promise<void> {
  await services.db.run(sql`
    UPDATE episode SET state = ${state}, transcripts = ${JSON.stringify([{ url: named }])}::jsonb, attempts = 2,
      "nextAttemptAt" = ${inAnHour()}`);
}
const step = async () =>
  (await services.db.row(
    pick(tables.episode, 'state', 'attempts', 'nextAttemptAt'),
    sql`
    SELECT state, attempts, "nextAttemptAt" FROM episode`,
  ))!;
const anew = (state: string) => ({ state, attempts: 0, nextAttemptAt: null });

const ASKED = [
  ['read again', () => markForAnalysis(services.db, id)],
  ['tried again', () => retryEpisodes(services.db, id, services.clock())],
  ['read again for a name that was taught', () => teachName(services.db, 'Invidio', 'NVDA')],
] as const;

describe('an episode with a stored transcript', () => {
  it.each(ASKED)('begins with the one that its feed named since, when it is to be %s', async (_how, ask) => {
    await stands('pending', NEW);
    await ask();
    expect(await step()).toEqual(anew('pending'));
  });

  it.each(ASKED)('begins so, too, when it was given up and is to be %s', async (_how, ask) => {
    await stands('failed', NEW);
    await ask();
    expect(await step()).toEqual(anew('pending'));
  });

  it.each(ASKED)(
    'begins with the stored one while its feed names that, when it is to be %s',
    async (_how, ask) => {
      await stands('failed', OLD);
      await ask();
      expect(await step()).toEqual(anew('transcribed'));
    },
  );
});

describe('an episode that was put off before its transcript came', () => {
  it('is put off no longer', async () => {
    await stands('pending', OLD);
    const transcripts = [{ url: OLD }] as unknown as readonly TranscriptLink[];
    const cues = [{ start: 0, end: 1, speaker: null, text: 'Invidio shrinks.' }];
    const transcript = { sourceUrl: OLD, type: 'vtt', language: 'en', textHash: 'i', cues };
    await storeTranscript(services.db, { id, transcripts }, transcript, services.clock());
    expect(await step()).toEqual(anew('transcribed'));
  });
});

describe('an episode that waits for the model’s budget', () => {
  const begun = { id: '', transcripts: [{ url: OLD }] as unknown as readonly TranscriptLink[] };
  beforeEach(async () => {
    await stands('pending', OLD);
    await services.db.run(sql`UPDATE episode SET state = 'transcribed'`);
  });

  it('is due once there is some, in whatever words it was told to wait', async () => {
    await pauseEpisode(services.db, { ...begun, id }, new BudgetSpent('Nothing is left today.', inAnHour()));
    expect(await wakeForBudget(services.db)).toBe(1);
    expect(await step()).toMatchObject({ nextAttemptAt: null });
  });

  it('is none that failed since, though the failure speaks of the budget', async () => {
    await pauseEpisode(services.db, { ...begun, id }, new BudgetSpent('Nothing is left today.', inAnHour()));
    const after = { state: 'transcribed', nextAttemptAt: inAnHour() } as const;
    await recordFailure(services.db, { ...begun, id }, "The day's model budget could not be read.", after);
    expect(await wakeForBudget(services.db)).toBe(0);
    expect(await step()).toMatchObject({ nextAttemptAt: inAnHour() });
  });
});

describe('an episode that is tried again', () => {
  it('is one that was given up or put off, and no other', async () => {
    await services.db.run(sql`UPDATE episode SET state = 'processed', "nextAttemptAt" = NULL`);
    expect(await retryEpisodes(services.db, id, services.clock())).toBe(0);
    expect(await retryEpisodes(services.db, null, services.clock())).toBe(0);
  });

  it('is none of those that are not counted as put off, as one that is due', async () => {
    await stands('pending', OLD);
    services.setNow(inAnHour());
    expect((await episodesAt(services.db, services.clock())).episodesPutOff).toBe(0);
    expect(await troubledEpisodes(services.db, services.clock(), 1)).toMatchObject([{ isPutOff: false }]);
    expect(await retryEpisodes(services.db, null, services.clock())).toBe(0);
  });

  it('is not told as put off where no next attempt is set', async () => {
    await services.db.run(sql`UPDATE episode SET state = 'pending', "nextAttemptAt" = NULL`);
    expect(await troubledEpisodes(services.db, services.clock(), 1)).toMatchObject([{ isPutOff: false }]);
  });

  it('is no episode where the id is none', async () => {
    await stands('failed', OLD);
    expect(await retryEpisodes(services.db, 'no id', services.clock())).toBe(0);
    expect(await step()).toMatchObject({ state: 'failed' });
  });
});
