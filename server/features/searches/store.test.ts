import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SearchAsked, searchPath } from '#server/features/ideas/search/rules.ts';
import { listSearches, saveSearch } from '#server/features/searches/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import { accountWithKey } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

it('brings searches that were saved with a capital to the spelling by which they are found, each once', async () => {
  const { db } = services;
  const { accountId } = await accountWithKey(services);
  const save = (name: string, asked: SearchAsked) =>
    saveSearch(db, accountId, { name, path: searchPath(asked), asked }, services.clock());
  await save('theme', { q: 'Uranium', theme: 'Nuclear' });
  await save('first', { showId: 'All-In' });
  await save('second', { showId: 'ALL-IN' });
  await save('third', { showId: 'all-in' });
  await save('other', { q: 'show=Big', person: 'Ana Ruiz' });
  await db.run(sql`UPDATE saved_search SET alerts = false WHERE name = 'first'`);
  await db.run(
    sql`UPDATE saved_search SET "createdAt" = "createdAt" - interval '1 day' WHERE name = 'second'`,
  );
  const show = await addShow(services);
  const episode = await addEpisode(services, { showId: show.id });
  const idea = await addIdea(services, { episodeId: episode.id });
  await db.run(sql`
    INSERT INTO saved_search_match ("searchId", "ideaId", at)
    SELECT id, ${idea.id}::uuid, now() FROM saved_search WHERE name IN ('first', 'third')`);

  const migration = await readFile(
    'prisma/migrations/20261130160000_saved_search_spelling/migration.sql',
    'utf8',
  );
  const told = async () =>
    (await listSearches(db, accountId)).map(({ name, path, asked }) => ({ name, path, asked }));
  const spelled = [
    {
      name: 'other',
      path: '/search?q=show%3DBig&person=Ana+Ruiz',
      asked: { q: 'show=Big', person: 'Ana Ruiz' },
    },
    { name: 'second', path: '/search?show=all-in', asked: { showId: 'all-in' } },
    { name: 'theme', path: '/search?q=Uranium&theme=nuclear', asked: { q: 'Uranium', theme: 'nuclear' } },
  ];
  for (const _again of [1, 2]) {
    await db.pool.query(migration);
    expect(await told()).toEqual(spelled);
  }
  const matches = await db.rows(
    { name: computed.text },
    sql`
    SELECT s.name FROM saved_search_match m JOIN saved_search s ON s.id = m."searchId"`,
  );
  expect(matches).toEqual([{ name: 'second' }]);
});
