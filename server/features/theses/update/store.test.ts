import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdSubjects, rebuildTheses, refreshDormancy } from '#server/features/theses/store.ts';
import { updateTheses } from '#server/features/theses/update/store.ts';
import { forgetRepeats } from '#server/features/visibility/repeats/store.ts';
import { redateEpisodes } from '#server/ingest/poll/store.ts';
import { type Db, sql } from '#server/platform/db.ts';
import { pick, tables } from '#server/platform/rows.ts';
import { addEpisode, addIdea, addShow, type SeededEpisode } from '#server/testing/corpus.ts';
import { waitingForLocks } from '#server/testing/database/locks.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const SUBJECTS = ['NVDA', 'AMD'] as const;

let services: TestServices;
let showIds: string[];
beforeAll(async () => {
  services = await testServices();
  showIds = [(await addShow(services)).id, (await addShow(services)).id];
});
afterAll(() => services.close());

/** What may happen to a corpus. Numbers choose among what there is. */
type Step =
  | { readonly kind: 'publish'; readonly day: number; readonly show: number; readonly ideas: readonly Said[] }
  | { readonly kind: 'replace' | 'hideIdea' | 'hideEpisode' | 'repeat' | 'correct'; readonly at: number }
  | { readonly kind: 'move'; readonly at: number; readonly to: Filed }
  | { readonly kind: 'redate'; readonly at: number; readonly day: number }
  | { readonly kind: 'wait'; readonly days: number };
type Filed = Pick<Said, 'ticker' | 'other' | 'name'>;
type Said = {
  readonly stance: 'BULLISH' | 'BEARISH' | 'BALANCED' | null;
  readonly depth: number;
  readonly ticker: (typeof SUBJECTS)[number];
  readonly thesis: string;
  readonly other: string | null;
  readonly name: string;
};

const index = fc.nat({ max: 1000 });
// Few days, so that some are shared, and far enough apart for silences between them.
const day = fc.nat({ max: 12 }).map((n) => n * 25);
const said: fc.Arbitrary<Said> = fc.record({
  stance: fc.constantFrom('BULLISH', 'BULLISH', 'BEARISH', 'BALANCED', null),
  depth: fc.integer({ min: 1, max: 3 }),
  ticker: fc.constantFrom(...SUBJECTS),
  thesis: fc.constantFrom('Demand grows.', 'Demand grows.', 'Antitrust rulings threaten it.'),
  other: fc.constantFrom(null, 'TSM', 'AMD'),
  name: fc.constantFrom('The firm', 'The company'),
});
const publish = fc.record({
  kind: fc.constant('publish' as const),
  day,
  show: fc.nat({ max: 1 }),
  ideas: fc.array(said, { minLength: 1, maxLength: 3 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: publish },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'replace' as const,
        'hideIdea' as const,
        'hideEpisode' as const,
        'repeat' as const,
        'correct' as const,
      ),
      at: index,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), at: index, to: said }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('redate' as const), at: index, day }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.nat({ max: 70 }) }) },
);

function dateOf(days: number): Date {
  return new Date(START + days * DAY_MS);
}

