import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { partSamples, rebuildTheses, refreshDormancy } from '#server/features/theses/store.ts';
import { updateTheses } from '#server/features/theses/update/store.ts';
import { sql } from '#server/platform/db.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow, makeSample, setHidden } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const NVDA = { kind: 'ticker', key: 'NVDA' } as const;
const AMD = { kind: 'ticker', key: 'AMD' } as const;

let services: TestServices;
let showId: string;
beforeAll(async () => {
  services = await testServices();
  showId = (await addShow(services)).id;
});
afterAll(() => services.close());
beforeEach(async () => {
  services.setNow('2026-09-15T12:00:00Z');
  await services.db.run(sql`TRUNCATE episode, thesis CASCADE`);
});

async function idea(
  publishedAt: string,
  given: { ticker?: string; stance?: 'BULLISH' | 'BEARISH'; show?: string } = {},
) {
  const episode = await addEpisode(services, { showId: given.show ?? showId, publishedAt });
  return addIdea(services, {
    episodeId: episode.id,
    thesis: 'Demand grows.',
    tickers: [given.ticker ?? 'NVDA'],
    stance: given.stance ?? 'BULLISH',
  });
}

function rebuild(...subjects: Parameters<typeof rebuildTheses>[1][number][]) {
  return services.db.transaction((tx) => rebuildTheses(tx, subjects, services.clock()));
}

const storedRow = {
  ...pick(tables.thesis, 'id', 'subjectKey', 'state'),
  statements: computed.int,
  transitions: computed.texts,
};
function stored() {
  return services.db.rows(
    storedRow,
    sql`
    SELECT t.id, t."subjectKey", t.state, (SELECT count(*) FROM thesis_statement s WHERE s."thesisId" = t.id) AS statements,
      ARRAY(SELECT "toState" FROM thesis_transition m WHERE m."thesisId" = t.id ORDER BY at) AS transitions
    FROM thesis t ORDER BY t."subjectKey"`,
  );
}

describe('partSamples', () => {
  it('parts what a fictional sample and a real show shared before, once', async () => {
    const sample = await addShow(services);
    await idea('2026-09-01T00:00:00Z');
    await idea('2026-09-02T00:00:00Z', { show: sample.id });
    await rebuild(NVDA);
    const shared = await stored();
    expect(shared).toMatchObject([{ statements: 2 }]);
    await makeSample(services, sample.id);
    expect(await partSamples(services.db, services.clock())).toBe(1);
    expect(await stored()).toMatchObject([{ statements: 1 }, { statements: 1 }]);
    expect((await stored()).map(({ id }) => id)).toContain(shared[0]!.id);
    expect(await partSamples(services.db, services.clock())).toBe(0);
  });
});

