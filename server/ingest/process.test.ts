import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { EpisodeInput } from '#server/domain.ts';
import { drain } from '#server/ingest/drain.ts';
import { ExtractionPaused } from '#server/ingest/engine/outage.ts';
import { markForAnalysis, markForFetch } from '#server/ingest/episodes/store.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { processEpisode } from '#server/ingest/process.ts';
import type { SpeechToText } from '#server/ingest/speech.ts';
import type { IngestTools } from '#server/ingest/tools.ts';
import { parseTranscript, type TranscriptSource } from '#server/ingest/transcript/parse.ts';
import { sql } from '#server/platform/db.ts';
import type { GuardedFetch } from '#server/platform/fetch.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { captions, PUBLISHER, publisher, refused } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const FIRST = `${PUBLISHER}/first.vtt`;
const SECOND = `${PUBLISHER}/second.vtt`;

let services: TestServices;
let source: ReturnType<typeof publisher>;
let feedId: string;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  source = publisher();
  source.put(FIRST, captions('The first words.'));
  source.put(SECOND, captions('The second words.'));
  source.publish([{ guid: 'a', transcript: 'first.vtt' }]);
  feedId = (await addFeed(services.db, `${PUBLISHER}/feed.xml`, services.clock())).id;
  await pollFeed(services, source.fetchGuarded, feedId);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** Makes the feed name the second transcript, and polls it. */
async function replace(): Promise<void> {
  source.publish([{ guid: 'a', transcript: 'second.vtt' }]);
  await pollFeed(services, source.fetchGuarded, feedId);
}

/** A fetch during whose request for the first transcript the feed replaces that transcript. */
const replacingFetch =
  (answer: GuardedFetch = source.fetchGuarded): GuardedFetch =>
  async (url, wanted) => {
    if (url !== FIRST) return source.fetchGuarded(url, wanted);
    await replace();
    return answer(url, wanted);
  };

/** Tools that note what was analysed; `during` runs within each analysis of the first words. */
function tools(
  fetchGuarded: GuardedFetch = source.fetchGuarded,
  during: (input: EpisodeInput) => Promise<void> = async () => undefined,
  speech: SpeechToText | null = null,
) {
  const analysed: string[] = [];
  const made: IngestTools = {
    fetchGuarded,
    extractor: {
      version: 'rules-1.0.0',
      extract: async (input) => {
        analysed.push(input.cues.map((cue) => cue.text).join(' '));
        if (analysed.at(-1) === 'The first words.') await during(input);
        return { ideas: [], mentions: [], heldBack: [], adRanges: [], names: {} };
      },
    },
    speech,
    close: async () => undefined,
  };
  return Object.assign(made, { analysed });
}

const episodeId = async () =>
  (await services.db.row(pick(tables.episode, 'id'), sql`SELECT id FROM episode`))!.id;
const stored = () =>
  services.db.row(sql`
    SELECT e.state, t."sourceUrl", (SELECT string_agg(text, ' ') FROM passage) AS passages
    FROM episode e LEFT JOIN transcript t ON t."episodeId" = e.id`);
const theSecond = { state: 'processed', sourceUrl: SECOND, passages: 'The second words.' };

describe('episodes of a show that wait for their transcripts', () => {
  const both = () =>
    source.publish([
      { guid: 'a', transcript: 'first.vtt' },
      { guid: 'b', transcript: 'second.vtt' },
    ]);
  const states = async () =>
    (
      await services.db.rows(
        pick(tables.episode, 'guid', 'state'),
        sql`SELECT guid, state FROM episode ORDER BY guid`,
      )
    ).map(({ guid, state }) => `${guid} ${state}`);

  it('get them before the first is analysed, which knows what is said in all', async () => {
    const first = await episodeId();
    both();
    await pollFeed(services, source.fetchGuarded, feedId);
    const known: number[] = [];
    const used = tools(source.fetchGuarded, async ({ otherEpisodes }) => {
      known.push(otherEpisodes?.length ?? 0);
    });
    await processEpisode(services, used, first);
    expect(known).toEqual([1]);
    expect(await states()).toEqual(['a processed', 'b transcribed']);
    expect(used.analysed).toEqual(['The first words.']);
  });

  it('hold none of the others up where one cannot be had', async () => {
    const first = await episodeId();
    both();
    await pollFeed(services, source.fetchGuarded, feedId);
    const used = tools(async (url, wanted) =>
      url === SECOND ? refused(503) : source.fetchGuarded(url, wanted),
    );
    expect((await processEpisode(services, used, first)).result).toBe('processed');
    expect(await states()).toEqual(['a processed', 'b pending']);
  });
});