async function take(given: Step): Promise<void> {
  const episodes = await services.db.rows(
    pick(tables.episode, 'id'),
    sql`SELECT id FROM episode ORDER BY guid`,
  );
  const ideas = await services.db.rows(
    pick(tables.idea, 'id'),
    sql`SELECT i.id FROM idea i JOIN episode e ON e.id = i."episodeId" ORDER BY e.guid, i.headline`,
  );
  const chosen = <T>(of: readonly T[], at: number) => of[at % of.length]!;
  if (given.kind === 'wait') {
    services.setNow(new Date(services.clock().getTime() + given.days * DAY_MS));
    return;
  }
  if (given.kind === 'publish') {
    const episode = await addEpisode(services, {
      showId: showIds[given.show]!,
      publishedAt: dateOf(given.day),
    });
    const added: { readonly id: string }[] = [];
    for (const [place, one] of given.ideas.entries()) added.push(await idea(episode, one, place));
    return update(async () => added);
  }
  if (ideas.length === 0) return;
  if (given.kind === 'redate') {
    const { id } = chosen(episodes, given.at);
    return services.db.transaction((tx) =>
      redateEpisodes(tx, [{ id, publishedAt: dateOf(given.day) }], services.clock()),
    );
  }
  const { id } = chosen(ideas, given.at);
  if (given.kind === 'move') return move(id, given.to);
  const episodeId = chosen(episodes, given.at).id;
  const first = chosen(ideas, given.at + 1).id;
  const writes = {
    replace: sql`UPDATE idea SET "supersededAt" = now() WHERE id = ${id}::uuid RETURNING id`,
    hideIdea: sql`UPDATE idea SET hidden = NOT hidden WHERE id = ${id}::uuid RETURNING id`,
    hideEpisode: sql`
      WITH turned AS (UPDATE episode SET hidden = NOT hidden WHERE id = ${episodeId}::uuid RETURNING id)
      SELECT i.id FROM idea i JOIN turned ON turned.id = i."episodeId"`,
    correct: sql`
      UPDATE idea SET stance = ${given.at % 2 ? 'BEARISH' : null}, thesis = 'Put right', "timestampSeconds" = ${given.at % 90}
      WHERE id = ${id}::uuid RETURNING id`,
    repeat: sql`
      UPDATE idea i SET "repeatOf" = CASE WHEN i."repeatOf" IS NULL THEN f.id END FROM idea f
      WHERE i.id = ${id}::uuid AND f.id = ${first}::uuid AND f.id <> i.id AND f."repeatOf" IS NULL
        AND NOT EXISTS (SELECT 1 FROM idea x WHERE x."repeatOf" = i.id) RETURNING i.id`,
  };
  return update((tx) => tx.rows(pick(tables.idea, 'id'), writes[given.kind]));
}

/** An idea turns out to be about something else. */
function move(id: string, to: Filed): Promise<void> {
  const { db, clock } = services;
  return db.transaction(async (tx) => {
    const was = await tx.row(
      pick(tables.idea, 'subjectKey', 'tickers'),
      sql`SELECT "subjectKey", tickers FROM idea WHERE id = ${id}::uuid`,
    );
    const { subjectKey: key, tickers } = was!;
    const symbols = symbolsOf(to);
    await tx.run(sql`
      UPDATE idea SET "subjectKey" = ${to.ticker}, "subjectName" = ${to.name}, tickers = ${symbols}::text[] WHERE id = ${id}::uuid`);
    await tx.run(sql`DELETE FROM idea_ticker WHERE "ideaId" = ${id}::uuid`);
    await tx.run(sql`
      INSERT INTO idea_ticker ("ideaId", symbol, "showId", "publishedAt", "discussionDepth")
      SELECT id, unnest(tickers), "showId", "publishedAt", "discussionDepth" FROM idea WHERE id = ${id}::uuid`);
    const freed = await forgetRepeats(tx, id);
    const formerly = { subject: { kind: 'ticker' as const, key }, tickers };
    await updateTheses(tx, [id, ...freed], clock(), new Map([[id, formerly]]));
  });
}

function symbolsOf({ ticker, other }: Filed): string[] {
  return [...new Set([ticker, ...(other ? [other] : [])])];
}

function idea(episode: SeededEpisode, said: Said, place: number) {
  const { stance, depth, thesis, name } = said;
  return addIdea(services, {
    episodeId: episode.id,
    stance,
    discussionDepth: depth,
    thesis,
    headline: `Idea ${place}`,
    subjectName: name,
    tickers: symbolsOf(said),
    timestampSeconds: place === 2 ? null : 60,
  });
}

function update(write: (tx: Db) => Promise<readonly { readonly id: string }[]>): Promise<void> {
  return services.db.transaction(async (tx) => {
    const ids = (await write(tx)).map(({ id }) => id);
    await updateTheses(tx, ids, services.clock());
  });
}

