import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { meaningOf, nearest, similarities } from '#server/features/meaning/find.ts';
import { encodedShare } from '#server/features/meaning/store.ts';
import { sql } from '#server/platform/db.ts';
import { shareEncoderFailingAt, shareEncoderOf, shareNoEncoder } from '#server/testing/reading/encoder.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';
import { encodeWaiting, scopeOf } from './encode.ts';

const MATTERS = [
  ['custom chips', 'made in-house'],
  ['float', 'patience'],
];

describe('encoding what was published', () => {
  let services: TestServices;
  let seed: Awaited<ReturnType<typeof seedCorpus>>;

  const opened: TestServices[] = [];
  beforeEach(async () => {
    services = await testServices({ EARMARK_ENCODER: 'on' });
    opened.push(services);
    seed = await seedCorpus(services);
    shareEncoderOf(MATTERS);
    await services.db.run(sql`
      INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", text)
      VALUES (${seed.episodes.alphaToday.id}::uuid, 0, 60, 'They have their chips made in-house now.')`);
  });
  afterAll(() => Promise.all(opened.map((one) => one.close())));

  const found = async (text: string, kind: 'idea' | 'passage' = 'idea') => {
    const meaning = await meaningOf(services, text);
    return (await nearest(services, kind, meaning, { least: 0.5, most: 10 })).map(({ id }) => id);
  };

  it('leaves everything waiting without an encoder, and finds nothing by meaning', async () => {
    shareNoEncoder();
    expect(await encodeWaiting(services)).toBe(0);
    expect(await encodedShare(services.db)).toEqual({ encoded: 0, waiting: 6 });
    expect(await found('who has chips made in-house?')).toEqual([]);
  });

  it('gives every idea and passage a vector, once', async () => {
    expect(await encodeWaiting(services)).toBe(6);
    expect(await encodeWaiting(services)).toBe(0);
    expect(await encodedShare(services.db)).toEqual({ encoded: 6, waiting: 0 });
  });

  it('lets them be found by what they mean, in other words', async () => {
    await encodeWaiting(services);
    expect(await found('chips made in-house')).toEqual([seed.ideas.nvdaDoubt.id]);
    expect(await found('custom chips of their own', 'passage')).toHaveLength(1);
    const meaning = await meaningOf(services, 'chips made in-house');
    const { nvdaDoubt, berkshire } = seed.ideas;
    const alike = await similarities(services.db, 'idea', meaning, [nvdaDoubt.id, berkshire.id]);
    expect(alike.get(nvdaDoubt.id)).toBeGreaterThan(0.9);
    expect(alike.get(berkshire.id)).toBeLessThan(0.1);
  });

  it('encodes an idea anew when its words are put right', async () => {
    await encodeWaiting(services);
    const { id } = seed.ideas.msftToday;
    await services.db.run(sql`UPDATE idea SET stance = 'BULLISH' WHERE id = ${id}::uuid`);
    expect((await encodedShare(services.db)).waiting).toBe(0);
    await services.db.run(
      sql`UPDATE idea SET headline = 'Microsoft turns to custom chips' WHERE id = ${id}::uuid`,
    );
    expect((await encodedShare(services.db)).waiting).toBe(1);
    expect(await encodeWaiting(services)).toBe(1);
    const meaning = await meaningOf(services, 'chips made in-house');
    expect((await similarities(services.db, 'idea', meaning, [id])).get(id)).toBeGreaterThan(0.9);
  });

  it('takes those of another encoder for none', async () => {
    await encodeWaiting(services);
    await services.db.run(sql`UPDATE idea_vector SET encoder = 'an earlier one'`);
    expect(await encodeWaiting(services)).toBe(5);
  });
});

describe('a text that cannot be encoded', () => {
  it('keeps no other from it, and is tried again by the next look through everything', async () => {
    const services = await testServices({ EARMARK_ENCODER: 'on' });
    await seedCorpus(services);
    shareEncoderFailingAt(MATTERS, 'custom chips');
    expect(await encodeWaiting(services)).toBe(4);
    expect(await encodedShare(services.db)).toEqual({ encoded: 4, waiting: 1 });
    shareEncoderOf(MATTERS);
    expect(await encodeWaiting(services)).toBe(1);
    await services.close();
  });
});

describe('what a sweep looks through', () => {
  const at = (hours: number) => new Date(Date.parse('2026-09-15T00:00:00Z') + hours * 3_600_000);
  const published = { lastIdeaAt: at(-2), lastPassage: 40, corrected: 0 };
  const last = { whole: at(0), published };

  it('is nothing where nothing was published since', () => {
    expect(scopeOf(last, published, at(0.5))).toBe('nothing');
  });
  it('is what was published since, and an hour before it', () => {
    const newer = { ...published, lastIdeaAt: at(0.4), lastPassage: 60 };
    expect(scopeOf(last, newer, at(0.5))).toEqual({ ideasFrom: at(-3), passagesAfter: 40 });
    expect(scopeOf(last, { ...published, lastPassage: 60 }, at(0.5))).not.toBe('nothing');
  });
  it('is all at first, after a correction, and once an hour', () => {
    expect(scopeOf(null, published, at(0))).toBeNull();
    expect(scopeOf(last, { ...published, corrected: 1 }, at(0.5))).toBeNull();
    expect(scopeOf(last, published, at(1))).toBeNull();
    expect(
      scopeOf({ whole: at(0), published: { ...published, lastIdeaAt: null } }, published, at(0)),
    ).toBeNull();
  });
});
