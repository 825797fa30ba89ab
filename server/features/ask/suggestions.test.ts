import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exampleQuestions, suggestQuestions } from '#server/features/ask/suggestions.ts';
import type { Db } from '#server/platform/db.ts';
import { setHidden } from '#server/testing/corpus.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let corpus: Awaited<ReturnType<typeof seedCorpus>>;
beforeAll(async () => {
  services = await testServices();
  corpus = await seedCorpus(services);
});
afterAll(() => services.close());

/** The database, which counts what it is asked; with `hungUp` it fails, once that is so, at all but the first. */
function counting(hungUp?: Promise<void>) {
  const told = { statements: 0, answered: 0 };
  const rows = (async (...given: Parameters<Db['rows']>) => {
    told.statements += 1;
    if (hungUp && told.statements > 1) {
      await hungUp;
      throw new DOMException('gone', 'AbortError');
    }
    const found = await services.db.rows(...given);
    told.answered += 1;
    return found;
  }) as Db['rows'];
  return Object.assign(told, { db: { ...services.db, rows } });
}

const suggest = (db: Db) => suggestQuestions(null, null, { services, db, now: services.clock() });

it('looks at evidence once a minute, and leaves out at once what was hidden', async () => {
  const [first, second] = [counting(), counting()];
  const questions = await suggest(first.db);
  expect(questions.length).toBeGreaterThan(0);
  expect(await suggest(second.db)).toEqual(questions);
  expect(second.statements).toBeLessThan(first.statements);
  services.setNow('2026-09-15T12:01:00Z');
  const third = counting();
  await suggest(third.db);
  expect(third.statements).toBe(first.statements);
  const all = Object.values(corpus.ideas).map(({ id }) => id);
  await setHidden(services, 'idea', all, true);
  expect(await suggest(services.db)).toEqual([]);
  await setHidden(services, 'idea', all, false);
});

it('gives a page no examples while they take too long to find', async () => {
  services.setNow('2026-09-15T12:30:00Z');
  const hungUp = Promise.withResolvers<void>();
  const slow = counting(hungUp.promise);
  expect(await exampleQuestions({ services, db: slow.db, now: services.clock() }, 1)).toEqual([]);
  hungUp.resolve();
});

it('does not fail for one whose look another began, who hung up', async () => {
  services.setNow('2026-09-15T13:00:00Z');
  const hungUp = Promise.withResolvers<void>();
  const [first, second] = [counting(hungUp.promise), counting()];
  const gone = suggest(first.db);
  gone.catch(() => undefined);
  await expect.poll(() => first.statements).toBeGreaterThan(1);
  const waiting = suggest(second.db);
  // It knows what is spoken of, and waits for what the first began.
  await expect.poll(() => second.answered).toBe(1);
  await setImmediate();
  expect(second.statements).toBe(1);
  hungUp.resolve();
  await expect(gone).rejects.toThrow('gone');
  expect((await waiting).length).toBeGreaterThan(0);
});
