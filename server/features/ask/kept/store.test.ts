import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findViewer, pageCaller } from '#server/edges/pages.ts';
import { NO_LONGER_SHOWN } from '#server/features/ask/kept/rules.ts';
import { insertCorrection, reviewReport } from '#server/features/corrections/store.ts';
import { setShowRights } from '#server/features/owners/rights/store.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { shareServices } from '#server/platform/services.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { setHidden } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
const opened: TestServices[] = [];
beforeEach(async () => {
  services = await testServices();
  opened.push(services);
  shareServices(services);
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

/** Somebody who was answered from one idea, and how the page and the export show that answer. */
async function answered() {
  const corpus = await seedCorpus(services);
  const { key, accountId } = await accountWithKey(services);
  const question = { question: 'What is said about Berkshire?' };
  const { body } = await call(services, 'POST', '/v1/agent/ask', { key, body: question });
  const { berkshire } = corpus.ideas;
  const caller = async () => pageCaller(await findViewer(accountId), '127.0.0.1');
  const onPage = async () => {
    const { conversationId } = body;
    return (await (await caller()).ask.getConversation({ conversationId })).messages[1]!;
  };
  const exported = async () => JSON.stringify(await (await caller()).settings.exportData());
  return { berkshire, answer: body, onPage, exported };
}

describe('a kept answer whose idea was hidden', () => {
  it('tells nothing of it, and all of it once the idea is shown again', async () => {
    const { berkshire, answer, onPage } = await answered();
    expect((await onPage()).answer).toEqual(answer);
    await setHidden(services, 'idea', [berkshire.id], true);
    expect(await onPage()).toMatchObject({
      text: NO_LONGER_SHOWN,
      answer: { answer: null, citations: [], message: NO_LONGER_SHOWN },
    });
    await setHidden(services, 'idea', [berkshire.id], false);
    expect((await onPage()).answer).toEqual(answer);
  });

  it.each(['episode', 'show'] as const)('by its %s tells nothing of it either', async (kind) => {
    const { berkshire, onPage } = await answered();
    const idea = (await services.db.row(
      pick(tables.idea, 'showId', 'episodeId'),
      sql`SELECT "showId", "episodeId" FROM idea WHERE id = ${berkshire.id}::uuid`,
    ))!;
    await setHidden(services, kind, [kind === 'show' ? idea.showId : idea.episodeId], true);
    expect((await onPage()).text).toBe(NO_LONGER_SHOWN);
  });

  it('is not in the export either', async () => {
    const { berkshire, answer, exported } = await answered();
    const { ideaHeadline } = answer.citations[0];
    expect(await exported()).toContain(ideaHeadline);
    await setHidden(services, 'idea', [berkshire.id], true);
    expect(await exported()).not.toContain(ideaHeadline);
  });
});

it('a kept refusal offers no question that names a show hidden since', async () => {
  await seedCorpus(services);
  const { key, accountId } = await accountWithKey(services);
  const ask = { question: 'Should I buy Nvidia?' };
  const { body } = await call(services, 'POST', '/v1/agent/ask', { key, body: ask });
  const show = (await services.db.row(
    pick(tables.show, 'id', 'name'),
    sql`SELECT id, name FROM show ORDER BY name LIMIT 1`,
  ))!;
  const offered = [`What did ${show.name} say about Uber?`];
  await services.db.run(
    sql`UPDATE message SET answer = answer || ${JSON.stringify({ suggestions: offered })}::jsonb WHERE kind = 'answer'`,
  );
  const suggested = async () => {
    const caller = await pageCaller(await findViewer(accountId), '127.0.0.1');
    const { messages } = await caller.ask.getConversation({ conversationId: body.conversationId });
    return messages[1]!.answer!.suggestions;
  };
  expect(await suggested()).toEqual(offered);
  await setHidden(services, 'show', [show.id], true);
  expect(await suggested()).toEqual([]);
});

describe('a kept answer whose show lets less be quoted since', () => {
  it.each([{ quoteChars: 50 }, { mediaEnabled: false }])(
    'tells nothing until the show allows as much as before: %j',
    async (less) => {
      const { berkshire, answer, onPage, exported } = await answered();
      const { showId } = (await services.db.row(
        pick(tables.idea, 'showId'),
        sql`SELECT "showId" FROM idea WHERE id = ${berkshire.id}::uuid`,
      ))!;
      const allow = (rights: { quoteChars?: number; mediaEnabled?: boolean }, minutes: number) =>
        setShowRights(
          services.db,
          showId,
          rights,
          'operator',
          new Date(services.clock().getTime() + minutes * 60_000),
        );
      await allow({ quoteChars: 300 }, 1);
      expect((await onPage()).answer).toEqual(answer);
      await allow(less, 2);
      expect(await onPage()).toMatchObject({
        text: NO_LONGER_SHOWN,
        answer: { answer: null, citations: [] },
      });
      expect(await exported()).not.toContain(answer.citations[0].ideaHeadline);
      await allow({ quoteChars: 280, mediaEnabled: true }, 3);
      expect((await onPage()).answer).toEqual(answer);
    },
  );
});

it('marks a citation whose idea was corrected after a kept answer', async () => {
  const { berkshire, onPage } = await answered();
  expect((await onPage()).correctedSince).toEqual([]);
  const now = new Date(services.clock().getTime() + 60_000);
  services.setNow(now);
  const report = { ideaId: berkshire.id, kind: 'speaker', text: 'Another person.', contact: null, ip: '' };
  await insertCorrection(services.db, report as Parameters<typeof insertCorrection>[1], now);
  const { id } = (await services.db.row(pick(tables.correction, 'id'), sql`SELECT id FROM correction`))!;
  await reviewReport(services.db, {
    reportId: id,
    outcome: 'accepted',
    note: '',
    now,
    amendment: {
      ideaId: berkshire.id,
      change: { speaker: { name: 'Dana Reyes', title: null, role: 'guest' }, keepWords: true },
    },
  });
  expect((await onPage()).correctedSince).toEqual([1]);
});
