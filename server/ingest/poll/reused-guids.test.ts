import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { FEED_URL, PUBLISHER, type PublishedEpisode, publisher } from '#server/testing/servers/publisher.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const opened: TestServices[] = [];
let services: TestServices;
let source: ReturnType<typeof publisher>;
let feedId: string;
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  source = publisher();
  feedId = (await addFeed(services.db, FEED_URL, services.clock())).id;
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** Polls the feed with these items; returns the stored episodes, oldest first, and what the poll reports. */
async function poll(...episodes: readonly PublishedEpisode[]) {
  source.publish(episodes);
  const report = await pollFeed(services, source.fetchGuarded, feedId);
  const stored = await services.db.rows(
    {
      ...pick(tables.episode, 'id', 'title', 'publishedAt', 'enclosureUrl'),
      transcripts: tables.episode.transcripts,
    },
    sql`SELECT id, title, "publishedAt", "enclosureUrl", transcripts FROM episode ORDER BY "publishedAt", title`,
  );
  return { report: report!, stored };
}

const item = (title: string, month: string, more: Partial<PublishedEpisode> = {}): PublishedEpisode => ({
  guid: 'latest',
  title,
  published: `Wed, 01 ${month} 2026 08:00:00 GMT`,
  enclosure: `${PUBLISHER}/${title}.mp3`,
  transcript: `${title}.vtt`,
  ...more,
});

describe('a guid that is given to another talk', () => {
  const [july, august, september] = [item('july', 'Jul'), item('august', 'Aug'), item('september', 'Sep')];

  it('makes a new episode with the date of that talk, and the former keeps what it has', async () => {
    const [former] = (await poll(july)).stored;
    const { report, stored } = await poll(august);
    expect(report).toMatchObject({ result: 'changed', added: 1 });
    expect(stored).toMatchObject([
      former!,
      { title: 'august', publishedAt: new Date('2026-08-01T08:00:00Z') },
    ]);
  });

  it('changes nothing when either is read again, and makes one more of a third', async () => {
    await poll(july);
    const { stored } = await poll(august);
    for (const again of [july, august, july]) expect((await poll(again)).stored).toEqual(stored);
    expect((await poll(september)).stored).toMatchObject([...stored, { title: 'september' }]);
  });

  it('takes corrections of the new one', async () => {
    await poll(july);
    const { stored } = await poll(august);
    const { stored: corrected } = await poll({ ...august, title: 'August, corrected' });
    expect(corrected).toEqual([stored[0], { ...stored[1], title: 'August, corrected' }]);
  });

  it('changes no episode that both stand in the feed make two of', async () => {
    await poll(july);
    const { stored } = await poll(august);
    expect((await poll(august, july)).stored).toEqual(stored);
    expect((await poll(august)).stored).toEqual(stored);
  });
});

describe.each([
  ['items with one guid and one enclosure', 'same'],
  ['items without a guid and with one enclosure', undefined],
])('%s', (_which, guid) => {
  const shared = { guid, enclosure: `${PUBLISHER}/same.mp3` } as PublishedEpisode;
  const [older, newer] = [item('older', 'Jul', shared), item('newer', 'Aug', shared)];

  it('are two episodes, and stay so in whatever order and number the feed lists them', async () => {
    const { report, stored } = await poll(newer, older);
    expect(report).toMatchObject({ added: 2, leftOut: 0 });
    expect(stored.map(({ title }) => title)).toEqual(['older', 'newer']);
    for (const listed of [[older, newer], [older], [newer], [newer, older]])
      expect((await poll(...listed)).stored).toEqual(stored);
  });

  it('are two where they have one title and other days and transcripts, and stay so', async () => {
    const same = { title: 'Market update' };
    const [one, two] = [
      { ...older, ...same },
      { ...newer, ...same },
    ];
    const [former] = (await poll(one)).stored;
    const { stored } = await poll(two, one);
    expect(stored).toMatchObject([former!, { ...same, publishedAt: new Date('2026-08-01T08:00:00Z') }]);
    for (const listed of [[one, two], [two], [two, one]])
      expect((await poll(...listed)).stored).toEqual(stored);
  });

  it('leave the one that was stored alone before where it was', async () => {
    const [former] = (await poll(older)).stored;
    expect((await poll(newer, older)).stored).toMatchObject([former!, { title: 'newer' }]);
  });

  it('are one where they say the same of themselves, and the poll says that one was left out', async () => {
    const { report, stored } = await poll(newer, newer);
    expect(stored).toHaveLength(1);
    expect(report).toMatchObject({ added: 1, leftOut: 1 });
  });
});
