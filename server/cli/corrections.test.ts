import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertCorrection, listReports } from '#server/features/corrections/store.ts';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let ideaId: string;
let episodeId: string;
beforeAll(async () => {
  services = await testServices();
  episodeId = (await addEpisode(services, { showId: (await addShow(services)).id })).id;
  ideaId = (await addIdea(services, { episodeId, stance: 'BULLISH' })).id;
}, 120_000);
afterAll(() => services.close());

async function reported(kind: 'stance' | 'timestamp'): Promise<string> {
  const given = { ideaId, kind, text: 'That is not right.', contact: null, ip: '::1' };
  await insertCorrection(services.db, given, services.clock());
  return (await listReports(services.db, 'waiting', 1))[0]!.id;
}

it('earmark correction list --all lists the newest first, those that wait the oldest first', async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const report = async (text: string, day: number) => {
    await insertCorrection(services.db, { ideaId, kind: 'other', text, contact: null, ip: '::1' }, at(day));
  };
  for (const [text, day] of [
    ['first', 1],
    ['second', 2],
  ] as const)
    await report(text, day);
  await services.db.run(
    sql`UPDATE correction SET "reviewedAt" = ${at(3)}, outcome = 'declined' WHERE text = 'first'`,
  );
  await report('third', 4);
  const texts = async (...args: string[]) => {
    const { data } = await runCommand(services, ['correction', 'list', ...args]);
    return (data.corrections as { text: string }[]).map(({ text }) => text);
  };
  expect(await texts('--all')).toEqual(['third', 'second', 'first']);
  expect(await texts()).toEqual(['second', 'third']);
  await services.db.run(sql`DELETE FROM correction`);
});

it('earmark correction accept --stance none withholds a wrong stance', async () => {
  const accept = ['correction', 'accept', await reported('stance'), '--note', 'Heard again.', '--stance'];
  expect(await runCommand(services, [...accept, 'NEUTRAL'])).not.toMatchObject({ code: 0 });
  expect(await runCommand(services, [...accept, 'none'])).toMatchObject({
    code: 0,
    data: { outcome: 'accepted', changed: ['stance'] },
  });
  const { key } = await accountWithKey(services);
  expect((await call(services, 'GET', `/v1/agent/ideas/${ideaId}`, { key })).body.stance).toBeNull();
});

it('earmark correction accept --speaker with a blank name names nobody', async () => {
  const accept = ['correction', 'accept', await reported('stance'), '--note', 'Heard again.'];
  const blank = await runCommand(services, [...accept, '--speaker', ' ', '--speaker-role', 'guest']);
  expect(blank).toEqual({ code: 2, data: {}, stderr: 'Name the speaker with --speaker too.\n' });
});

describe('earmark correction accept --at', { timeout: 60_000 }, () => {
  let key: string;
  beforeAll(async () => {
    ({ key } = await accountWithKey(services, { plan: 'premium' }));
    // The quote is said from 10:05 to 10:18; its first words in the line that ends at 10:12.
    const cues = [
      [590, 605, 'Ann', 'Welcome back.'],
      [605, 612, 'Ann', 'The backlog is longer than the factory can build.'],
      [612, 618, 'Ann', 'That is a fact, not a feeling.'],
      [618, 1200.4, 'Ann', 'And so on.'],
    ];
    await services.db.run(sql`
      INSERT INTO transcript ("episodeId", type, "textHash", cues) VALUES (${episodeId}::uuid, 'vtt', '', ${JSON.stringify(cues)}::jsonb)`);
  });
  const accept = (...args: string[]) =>
    runCommand(services, ['correction', 'accept', ...args, '--note', 'Heard.']);
  /** Where each surface says that the idea is said. */
  const moments = async () => {
    const { body: idea } = await call(services, 'GET', `/v1/agent/ideas/${ideaId}`, { key });
    const { body: media } = await call(services, 'GET', `/v1/agent/ideas/${ideaId}/media`, { key });
    const heard = [media.startSeconds, media.endSeconds, media.timestamp];
    return { card: idea.timestampSeconds, listen: /t=(\d+)/.exec(idea.listenUrl)?.[1], heard };
  };

  it.each([
    ['99:99', 2, 'to 59 after a colon'],
    ['1:60:00', 2, 'to 59 after a colon'],
    ['20:01', 1, 'The transcript of this episode ends at 20:00.'],
    ['10:30', 1, 'The words of its quote are said at 10:05, not at 10:30'],
    ['10:12', 1, 'add --drop-quote'],
  ])('refuses %s and changes nothing', async (at, code, told) => {
    const before = await moments();
    expect(await accept(await reported('timestamp'), '--at', at)).toMatchObject({
      code,
      stderr: expect.stringContaining(told),
    });
    expect(await moments()).toEqual(before);
  });

  it('moves the idea and its quote to one moment, and the quote ends where it did', async () => {
    expect(await accept(await reported('timestamp'), '--at', '10:08')).toMatchObject({
      code: 0,
      data: { changed: ['moment'] },
    });
    expect(await moments()).toEqual({ card: 608, listen: '608', heard: [608, 618, '10:08'] });
  });

  it('moves the idea from where its quote is said without the quote', async () => {
    const run = await accept(await reported('timestamp'), '--at', '10:30', '--drop-quote');
    expect(run).toMatchObject({ code: 0, data: { changed: ['moment', 'quote'] } });
    expect(await moments()).toEqual({ card: 630, listen: '630', heard: [undefined, undefined, undefined] });
  });
});
