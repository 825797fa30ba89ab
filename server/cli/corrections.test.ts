import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertCorrection, listReports } from '#server/features/corrections/store.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { runCommand } from '#server/testing/command.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let ideaId: string;
let report: string;
beforeAll(async () => {
  services = await testServices();
  const episodeId = (await addEpisode(services, { showId: (await addShow(services)).id })).id;
  ideaId = (await addIdea(services, { episodeId, stance: 'BULLISH' })).id;
  const given = { ideaId, kind: 'stance' as const, text: 'They took no side.', contact: null, ip: '::1' };
  await insertCorrection(services.db, given, services.clock());
  report = (await listReports(services.db, 'waiting', 1))[0]!.id;
}, 120_000);
afterAll(() => services.close());

it('earmark correction accept --stance none withholds a wrong stance', async () => {
  const accept = ['correction', 'accept', report, '--note', 'Heard again.', '--stance'];
  expect(await runCommand(services, [...accept, 'NEUTRAL'])).not.toMatchObject({ code: 0 });
  expect(await runCommand(services, [...accept, 'none'])).toMatchObject({
    code: 0,
    data: { outcome: 'accepted', changed: ['stance'] },
  });
  const { key } = await accountWithKey(services);
  expect((await call(services, 'GET', `/v1/agent/ideas/${ideaId}`, { key })).body.stance).toBeNull();
});
