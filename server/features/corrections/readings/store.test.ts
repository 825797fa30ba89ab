import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pageCaller } from '#server/edges/pages.ts';
import { decide } from '#server/features/corrections/review.ts';
import type { Change } from '#server/features/corrections/rules.ts';
import { insertCorrection, listReports } from '#server/features/corrections/store.ts';
import { withdrawPerson } from '#server/ingest/moderation/people/store.ts';
import { setIdeaHidden } from '#server/ingest/moderation/store.ts';
import { listOutbox } from '#server/platform/mail.ts';
import { shareServices } from '#server/platform/services.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const WORDS = { quote: 'It pays for traffic.', quoteStartSeconds: 90, quoteEndSeconds: 96 };
const said = {
  ...WORDS,
  tickers: ['SBUX'],
  stance: 'BEARISH',
  direction: 'bearish',
  timestampSeconds: 90,
} as const;

let services: TestServices;
let key: string;
let showId: string;
beforeAll(async () => {
  services = await testServices();
  shareServices(services);
  ({ key } = await accountWithKey(services, { plan: 'premium' }));
  showId = (await addShow(services)).id;
});
afterAll(() => services.close());

/** The idea as it was first read, and the one that replaced it. */
let first: string;
let standing: string;
beforeEach(async () => {
  const { id: episodeId } = await addEpisode(services, { showId });
  const supersededAt = services.clock();
  first = (await addIdea(services, { ...said, episodeId, supersededAt, speakerName: 'Sven Holm' })).id;
  standing = (await addIdea(services, { ...said, episodeId })).id;
});

const status = async (id: string) => (await call(services, 'GET', `/v1/agent/ideas/${id}`, { key })).status;
const statuses = () => Promise.all([first, standing].map(status));
const hide = (id: string, hidden: boolean) => setIdeaHidden(services.db, id, hidden, services.clock());
const page = async (id: string) => (await pageCaller(null, '10.1.1.1')).pages.idea({ id });

async function accepted(change: Change) {
  const given = {
    ideaId: first,
    kind: 'stance',
    text: 'No side.',
    contact: 'r@example.org',
    ip: '',
  } as const;
  await insertCorrection(services.db, given, services.clock());
  const report = (await listReports(services.db, 'waiting', 1))[0]!;
  const decision = {
    outcome: 'accepted',
    note: 'Heard again.',
    amendment: { ideaId: standing, change },
  } as const;
  expect(await decide(services, report, decision)).toMatchObject({ kind: 'done' });
}

describe('the earlier reading of an idea', () => {
  it('is hidden with it and shown again with it', async () => {
    await hide(standing, true);
    expect(await statuses()).toEqual([404, 404]);
    await hide(standing, false);
    expect(await statuses()).toEqual([200, 200]);
  });

  it('stays hidden where it was hidden by itself, before or after', async () => {
    await hide(first, true);
    await hide(standing, true);
    await hide(standing, false);
    expect(await statuses()).toEqual([404, 200]);
    await hide(first, false);
    await hide(standing, true);
    await hide(first, true);
    await hide(standing, false);
    expect(await statuses()).toEqual([404, 200]);
  });

  it('is withdrawn with it by a correction', async () => {
    await accepted({ hide: true });
    expect(await statuses()).toEqual([404, 404]);
  });

  it('is withdrawn with it when its speaker is', async () => {
    const { id: episodeId } = await addEpisode(services, { showId });
    const unnamed = await addIdea(services, { ...said, episodeId, supersededAt: services.clock() });
    await addIdea(services, { ...said, episodeId, speakerName: 'Olav Brandt' });
    await withdrawPerson(services.db, 'Olav Brandt', services.clock());
    expect(await status(unnamed.id)).toBe(404);
  });

  it('is corrected with it, says so on its page, and leads to the one that stands', async () => {
    await accepted({ stance: null });
    const { body } = await call(services, 'GET', `/v1/agent/ideas/${first}`, { key });
    expect(body).toMatchObject({ stance: null, superseded: true });
    const { corrections, standing: leadsTo } = await page(first);
    expect(corrections).toMatchObject([{ note: 'Heard again.', changed: ['stance'] }]);
    expect(leadsTo).toBe(standing);
    expect((await page(standing)).standing).toBeNull();
  });

  it('is not linked in the mail to who reported it: the corrected idea is', async () => {
    await accepted({ stance: null });
    const mails = (await listOutbox(services.db)).map(({ text }) => text).join();
    expect(mails).toContain(`its page says so: http://earmark.test/ideas/${standing}`);
    expect(mails).not.toContain(first);
  });
});
