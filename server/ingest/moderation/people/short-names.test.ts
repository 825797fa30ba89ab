import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { drain } from '#server/ingest/drain.ts';
import { admitPerson, withdrawPerson } from '#server/ingest/moderation/people/store.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import type { IngestTools } from '#server/ingest/tools.ts';
import { sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { accountWithKey } from '#server/testing/api.ts';
import { waitingForLocks } from '#server/testing/database/locks.ts';
import { captionsBy, FEED_URL, PUBLISHER, publisher } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** A show whose transcripts label people by first name, while its feed lists them in full. */
let services: TestServices;
let source: ReturnType<typeof publisher>;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  source = publisher();
  for (const guid of ['a', 'b'])
    source.put(`${PUBLISHER}/${guid}.vtt`, captionsBy(['Bob', 'Welcome.'], ['Ann', `Words of ${guid}.`]));
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const ANN = '<podcast:person role="guest">Ann Lee</podcast:person>';
const BOB = '<podcast:person role="host">Bob Baker</podcast:person>';
/** Names the voice under the label as the engine does: by the list of the feed. */
const tools: IngestTools = {
  fetchGuarded: (url, wanted) => source.fetchGuarded(url, wanted),
  extractor: {
    version: 'rules-9.0.0',
    extract: async ({ people }) => ({
      ...{ ideas: [], mentions: [], heldBack: [], adRanges: [] },
      names: Object.fromEntries(people.map(({ name }) => [name.split(' ')[0]!, name])),
    }),
  },
  speech: null,
  close: async () => undefined,
};

/** Publishes these episodes and reads what waits. */
async function read(
  episodes: readonly { guid: string; transcript?: string; people?: string }[],
  used: IngestTools = tools,
): Promise<void> {
  source.publish(
    episodes.map(({ guid, transcript = `${guid}.vtt`, people = `${ANN}${BOB}` }) => ({
      guid,
      transcript,
      people,
    })),
  );
  const { id } = await addFeed(services.db, FEED_URL, services.clock());
  await drain(services, used, [id], () => undefined);
}

const withdraw = () => withdrawPerson(services.db, 'Ann Lee', services.clock());

/** What transcripts and passages hold of the person's words. */
async function heard(): Promise<string[]> {
  const rows = await services.db.rows(
    { text: computed.text },
    sql`
    SELECT DISTINCT words[1] AS text FROM (SELECT cues::text AS text FROM transcript UNION ALL SELECT text FROM passage) AS held,
      regexp_matches(text, 'Words of \\w', 'g') AS words ORDER BY 1`,
  );
  return rows.map(({ text }) => text);
}

describe('a person whom transcripts label by first name', () => {
  it('is withdrawn with the words under that label', async () => {
    await read([{ guid: 'a' }]);
    expect(await heard()).toEqual(['Words of a']);
    expect(await withdraw()).toMatchObject({ episodes: 1 });
    await drain(services, tools, [], () => undefined);
    expect(await heard()).toEqual([]);
  });

  it('stays withdrawn in an episode that comes after', async () => {
    await read([{ guid: 'a' }]);
    await withdraw();
    await read([{ guid: 'a' }, { guid: 'b' }]);
    expect(await heard()).toEqual([]);
  });

  it('stays withdrawn when the feed lists them no more and names another transcript', async () => {
    await read([{ guid: 'a' }]);
    await withdraw();
    await read([{ guid: 'a', transcript: 'b.vtt', people: BOB }]);
    expect(await heard()).toEqual([]);
  });

  it('is heard again in what comes after they are admitted', async () => {
    await read([{ guid: 'a' }]);
    await withdraw();
    await admitPerson(services.db, 'Ann Lee');
    await read([{ guid: 'a' }, { guid: 'b' }]);
    expect(await heard()).toEqual(['Words of b']);
  });

  it('leaves the words of somebody else under that label where the feed does not list them', async () => {
    await read([{ guid: 'a', people: BOB }, { guid: 'b' }]);
    await withdraw();
    expect(await heard()).toEqual(['Words of a']);
  });
});

describe('a transcript that is stored while a person is withdrawn', () => {
  it('has none of their words', async () => {
    source.put(`${PUBLISHER}/a.vtt`, captionsBy(['Bob Baker', 'Welcome.'], ['Ann Lee', 'Words of a.']));
    let storing: Promise<void> = Promise.resolve();
    await read([]);
    await services.db.transaction(async (tx) => {
      source.publish([{ guid: 'a', transcript: 'a.vtt' }]);
      const { id } = await addFeed(services.db, FEED_URL, services.clock());
      const read = new Promise<void>((fetched) => {
        const fetchGuarded: IngestTools['fetchGuarded'] = async (url, wanted) => {
          if (url.endsWith('.vtt')) {
            await withdrawPerson(tx, 'Ann Lee', services.clock(), { inAdvance: true });
            fetched();
          }
          return source.fetchGuarded(url, wanted);
        };
        storing = drain(services, { ...tools, fetchGuarded }, [id], () => undefined).then(() => undefined);
      });
      await read;
      await waitingForLocks(services, 1);
    });
    await storing;
    expect(await heard()).toEqual([]);
  });
});

it('takes kept answers out that cite them in a window without a name, and none that cites another there after them', async () => {
  source.put(
    `${PUBLISHER}/c.vtt`,
    captionsBy(
      ['Bob', 'Welcome.'],
      ['Ann', 'Words of c that go on for a while.'],
      ['Bob', 'Thanks for that.'],
    ),
  );
  await read([{ guid: 'c' }]);
  const { accountId } = await accountWithKey(services);
  const answered = async (text: string, second: number) => {
    await services.db.run(sql`
      WITH begun AS (INSERT INTO conversation ("accountId", title) VALUES (${accountId}::uuid, ${text}) RETURNING id)
      INSERT INTO message ("conversationId", kind, text, answer) SELECT begun.id, 'answer', ${text},
        jsonb_build_object('citations', jsonb_build_array(jsonb_build_object(
          'episodeId', (SELECT id FROM episode WHERE guid = 'c'), 'timestampSeconds', ${second}::int, 'ideaId', NULL))) FROM begun`);
  };
  await answered('What she said [1].', 10);
  await answered('What he said after her [1].', 20);
  expect(await withdraw()).toMatchObject({ answers: 1 });
  const kept = await services.db.rows(
    pick(tables.message, 'text'),
    sql`SELECT text FROM message ORDER BY text`,
  );
  expect(kept.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^This answer told of somebody whose words were taken out/),
    'What he said after her [1].',
  ]);
});
