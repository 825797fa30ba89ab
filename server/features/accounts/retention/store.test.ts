import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetPast } from '#server/features/accounts/retention/store.ts';
import { upsertAccount } from '#server/features/accounts/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

it('lets go of what is past its time, and of nothing else', async () => {
  const { db, clock } = services;
  const now = clock();
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const show = await addShow(services);
  const episode = await addEpisode(services, { showId: show.id, publishedAt: now });
  const { id: idea } = await addIdea(services, { episodeId: episode.id });
  const { id } = await upsertAccount(db, 'ann@example.org', now);
  for (const days of [1, -1]) {
    await db.run(sql`INSERT INTO session VALUES (${`s${days}`}, ${id}::uuid, ${ago(days)})`);
    await db.run(sql`INSERT INTO verification_token VALUES ('ann@example.org', ${`t${days}`}, ${ago(days)})`);
  }
  for (const days of [31, 29])
    await db.run(sql`
      INSERT INTO corpus_key (email, "keyHash", "keyPrefix", env, ip, "createdAt")
      VALUES ('ann@example.org', decode(md5(${String(days)}::text), 'hex'), 'p', 'live', '203.0.113.5', ${ago(days)})`);
  for (const days of [401, 399]) {
    await db.run(
      sql`INSERT INTO idea_read VALUES (${id}::uuid, ${ago(days)}::date, ${idea}::uuid, ${ago(days)})`,
    );
    await db.run(sql`
      INSERT INTO ask_slot ("accountId", day, "takenAt", "leaseEndsAt") VALUES (${id}::uuid, ${ago(days)}::date, ${ago(days)}, ${ago(days)})`);
  }
  for (let run = 0; run < 2; run++) await forgetPast(db, now);
  const left = await db.row(
    {
      sessions: computed.int,
      links: computed.int,
      keys: computed.int,
      addresses: computed.int,
      reads: computed.int,
      asks: computed.int,
    },
    sql`
    SELECT (SELECT count(*)::int FROM session) AS sessions, (SELECT count(*)::int FROM verification_token) AS links,
      (SELECT count(*)::int FROM corpus_key) AS keys, (SELECT count(*)::int FROM corpus_key WHERE ip <> '') AS addresses,
      (SELECT count(*)::int FROM idea_read) AS reads, (SELECT count(*)::int FROM ask_slot) AS asks`,
  );
  expect(left).toEqual({ sessions: 1, links: 1, keys: 2, addresses: 1, reads: 1, asks: 1 });
});