describe('a transcript that its publisher put right at its address', () => {
  it('is read anew once somebody asks for it', async () => {
    await drain(services, tools(), [], () => undefined);
    source.put(FIRST, captions('The words put right.'));
    expect(await markForFetch(services.db, await episodeId())).toBe(true);
    await processEpisode(services, tools(), await episodeId());
    expect(await stored()).toEqual({
      state: 'processed',
      sourceUrl: FIRST,
      passages: 'The words put right.',
    });
  });
});

describe('a transcript whose address alone changes', () => {
  /** Makes the feed name the same words at another address, and reads what waits later on. */
  async function moved(used: ReturnType<typeof tools>): Promise<void> {
    services.setNow(new Date(services.clock().getTime() + 3_600_000));
    source.put(SECOND, captions('The first words.'));
    await replace();
    await drain(services, used, [], () => undefined);
  }

  it('is fetched, and not analysed again', async () => {
    const used = tools();
    await drain(services, used, [], () => undefined);
    await moved(used);
    expect(await stored()).toEqual({ state: 'processed', sourceUrl: SECOND, passages: 'The first words.' });
    expect(used.analysed).toHaveLength(1);
  });

  it('is analysed again where somebody asks for that meanwhile', async () => {
    const used = tools();
    await drain(services, used, [], () => undefined);
    await markForAnalysis(services.db, await episodeId());
    await moved(used);
    expect(used.analysed).toHaveLength(2);
  });

  it('is analysed again by another version of the engine', async () => {
    await drain(services, tools(), [], () => undefined);
    const newer = tools();
    const extractor = { ...newer.extractor, version: 'rules-1.1.0' };
    await moved(Object.assign(newer, { extractor }));
    expect(newer.analysed).toHaveLength(1);
  });

  it('is analysed where its words were never read, as their analysis failed', async () => {
    await drain(services, tools(), [], () => undefined);
    services.setNow(new Date(services.clock().getTime() + 3_600_000));
    source.put(FIRST, captions('Other words.'));
    await markForFetch(services.db, await episodeId());
    const failing = tools();
    const extract = () => Promise.reject(new Error('out of memory'));
    await drain(
      services,
      { ...failing, extractor: { version: 'rules-1.0.0', extract } },
      [],
      () => undefined,
    );
    source.put(SECOND, captions('Other words.'));
    await replace();
    const used = tools();
    await drain(services, used, [], () => undefined);
    expect(used.analysed).toEqual(['Other words.']);
  });
});

describe('a transcript in plain text', () => {
  const TEXT = `${PUBLISHER}/first.txt`;
  beforeEach(async () => {
    const links = [{ url: TEXT, type: 'text/plain', language: null, rel: null }];
    await services.db.run(sql`UPDATE episode SET transcripts = ${JSON.stringify(links)}::jsonb`);
  });

  it('is read where its lines have times', async () => {
    source.put(
      TEXT,
      'Ada Reed (0:01)\nThe words.\n\nIda Roth (0:04)\nAnd hers.\n\nAda Reed (0:06)\nI see.\n',
    );
    await drain(services, tools(), [], () => undefined);
    expect(await stored()).toMatchObject({ state: 'processed', sourceUrl: TEXT });
  });

  it('is given up with the reason where it has none', async () => {
    source.put(TEXT, 'Ada Reed: The words.\nIda Roth: And hers.\n');
    await drain(services, tools(), [], () => undefined);
    expect(await standing()).toMatchObject({
      state: 'failed',
      reason: 'The transcript has no times, and times are never inferred.',
    });
  });
});

