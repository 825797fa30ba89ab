import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admitPerson, withdrawnPeople, withdrawPerson } from '#server/ingest/moderation/people/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let key: string;
const idea: Record<string, string> = {};

beforeAll(async () => {
  services = await testServices();
  key = (await accountWithKey(services)).key;
  const show = await addShow(services);
  const episode = await addEpisode(services, { showId: show.id });
  for (const speakerName of ['Ann Archer', 'Bob Baker'])
    idea[speakerName] = (await addIdea(services, { episodeId: episode.id, speakerName })).id;
  const cues = [
    [0, 2, 'Ann Archer', 'I like it.'],
    [2, 4, 'Bob Baker', 'I do not.'],
    [4, 5, 'Ann Archer', 'Still.'],
  ];
  await services.db.run(sql`
    INSERT INTO transcript ("episodeId", type, "textHash", cues) VALUES (${episode.id}::uuid, 'vtt', 'h', ${JSON.stringify(cues)}::jsonb)`);
});
afterAll(() => services.close());

const status = async (id: string) => (await call(services, 'GET', `/v1/agent/ideas/${id}`, { key })).status;

describe('a person who is withdrawn', () => {
  it('is heard and named nowhere, others as before', async () => {
    expect(await withdrawPerson(services.db, ' ann ARCHER ', services.clock())).toBe(1);
    expect([await status(idea['Ann Archer']!), await status(idea['Bob Baker']!)]).toEqual([404, 200]);
    const { labels } = (await services.db.row(
      { labels: computed.text },
      sql`SELECT (SELECT string_agg(COALESCE(cue ->> 2, '-'), ', ' ORDER BY place) FROM jsonb_array_elements(cues) WITH ORDINALITY AS c (cue, place)) AS labels FROM transcript`,
    ))!;
    expect(labels).toBe('-, Bob Baker, -');
    expect(await services.db.rows(sql`SELECT 1 FROM idea WHERE "speakerName" ILIKE 'ann archer'`)).toEqual(
      [],
    );
  });

  it('stays withdrawn, once, until admitted again', async () => {
    expect(await withdrawPerson(services.db, 'Ann Archer', services.clock())).toBe(0);
    await withdrawPerson(services.db, "Cem O'Neill", services.clock());
    expect(await withdrawnPeople(services.db)).toEqual(new Set(['ann archer', "cem o'neill"]));
    expect(await admitPerson(services.db, 'ANN ARCHER')).toBe(true);
    expect(await admitPerson(services.db, 'Ann Archer')).toBe(false);
    expect(await withdrawnPeople(services.db)).toEqual(new Set(["cem o'neill"]));
  });
});