describe('rebuildTheses', () => {
  it('writes thesis, statements and transitions of the subjects given and of no other', async () => {
    await idea('2026-01-01T00:00:00Z');
    await idea('2026-09-01T00:00:00Z');
    await idea('2026-09-02T00:00:00Z', { ticker: 'AMD' });
    await rebuild(NVDA);
    expect(await stored()).toMatchObject([
      { subjectKey: 'NVDA', state: 'revived', statements: 2, transitions: ['dormant', 'revived'] },
    ]);
  });

  it('keeps the id and writes nothing when nothing changed', async () => {
    await idea('2026-09-01T00:00:00Z');
    await rebuild(NVDA);
    const versions = () =>
      services.db.rows(
        sql`SELECT t.id, t.xmin::text, s.xmin::text AS said FROM thesis t JOIN thesis_statement s ON s."thesisId" = t.id`,
      );
    const before = await versions();
    expect(before).toHaveLength(1);
    await rebuild(NVDA, NVDA);
    expect(await versions()).toEqual(before);
  });

  it('puts right the statements that stand otherwise, wherever their date lies, and writes no other', async () => {
    for (const day of ['01', '02', '03', '04', '05']) await idea(`2026-09-${day}T00:00:00Z`);
    await rebuild(NVDA);
    const told = () =>
      services.db.rows(
        sql`SELECT "ideaId", date, stance, depth, quote FROM thesis_statement ORDER BY date, "ideaId"`,
      );
    const versions = async () => {
      const rows = await services.db.rows(
        sql`SELECT "ideaId", xmin::text FROM thesis_statement ORDER BY date`,
      );
      return rows.map(({ xmin }) => xmin);
    };
    const [before, written] = [await told(), await versions()];
    const [first, second, third] = before.map(({ ideaId }) => ideaId as string);
    for (const change of [
      sql`UPDATE thesis_statement SET date = '2030-01-01' WHERE "ideaId" = ${first}::uuid`,
      sql`UPDATE thesis_statement SET stance = NULL WHERE "ideaId" = ${second}::uuid`,
      sql`DELETE FROM thesis_statement WHERE "ideaId" = ${third}::uuid`,
    ])
      await services.db.run(change);
    await rebuild(NVDA);
    expect(await told()).toEqual(before);
    const now = await versions();
    expect(now.map((version, i) => version === written[i])).toEqual([false, false, false, true, true]);
  });

  it('joins what was said before a listing, whichever of the two names it is told', async () => {
    const company = { kind: 'company', key: 'spacex' } as const;
    const ticker = { kind: 'ticker', key: 'SPCX' } as const;
    for (const [publishedAt, subject] of [
      ['2026-05-01T00:00:00Z', company],
      ['2026-07-01T00:00:00Z', ticker],
    ] as const) {
      const episode = await addEpisode(services, { showId, publishedAt });
      const { kind: subjectKind, key: subjectKey } = subject;
      const tickers = subject === ticker ? ['SPCX'] : [];
      await addIdea(services, {
        episodeId: episode.id,
        thesis: 'Demand grows.',
        tickers,
        subjectKind,
        subjectKey,
      });
    }
    await rebuild(company);
    const [thesis, ...others] = await stored();
    expect(thesis).toMatchObject({ subjectKey: 'SPCX', statements: 2 });
    expect(others).toEqual([]);
    await services.db.run(sql`UPDATE thesis SET "subjectKind" = 'company', "subjectKey" = 'spacex'`);
    await rebuild(ticker);
    expect(await stored()).toEqual([thesis]);
  });

  it('moves a thesis to the id that it has today, as soon as one more idea joins it', async () => {
    await idea('2026-09-01T00:00:00Z');
    await rebuild(NVDA);
    const [lasting] = await stored();
    await services.db.run(sql`UPDATE thesis SET id = gen_random_uuid()`);
    const { id } = await idea('2026-09-02T00:00:00Z');
    await services.db.transaction((tx) => updateTheses(tx, [id], services.clock()));
    expect(await stored()).toMatchObject([{ id: lasting!.id, statements: 2 }]);
  });

  it('forgets hidden and superseded ideas, and the thesis with its last one', async () => {
    const first = await idea('2026-09-01T00:00:00Z');
    const second = await idea('2026-09-02T00:00:00Z', { stance: 'BEARISH' });
    await rebuild(NVDA);
    expect(await stored()).toMatchObject([{ state: 'challenged', statements: 2 }]);
    await setHidden(services, 'idea', [second.id], true);
    await rebuild(NVDA);
    expect(await stored()).toMatchObject([{ state: 'first_heard', statements: 1, transitions: [] }]);
    await services.db.run(
      sql`UPDATE idea SET "supersededAt" = ${services.clock()} WHERE id = ${first.id}::uuid`,
    );
    await rebuild(NVDA);
    expect(await stored()).toEqual([]);
  });

  it('leaves a hidden show’s and a hidden episode’s ideas out', async () => {
    const other = await addShow(services);
    const muted = await addEpisode(services, { showId: other.id });
    await addIdea(services, { episodeId: muted.id });
    const episode = await addEpisode(services, { showId, hidden: true });
    await addIdea(services, { episodeId: episode.id });
    await setHidden(services, 'show', [other.id], true);
    await rebuild(NVDA);
    expect(await stored()).toEqual([]);
  });

  it('takes nothing at all', async () => {
    await rebuild();
    expect(await stored()).toEqual([]);
  });

  it('loses no statement when many transactions write the same subjects at once', async () => {
    const episodes = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        addEpisode(services, { showId, publishedAt: new Date(Date.UTC(2026, 8, 1 + i)) }),
      ),
    );
    await Promise.all(
      episodes.map((episode, i) =>
        services.db.transaction(async (tx) => {
          const onTx = { ...services, db: { ...services.db, ...tx } } as unknown as TestServices;
          for (const ticker of ['NVDA', 'AMD']) {
            await addIdea(onTx, { episodeId: episode.id, tickers: [ticker], thesis: 'Demand grows.' });
          }
          await rebuildTheses(tx, i % 2 ? [NVDA, AMD] : [AMD, NVDA], services.clock());
        }),
      ),
    );
    expect(await stored()).toMatchObject([
      { subjectKey: 'AMD', statements: 12 },
      { subjectKey: 'NVDA', statements: 12 },
    ]);
  });
});

describe('refreshDormancy', () => {
  it('writes down what fell dormant by the clock, once, as a rebuild would', async () => {
    const last = await idea('2026-09-01T00:00:00Z');
    await rebuild(NVDA);
    services.setNow('2026-10-30T23:59:59Z');
    expect(await refreshDormancy(services.db, services.clock())).toBe(0);
    services.setNow('2026-10-31T00:00:00Z');
    expect(await refreshDormancy(services.db, services.clock())).toBe(1);
    expect(await refreshDormancy(services.db, services.clock())).toBe(0);
    const moves = () =>
      services.db.rows(sql`SELECT at, "fromState", "toState", "ideaId" FROM thesis_transition`);
    const written = await moves();
    expect(written).toEqual([
      {
        at: new Date('2026-10-31T00:00:00Z'),
        fromState: 'first_heard',
        toState: 'dormant',
        ideaId: last.id,
      },
    ]);
    expect(await stored()).toMatchObject([{ state: 'dormant' }]);
    await rebuild(NVDA);
    expect(await moves()).toEqual(written);
  });
});