describe('a transcript that is replaced', () => {
  it('while the old one is fetched is the one that is read, at once', async () => {
    const used = tools(replacingFetch());
    await drain(services, used, [], () => undefined);
    expect(await stored()).toEqual(theSecond);
    expect(used.analysed).toEqual(['The second words.']);
  });

  it('while the old one is analysed is the one that is read, at once', async () => {
    const used = tools(source.fetchGuarded, replace);
    await drain(services, used, [], () => undefined);
    expect(await stored()).toEqual(theSecond);
    expect(used.analysed).toEqual(['The first words.', 'The second words.']);
  });

  it.each([
    ['cannot be had', async () => refused(503)],
    [
      'cannot be read',
      async (url: string) => ({ ...(await source.fetchGuarded(url)), bytes: Buffer.from('words') }),
    ],
  ] as [string, GuardedFetch][])('is read though the old one %s meanwhile', async (_how, answer) => {
    await drain(services, tools(replacingFetch(answer)), [], () => undefined);
    expect(await stored()).toEqual(theSecond);
  });

  it.each([
    ['is put off', () => new ExtractionPaused('The budget of the day is spent.', new Date('2026-09-16'))],
    ['fails', () => new Error('out of memory')],
  ])('is read though the analysis of the old one %s meanwhile', async (_how, thrown) => {
    const failing = tools(source.fetchGuarded, async () => {
      await replace();
      throw thrown();
    });
    await drain(services, failing, [], () => undefined);
    expect(await stored()).toEqual(theSecond);
  });

  it('is told to who asked for the episode, whose old reading stands until the new one is read', async () => {
    await drain(services, tools(), [], () => undefined);
    await markForAnalysis(services.db, await episodeId());
    const report = await processEpisode(services, tools(source.fetchGuarded, replace), await episodeId());
    expect(report).toEqual({
      result: 'replaced',
      reason: 'The transcripts of the episode changed meanwhile.',
    });
    expect(await stored()).toEqual({ state: 'pending', sourceUrl: FIRST, passages: 'The first words.' });
  });
});

describe('a transcript that no database holds', () => {
  it.each([1e12, 1e300])(
    'is refused in one sentence where it starts at second %d, and not tried again',
    async (startTime) => {
      source.put(FIRST, JSON.stringify({ segments: [{ startTime, endTime: startTime, body: 'Words.' }] }));
      await drain(services, tools(), [], () => undefined);
      const row = await services.db.row(
        sql`SELECT state, attempts, "lastError" AS reason, "nextAttemptAt" AS next FROM episode`,
      );
      const reason = 'The transcript has times past 24 hours, and no episode lasts that long.';
      expect(row).toEqual({ state: 'failed', attempts: 1, reason, next: null });
    },
  );
});

describe('an episode that is asked for again', () => {
  const second503: GuardedFetch = async (url, wanted) =>
    url === SECOND ? refused(503) : source.fetchGuarded(url, wanted);

  it('while it waits for a new transcript is read from that, never from the old one', async () => {
    await drain(services, tools(), [], () => undefined);
    await replace();
    await drain(services, tools(second503), [], () => undefined);
    expect(await markForAnalysis(services.db, await episodeId())).toBe(true);

    const early = tools(second503);
    expect(await processEpisode(services, early, await episodeId())).toMatchObject({ result: 'failed' });
    expect(early.analysed).toEqual([]);
    expect(await stored()).toMatchObject({ state: 'pending' });

    await markForAnalysis(services.db, await episodeId());
    expect(await processEpisode(services, tools(), await episodeId())).toMatchObject({ result: 'processed' });
    expect(await stored()).toEqual(theSecond);
  });

  it('is put off no longer', async () => {
    await drain(services, tools(), [], () => undefined);
    await replace();
    await drain(services, tools(second503), [], () => undefined);
    await markForAnalysis(services.db, await episodeId());
    await drain(services, tools(), [], () => undefined);
    expect(await stored()).toEqual(theSecond);
  });
});

