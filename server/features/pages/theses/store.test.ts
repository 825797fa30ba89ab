import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leadingStatements } from '#server/features/pages/theses/store.ts';
import { rebuildTheses } from '#server/features/theses/store.ts';
import { sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow, makeSample } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

/** The id of an idea on the subject; the same words, so that all state one thesis. */
async function said(subjectKey: string, given: { depth: number; sample: boolean }): Promise<string> {
  const show = await addShow(services);
  if (given.sample) await makeSample(services, show.id);
  const { id: episodeId } = await addEpisode(services, { showId: show.id });
  const subject = {
    subjectKind: 'ticker',
    subjectKey,
    subjectName: subjectKey,
    tickers: [subjectKey],
  } as const;
  const idea = await addIdea(services, {
    ...{ episodeId, ...subject, stance: 'BULLISH', discussionDepth: given.depth },
    statement: 'It earns more from each customer every year.',
  });
  return idea.id;
}

async function leads(subjectKey: string): Promise<readonly string[]> {
  await services.db.transaction((tx) =>
    rebuildTheses(tx, [{ kind: 'ticker', key: subjectKey }], services.clock()),
  );
  const theses = await services.db.rows(
    pick(tables.thesis, 'id'),
    sql`SELECT id FROM thesis WHERE "subjectKey" = ${subjectKey}`,
  );
  const found = await leadingStatements(
    services.db,
    theses.map(({ id }) => id),
  );
  return found.map(({ ideaId }) => ideaId);
}

describe('a thesis', () => {
  it('reads as its most fully argued statement', async () => {
    await said('MSFT', { depth: 2, sample: false });
    const fullest = await said('MSFT', { depth: 4, sample: false });
    expect(await leads('MSFT')).toEqual([fullest]);
  });

  it('reads as what was really said, however fully a fictional sample argues it', async () => {
    const real = await said('AMD', { depth: 2, sample: false });
    await said('AMD', { depth: 5, sample: true });
    expect(await leads('AMD')).toEqual([real]);
  });

  it('reads as a fictional sample’s words where no other show states it', async () => {
    const sample = await said('INTC', { depth: 2, sample: true });
    expect(await leads('INTC')).toEqual([sample]);
  });
});
