import { setTimeout as pause } from 'node:timers/promises';
import { freeLimits } from '#server/api/limits.ts';
import { type Db, openDatabase, sql } from '#server/platform/db.ts';
import { computed } from '#server/platform/rows.ts';
import type { Caller } from './drive.ts';

/** Compares saves and charged reads of the database with what callers were answered. `port` is where calls go. */
export async function compare(db: Db, port: number, callers: readonly Caller[]): Promise<string> {
  const saves = sum(await Promise.all(callers.map((caller) => lostSaves(db, caller))));
  const charges = sum(await Promise.all(callers.map((caller) => chargesOf(db, port, caller))));
  const free = callers.filter(({ plan }) => plan === 'free');
  const past = free.filter(({ opened }) => opened.size > freeLimits.ideaReads).length;
  return `
saves that were answered and are not as answered: ${saves.lost} of ${saves.checked}
full ideas charged: ${charges.charged}; answered and not charged: ${charges.free}; charged and not answered: ${charges.unanswered} (asked for in a call that failed: ${charges.failed}; answered when asked again, without another charge: ${charges.repeated})
accounts of the free plan past their ${freeLimits.ideaReads} ideas of the day, as charged and as answered: ${charges.overrun} and ${past} of ${free.length}`;
}

async function lostSaves(db: Db, { accountId, saves }: Caller) {
  const rows = await db.rows(
    { id: computed.text },
    sql`SELECT "ideaId"::text AS id FROM saved_idea WHERE "accountId" = ${accountId}::uuid`,
  );
  const held = new Set(rows.map(({ id }) => id));
  const lost = [...saves].filter(([idea, isSaved]) => held.has(idea) !== isSaved).length;
  return { lost, checked: saves.size };
}

async function chargesOf(db: Db, port: number, caller: Caller) {
  const charged = await chargedTo(db, caller);
  const unanswered = [...charged].filter((id) => !caller.opened.has(id));
  let repeated = 0;
  for (const id of unanswered) {
    const { status } = await fetch(`http://127.0.0.1:${port}/v1/agent/ideas/${id}`, {
      headers: { authorization: `Bearer ${caller.key}` },
    });
    if (status === 200 && (await chargedTo(db, caller)).size === charged.size) repeated += 1;
  }
  return {
    charged: charged.size,
    free: [...caller.opened].filter((id) => !charged.has(id)).length,
    unanswered: unanswered.length,
    failed: unanswered.filter((id) => caller.unsure.has(id)).length,
    repeated,
    overrun: caller.plan === 'free' && charged.size > freeLimits.ideaReads ? 1 : 0,
  };
}

/** The ideas that an account was charged for, on any day: a run must not cross midnight (UTC). */
async function chargedTo(db: Db, { accountId }: Caller): Promise<Set<string>> {
  const rows = await db.rows(
    { id: computed.text },
    sql`SELECT "ideaId"::text AS id FROM idea_read WHERE "accountId" = ${accountId}::uuid`,
  );
  return new Set(rows.map(({ id }) => id));
}

function sum<Counts extends Record<string, number>>(all: readonly Counts[]): Counts {
  const [first, ...rest] = all;
  return rest.reduce(
    (total, counts) =>
      Object.fromEntries(Object.entries(total).map(([name, n]) => [name, n + counts[name]!])) as Counts,
    first!,
  );
}

export function listedIdeas(url: string): Promise<number> {
  return withDatabase(url, async (db) => {
    const row = await db.row(
      { ideas: computed.int },
      sql`SELECT count(*)::int AS ideas FROM idea WHERE NOT hidden AND "supersededAt" IS NULL`,
    );
    return row!.ideas;
  });
}

/** Makes workers read some episodes again. The same analysis changes nothing. */
export async function readAgain(url: string, episodes: number): Promise<void> {
  await withDatabase(url, (db) =>
    db.run(sql`
      UPDATE episode SET state = 'transcribed', attempts = 0, "nextAttemptAt" = NULL
      WHERE id IN (SELECT id FROM episode WHERE state = 'processed' ORDER BY random() LIMIT ${episodes})`),
  );
}

/** Waits up to a minute until every episode is read; returns how many are not. */
export async function waitingEpisodes(url: string): Promise<number> {
  for (let second = 0; ; second += 1) {
    const waiting = await withDatabase(url, (db) =>
      db.row(
        { episodes: computed.int },
        sql`SELECT count(*)::int AS episodes FROM episode WHERE state <> 'processed'`,
      ),
    );
    if (waiting!.episodes === 0 || second === 60) return waiting!.episodes;
    await pause(1_000);
  }
}

export async function withDatabase<Result>(url: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = openDatabase(url, 2);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