/** The episode as an operator sees it. */
const standing = () =>
  services.db.row(
    sql`SELECT state, attempts, "lastError" AS reason, "nextAttemptAt" IS NOT NULL AS "isPutOff" FROM episode`,
  );

/** Processes the episode whenever it is due, for 18 days. */
async function tryForDays(used: IngestTools): Promise<void> {
  for (let day = 1; day <= 6; day++) {
    await drain(services, used, [], () => undefined);
    services.setNow(new Date(services.clock().getTime() + 3 * 86_400_000));
  }
}

describe('an episode without a transcript', () => {
  const heard: SpeechToText = async () => ({
    ok: true,
    cues: [{ start: 0, end: 5, speaker: null, text: 'What was heard.' }],
    textHash: 'h',
  });
  const mute = (retry: boolean, asked: string[] = []): SpeechToText => {
    return async (url) => {
      asked.push(url);
      return { ok: false, reason: 'The speech-to-text service heard nothing.', retry };
    };
  };
  const hearing = (speech: SpeechToText) => tools(source.fetchGuarded, undefined, speech);
  beforeEach(async () => {
    await services.db.run(sql`UPDATE episode SET state = 'no_transcript', transcripts = '[]'`);
  });

  it('is read from its audio where speech-to-text is set, also when it was stored before that', async () => {
    await drain(services, tools(), [], () => undefined);
    expect(await standing()).toMatchObject({ state: 'no_transcript' });
    await drain(services, hearing(heard), [], () => undefined);
    expect(await stored()).toEqual({ state: 'processed', sourceUrl: null, passages: 'What was heard.' });
  });

  it('waits for nothing where it has no audio', async () => {
    await services.db.run(sql`UPDATE episode SET "enclosureUrl" = NULL`);
    await drain(services, hearing(heard), [], () => undefined);
    expect(await standing()).toMatchObject({ state: 'no_transcript', attempts: 0 });
  });

  it('is given up with the reason after five vain attempts at its audio, and not begun anew', async () => {
    const asked: string[] = [];
    await tryForDays(hearing(mute(true, asked)));
    expect(await standing()).toEqual({
      state: 'failed',
      attempts: 5,
      reason: 'The speech-to-text service heard nothing.',
      isPutOff: false,
    });
    expect(asked).toHaveLength(5);
  });

  it('is given up at once where another attempt at its audio cannot help', async () => {
    await drain(services, hearing(mute(false)), [], () => undefined);
    expect(await standing()).toMatchObject({ state: 'failed', attempts: 1 });
  });

  it('is no episode without one when the analysis of what was heard fails', async () => {
    const failing = hearing(heard);
    await tryForDays({
      ...failing,
      extractor: { version: 'rules-1.0.0', extract: () => Promise.reject(new Error('out of memory')) },
    });
    expect(await standing()).toMatchObject({ state: 'failed', attempts: 5, reason: 'out of memory' });
  });
});

/** Makes the stored episode name both transcripts, the first as the best. */
async function nameBoth(): Promise<void> {
  const links = [FIRST, SECOND].map((url) => ({ url, type: 'text/vtt', language: null, rel: null }));
  await services.db.run(sql`UPDATE episode SET transcripts = ${JSON.stringify(links)}::jsonb`);
}

describe('an episode that is put off after a failure', () => {
  it('is tried at its time, and not by a job that was queued before', async () => {
    const asked: string[] = [];
    const down: GuardedFetch = async (url) => {
      asked.push(url);
      return refused(503);
    };
    const id = await episodeId();
    await processEpisode(services, tools(down), id);
    expect(await processEpisode(services, tools(down), id)).toEqual({ result: 'done', reason: null });
    expect(asked).toHaveLength(1);
    services.setNow(new Date(services.clock().getTime() + 300_000));
    await processEpisode(services, tools(down), id);
    expect(asked).toHaveLength(2);
  });
});

