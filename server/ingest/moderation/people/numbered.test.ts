import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { drain } from '#server/ingest/drain.ts';
import { markForFetch } from '#server/ingest/episodes/store.ts';
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

  it('is found under another number, and no words of others under the former one are taken', async () => {
    await read();
    await withdrawPerson(services.db, 'Ann Lee', services.clock());
    source.put(`${PUBLISHER}/a.vtt`, transcribed('SPEAKER_01', 'SPEAKER_00'));
    await readAnew();
    expect(await held()).toEqual({ transcripts: 0, passages: 0, hosts: 1 });
    source.put(`${PUBLISHER}/a.vtt`, transcribed('SPEAKER_00', 'SPEAKER_02'));
    await readAnew();
    await readAnew();
    expect(await held()).toEqual({ transcripts: 0, passages: 0, hosts: 1 });
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
