import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { drain } from '#server/ingest/drain.ts';
import { markForFetch } from '#server/ingest/episodes/store.ts';
import { hasSameVoices, labelOfPassage } from '#server/ingest/moderation/people/rules.ts';
import { admitPerson, withdrawPerson } from '#server/ingest/moderation/people/store.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import type { IngestTools } from '#server/ingest/tools.ts';
import { sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { captionsBy, FEED_URL, PUBLISHER, publisher } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const WORDS = Array.from({ length: 12 }, (_, i) => `Point ${i} of Ann is that margins grow.`);
const ANN = '<podcast:person role="guest">Ann Lee</podcast:person>';
const BOB = '<podcast:person role="host">Bob Baker</podcast:person>';

/** The transcript, in which the host and the guest have these labels. */
function transcribed(host: string, guest: string, welcome = 'Welcome.') {
  return captionsBy([host, welcome], ...WORDS.map((words) => [guest, words] as const), [
    host,
    'Thank you, that was all of it.',
  ]);
}

/** A show whose transcripts number the voices; the engine names them by the list of the feed, or by what is said. */
let services: TestServices;
let source: ReturnType<typeof publisher>;
let introduced: boolean;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  source = publisher();
  introduced = false;
  source.put(`${PUBLISHER}/a.vtt`, transcribed('SPEAKER_00', 'SPEAKER_01'));
  source.publish([{ guid: 'a', transcript: 'a.vtt', people: `${ANN}${BOB}` }]);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const tools: IngestTools = {
  fetchGuarded: (url, wanted) => source.fetchGuarded(url, wanted),
  extractor: {
    version: 'rules-9.0.0',
    extract: async ({ people }) => {
      const isKnown = introduced || people.some(({ name }) => name === 'Ann Lee');
      const names: Record<string, string> = isKnown ? { SPEAKER_01: 'Ann Lee' } : {};
      return { ideas: [], mentions: [], heldBack: [], adRanges: [], names };
    },
  },
  speech: null,
  close: async () => undefined,
};

async function read(): Promise<void> {
  const { id } = await addFeed(services.db, FEED_URL, services.clock());
  await drain(services, tools, [id], () => undefined);
}

/** Which tables hold the person's words, and whether the host's are there. */
async function held() {
  const row = await services.db.row(
    { transcripts: computed.int, passages: computed.int, hosts: computed.int },
    sql`
    SELECT (SELECT count(*)::int FROM transcript WHERE cues::text LIKE '%of Ann%') AS transcripts,
      (SELECT count(*)::int FROM passage WHERE text LIKE '%of Ann%') AS passages,
      (SELECT count(*)::int FROM transcript WHERE cues::text LIKE '%that was all of it%') AS hosts`,
  );
  return row!;
}

describe('a person whom the cast alone knows under a numbered label', () => {
  it('is withdrawn with the words under it, and with no others', async () => {
    await read();
    expect(await held()).toMatchObject({ transcripts: 1, hosts: 1 });
    await withdrawPerson(services.db, 'Ann Lee', services.clock());
    await drain(services, tools, [], () => undefined);
    expect(await held()).toEqual({ transcripts: 0, passages: 0, hosts: 1 });
  });

  const readAnew = async () => {
    const [episode] = await services.db.rows(pick(tables.episode, 'id'), sql`SELECT id FROM episode`);
    await markForFetch(services.db, episode!.id);
    await drain(services, tools, [], () => undefined);
  };

  it('leaves no words in the transcript when it is fetched anew, as it was or put right, until they are admitted', async () => {
    await read();
    await withdrawPerson(services.db, 'Ann Lee', services.clock());
    await readAnew();
    expect(await held()).toEqual({ transcripts: 0, passages: 0, hosts: 1 });
    source.put(`${PUBLISHER}/a.vtt`, transcribed('SPEAKER_00', 'SPEAKER_01', 'Welcome all.'));
    await readAnew();
    await readAnew();
    expect(await held()).toEqual({ transcripts: 0, passages: 0, hosts: 1 });
    await admitPerson(services.db, 'Ann Lee');
    await readAnew();
    expect(await held()).toMatchObject({ transcripts: 1, hosts: 1 });
  });

  it('takes no words of others whom the transcript calls by that number since', async () => {
    await read();
    await withdrawPerson(services.db, 'Ann Lee', services.clock());
    source.put(`${PUBLISHER}/a.vtt`, transcribed('SPEAKER_01', 'SPEAKER_00'));
    await readAnew();
    expect(await held()).toMatchObject({ hosts: 1 });
  });

  it('leaves no words in a transcript that is fetched anew after it introduced them', async () => {
    introduced = true;
    await withdrawPerson(services.db, 'Ann Lee', services.clock(), { inAdvance: true });
    await read();
    introduced = false;
    await readAnew();
    expect(await held()).toEqual({ transcripts: 0, passages: 0, hosts: 1 });
  });

  it('leaves no words in a transcript that comes after and introduces them', async () => {
    introduced = true;
    await withdrawPerson(services.db, 'Ann Lee', services.clock(), { inAdvance: true });
    await read();
    expect(await held()).toEqual({ transcripts: 0, passages: 0, hosts: 1 });
  });
});

describe('the voices of a transcript that is fetched anew', () => {
  const said = (speaker: string, text: string) => ({ start: 0, end: 1, speaker, text });
  const HOST = 'Welcome back to the show, we talk of margins. What do you make of the new foundry?';
  const former = [said('S0', HOST), said('S2', 'I would rather wait for the figures of spring.')];

  it('are the same where cues are cut and set otherwise', () => {
    const [first, second] = HOST.split('. ');
    const cut = [said('S0', `${first}.`), said('S0', second!), said('S2', 'i would rather wait')];
    const rest = said('S2', 'for the figures of spring');
    expect(hasSameVoices([...cut, rest], former, ['S1'])).toBe(true);
  });

  it('are others where one of them speaks under the label of who was withdrawn, whoever keeps theirs', () => {
    const swapped = [said('S0', HOST), said('S1', 'I would rather wait for the figures of spring.')];
    expect(hasSameVoices(swapped, former, ['S1'])).toBe(false);
  });

  it('are others where one of them speaks under a new label', () => {
    const moved = [said('S0', HOST), said('S3', 'I would rather wait for the figures of spring.')];
    expect(hasSameVoices(moved, former, ['S1'])).toBe(false);
  });
});

describe('the label of a passage', () => {
  const cue = (start: number, speaker: string | null, text: string) => ({
    start,
    end: start + 10,
    speaker,
    text,
  });

  it('is that of its words, not of what others throw in or say beside it', () => {
    const cues = [
      cue(0, 'A', 'Right.'),
      cue(10, 'B', 'Right. Margins  grow and grow.'),
      cue(20, 'A', 'Right.'),
      cue(30, 'B', 'So I hold.'),
      cue(40, 'A', 'Thank you for that.'),
    ];
    const passage = { startSeconds: 10, endSeconds: 40, text: 'Right. Margins grow and grow. So I hold.' };
    expect(labelOfPassage(cues, passage)).toBe('B');
  });

  it('is that of a paragraph of which it is a part', () => {
    const cues = [cue(0, 'A', 'Hello.'), cue(10, 'B', 'First part. Second part.')];
    expect(labelOfPassage(cues, { startSeconds: 10, endSeconds: 20, text: 'Second part.' })).toBe('B');
  });

  it('is none where the transcript says something else by now, whatever somebody throws in', () => {
    const passage = { startSeconds: 0, endSeconds: 10, text: 'Right. Margins grow and grow.' };
    expect(labelOfPassage([cue(0, 'A', 'Right.'), cue(5, 'B', 'Margins are growing.')], passage)).toBeNull();
    expect(
      labelOfPassage([cue(0, 'A', 'Hello.')], { startSeconds: 0, endSeconds: 10, text: 'Bye.' }),
    ).toBeNull();
  });
});
