import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DepthPosition } from '#server/features/ideas/search/rules.ts';
import { type FoundIdea, searchIdeas } from '#server/features/ideas/search/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const NAMES = [
  'Ana Ruiz',
  'ana ruiz',
  'Ana  Ruiz',
  ' Ana Maria Ruiz',
  'Ruiz Ana',
  'Ana Ruizen',
  "Óscar O'Neill",
  'O.K. 100% _',
  'Ana',
];
const anyone = {
  ...{ text: null, symbol: null, showId: null, theme: null, stance: null, minDepth: 1 },
  ...{ from: null, until: null },
};

let services: TestServices;
const ideas: { readonly id: string; readonly name: string }[] = [];
beforeAll(async () => {
  services = await testServices();
  const show = await addShow(services);
  const { id: episodeId } = await addEpisode(services, { showId: show.id });
  for (const name of [...NAMES, ...NAMES.slice(0, 3)])
    ideas.push({ id: (await addIdea(services, { episodeId, speakerName: name })).id, name });
  await addIdea(services, { episodeId, speakerName: null });
});
afterAll(() => services.close());

const foundBy = async (person: string) =>
  (await searchIdeas(services.db, { ...anyone, person }, null, 50)).map(({ id }) => id).sort();

/** The same, told from each name by itself. */
const namedBy = (person: string) =>
  ideas
    .filter(({ name }) => ` ${name} `.toLowerCase().includes(` ${person} `.toLowerCase()))
    .map(({ id }) => id)
    .sort();

describe('a search by person', () => {
  it('finds the ideas under every name with its words, one after another and whole, in whatever case', async () => {
    const word = fc.constantFrom(
      'ana',
      'ANA',
      'ruiz',
      'Ruizen',
      'maria',
      "Óscar O'NEILL",
      '100%',
      '_',
      '',
      'nobody',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 3 }), async (words) => {
        expect(await foundBy(words.join(' '))).toEqual(namedBy(words.join(' ')));
      }),
      { numRuns: 200 },
    );
  });

  it('finds an idea under the name that it was corrected to, and no more under the one before', async () => {
    const { id, name } = ideas.find((idea) => idea.name === "Óscar O'Neill")!;
    await services.db.run(sql`UPDATE idea SET "speakerName" = 'Bea Moss' WHERE id = ${id}::uuid`);
    expect(await foundBy('moss')).toEqual([id]);
    expect(await foundBy(name)).toEqual([]);
    await services.db.run(sql`UPDATE idea SET "speakerName" = ${name} WHERE id = ${id}::uuid`);
    expect(await foundBy(name)).toEqual([id]);
  });

  it('keeps each name once that comes by itself', async () => {
    const { twice } = (await services.db.row(
      { twice: computed.int },
      sql`SELECT (count(*) - count(DISTINCT name))::int AS twice FROM speaker_name`,
    ))!;
    expect(twice).toBe(0);
  });

  it('knows the names of a record that was there before names were kept', async () => {
    const migration = await readFile('prisma/migrations/20261129130000_speaker_names/migration.sql', 'utf8');
    await services.db.run(sql`DELETE FROM speaker_name`);
    expect(await foundBy('ruiz')).toEqual([]);
    await services.db.pool.query(migration.slice(migration.indexOf('-- What there is already')));
    const names = await services.db.rows(
      pick(tables.speakerName, 'name'),
      sql`SELECT name FROM speaker_name`,
    );
    expect(names.map(({ name }) => name).sort()).toEqual([...NAMES].sort());
    expect(await foundBy('ruiz')).toEqual(namedBy('ruiz'));
  });

  it('finds an idea once where two that published at once each noted its name', async () => {
    await services.db.run(sql`INSERT INTO speaker_name (name) VALUES ('Ana Ruiz')`);
    expect(await foundBy('ruiz')).toEqual(namedBy('ruiz'));
  });

  it('gives pages of several names in one order', async () => {
    const pageOf = (after: DepthPosition | null, limit: number) =>
      searchIdeas(services.db, { ...anyone, person: 'ana' }, after, limit);
    const whole = (await pageOf(null, 50)).map(({ id }) => id);
    const paged: string[] = [];
    for (let after: DepthPosition | null = null; ; ) {
      const page: FoundIdea[] = await pageOf(after, 2);
      paged.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (!last) break;
      after = { depth: last.discussionDepth, publishedAt: last.publishedAt, id: last.id };
    }
    expect(paged).toEqual(whole);
    expect(whole).toHaveLength(namedBy('ana').length);
  });
});