describe('an episode whose transcript cannot be had for now', () => {
  const heard: SpeechToText = async () => ({
    ok: true,
    cues: [{ start: 0, end: 5, speaker: null, text: 'What was heard.' }],
    textHash: 'h',
  });
  const down: GuardedFetch = async () => refused(503);

  it('is read from that once it comes, though speech-to-text is set', async () => {
    await drain(services, tools(down, undefined, heard), [], () => undefined);
    expect(await standing()).toMatchObject({ state: 'pending', attempts: 1 });
    services.setNow(new Date(services.clock().getTime() + 3_600_000));
    await drain(services, tools(source.fetchGuarded, undefined, heard), [], () => undefined);
    expect(await stored()).toMatchObject({ sourceUrl: FIRST, passages: 'The first words.' });
  });

  it('is heard at the last attempt', async () => {
    await tryForDays(tools(down, undefined, heard));
    expect(await stored()).toEqual({ state: 'processed', sourceUrl: null, passages: 'What was heard.' });
  });
});

describe('an episode with two transcripts', () => {
  const isDown: GuardedFetch = async () => refused(503);
  beforeEach(nameBoth);

  it.each([
    ['the best', FIRST, 'The server answered 503.'],
    ['the other', SECOND, 'The transcript has no times, and times are never inferred.'],
  ])('is tried again where %s may yet come, with the reason of the best', async (_which, down, reason) => {
    const other = down === FIRST ? SECOND : FIRST;
    source.put(other, 'words without times');
    const fetchGuarded: GuardedFetch = (url, wanted) =>
      url === down ? isDown(url) : source.fetchGuarded(url, wanted);
    await drain(services, tools(fetchGuarded), [], () => undefined);
    expect(await standing()).toEqual({ state: 'pending', attempts: 1, reason, isPutOff: true });
  });
});

describe('a transcript that takes too long to read', () => {
  const late = async () => {
    throw new Error('Reading the episode took longer than 300 seconds.');
  };
  const apart = (slow: string) => ({
    parse: async (bytes: Uint8Array, from: TranscriptSource) =>
      from.url === slow ? late() : parseTranscript(bytes, from),
    sketch: async () => [],
  });

  it('puts its episode off with that reason', async () => {
    await drain(services, { ...tools(), apart: apart(FIRST) }, [], () => undefined);
    const reason = 'Reading the episode took longer than 300 seconds.';
    expect(await standing()).toEqual({ state: 'pending', attempts: 1, reason, isPutOff: true });
  });

  it('gives way to the other one that the feed names', async () => {
    await nameBoth();
    await drain(services, { ...tools(), apart: apart(FIRST) }, [], () => undefined);
    expect(await stored()).toEqual(theSecond);
  });
});

describe('an episode that is analysed when the worker is told to end', () => {
  it('is left as it was, with no failure counted', async () => {
    await drain(services, tools(), [], () => undefined);
    await markForAnalysis(services.db, await episodeId());
    const ending = new AbortController();
    const stopped = tools(source.fetchGuarded, async () => {
      ending.abort();
      throw new Error('The extraction thread ended.');
    });
    const before = await services.db.rows(sql`SELECT * FROM episode`);
    const report = await processEpisode(services, { ...stopped, ending: ending.signal }, await episodeId());
    expect(report).toEqual({ result: 'paused', reason: 'The worker was told to end.' });
    expect(await services.db.rows(sql`SELECT * FROM episode`)).toEqual(before);
  });
});

describe('an episode whose transcript is being fetched when the worker is told to end', () => {
  it('is left as it was, with no failure counted', async () => {
    const ending = new AbortController();
    const hanging: GuardedFetch = async (_url, wanted) => {
      setImmediate(() => ending.abort());
      await new Promise((done) => wanted!.signal!.addEventListener('abort', done));
      return { ...refused(0), kind: 'aborted', reason: 'The fetch was called off.' };
    };
    const before = await services.db.rows(sql`SELECT * FROM episode`);
    const fetchGuarded: GuardedFetch = (url, wanted) => hanging(url, { ...wanted, signal: ending.signal });
    const report = await processEpisode(
      services,
      { ...tools(fetchGuarded), ending: ending.signal },
      String(before[0]!.id),
    );
    expect(report).toEqual({ result: 'paused', reason: 'The worker was told to end.' });
    expect(await services.db.rows(sql`SELECT * FROM episode`)).toEqual(before);
  });
});