async function written() {
  await refreshDormancy(services.db, services.clock());
  const { db } = services;
  return {
    theses: await db.rows(sql`SELECT * FROM thesis ORDER BY id`),
    statements: await db.rows(sql`SELECT * FROM thesis_statement ORDER BY "thesisId", "ideaId"`),
    transitions: await db.rows(sql`SELECT * FROM thesis_transition ORDER BY "thesisId", at, "toState"`),
    namedBeside: await db.rows(sql`SELECT * FROM statement_ticker ORDER BY "thesisId", "ideaId", symbol`),
  };
}

/** What statements name besides the own symbol of their thesis, as their ideas have it. */
function namedBeside() {
  return services.db.rows(sql`
    SELECT st."thesisId", st."ideaId", symbol, st.date FROM thesis_statement st JOIN thesis t ON t.id = st."thesisId"
    JOIN idea i ON i.id = st."ideaId" CROSS JOIN LATERAL unnest(i.tickers) AS symbol
    WHERE t."subjectKind" <> 'ticker' OR t."subjectKey" <> symbol ORDER BY st."thesisId", st."ideaId", symbol`);
}

it('writes what building the theses anew would, whatever came, went or moved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await services.db.run(sql`TRUNCATE episode, thesis CASCADE`);
      services.setNow(dateOf(300));
      for (const one of steps) {
        await take(one);
        const updated = await written();
        await services.db.transaction((tx) =>
          rebuildTheses(
            tx,
            SUBJECTS.map((key) => ({ kind: 'ticker', key })),
            services.clock(),
          ),
        );
        expect(updated).toEqual(await written());
        expect(updated.namedBeside).toEqual(await namedBeside());
      }
    }),
    { numRuns: 40 },
  );
}, 120_000);

it('waits for no subject while it holds a later one, whatever was told of while it waited', async () => {
  await services.db.run(sql`TRUNCATE episode, thesis CASCADE`);
  const { db, clock } = services;
  const episode = await addEpisode(services, { showId: showIds[0]! });
  const first = await addIdea(services, { episodeId: episode.id, tickers: ['NVDA'] });
  const repeat = await addIdea(services, { episodeId: episode.id, tickers: ['AMD'] });
  const both = SUBJECTS.map((key) => ({ kind: 'ticker' as const, key }));
  const waiting = await db.transaction(async (tx) => {
    await holdSubjects(tx, [both[0]!]);
    await tx.run(sql`UPDATE idea SET "repeatOf" = ${first.id}::uuid WHERE id = ${repeat.id}::uuid`);
    const updated = db.transaction((other) => updateTheses(other, [first.id], clock()));
    await waitingForLocks(services, 1);
    const rebuilt = db.transaction((other) => rebuildTheses(other, both, clock()));
    await waitingForLocks(services, 2);
    return { updated, rebuilt };
  });
  await expect(Promise.all([waiting.updated, waiting.rebuilt])).resolves.toBeDefined();
});

it('notes what statements name besides anew once an idea names others, or their thesis is of another subject', async () => {
  await services.db.run(sql`TRUNCATE episode, thesis CASCADE`);
  const episode = await addEpisode(services, { showId: showIds[0]! });
  const { id } = await addIdea(services, { episodeId: episode.id, tickers: ['NVDA', 'TSM'] });
  await services.db.transaction((tx) => updateTheses(tx, [id], services.clock()));
  const symbols = async () => {
    const { namedBeside: noted } = await written();
    expect(noted).toEqual(await namedBeside());
    return noted.map(({ symbol }) => symbol);
  };
  expect(await symbols()).toEqual(['TSM']);
  await services.db.run(sql`UPDATE idea SET tickers = ARRAY['NVDA', 'AMD', 'ASML'] WHERE id = ${id}::uuid`);
  expect(await symbols()).toEqual(['AMD', 'ASML']);
  await services.db.run(sql`UPDATE thesis SET "subjectKind" = 'company', "subjectKey" = 'nvidia'`);
  expect(await symbols()).toEqual(['AMD', 'ASML', 'NVDA']);
  await services.db.run(sql`DELETE FROM idea WHERE id = ${id}::uuid`);
  expect(await symbols()).toEqual([]);
});
