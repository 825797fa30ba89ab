import type { Sql } from 'sql-template-tag';
import { utcDay } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/db.ts';
import type { Env } from '#server/platform/env.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { computed, pick, tables } from '#server/platform/rows.ts';

/** Tokens that one call took, as the provider counted them. */
export type Tokens = { readonly inputTokens: number; readonly outputTokens: number };

/** One call of a model and its outcome. */
export type ModelUse = Tokens & {
  readonly purpose: 'ask' | 'extract';
  readonly model: string;
  readonly costUsd: number;
  /** begun, answered, empty, unreadable, failed or aborted */
  readonly outcome: string;
};

/** The window of an episode that a call is about. */
export type CallSubject = {
  /** Null when the transcript belongs to no stored episode. */
  readonly episodeId: string | null;
  readonly windowKey: string;
};

/** The answer of a call about a window; kept until the episode is published. */
export type WindowAnswer = {
  readonly answer: string | null;
  readonly ideasKept: number;
  readonly ideasDropped: number;
};

/** The cost of these tokens at the prices of the settings, in US dollars. */
export function costOf(
  env: Pick<Env, 'EARMARK_MODEL_USD_PER_MTOK_IN' | 'EARMARK_MODEL_USD_PER_MTOK_OUT'>,
  tokens: Tokens,
): number {
  return (
    (tokens.inputTokens * env.EARMARK_MODEL_USD_PER_MTOK_IN +
      tokens.outputTokens * env.EARMARK_MODEL_USD_PER_MTOK_OUT) /
    1e6
  );
}

/** Letters of English text a token, about. */
const CHARACTERS_PER_TOKEN = 4;

/** About how many tokens a text takes, for a call that the provider did not count. */
export function estimatedTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/**
 * Records that a call begins, at the most that it may cost; `settleModelUse` puts what it cost in its place. Null where the
 * day's calls, those under way included, have cost `budgetUsd` already. What a crash leaves behind stays counted.
 */
export function reserveModelUse(
  db: Db,
  most: Omit<ModelUse, 'outcome'>,
  budgetUsd: number,
  now: Date,
  subject: CallSubject | null = null,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    // One reservation at a time, in all processes: each sees what the others took.
    await tx.row(sql`SELECT pg_advisory_xact_lock(hashtext('model_call'))`);
    if ((await modelSpend(tx, now)) >= budgetUsd) return null;
    const row = await tx.row(
      pick(tables.modelCall, 'id'),
      sql`
      INSERT INTO model_call (at, day, purpose, model, "inputTokens", "outputTokens", "costUsd", outcome, "episodeId", "windowKey")
      VALUES (${now}, ${utcDay(now)}::date, ${most.purpose}, ${most.model}, ${most.inputTokens}, ${most.outputTokens}, ${most.costUsd}, 'begun',
        ${subject?.episodeId ?? null}::uuid, ${subject?.windowKey ?? null})
      RETURNING id`,
    );
    return row!.id;
  });
}

/** Records what a reserved call came to, in the metrics and the database. */
export async function settleModelUse(
  db: Db,
  id: string,
  use: ModelUse,
  { answer, ideasKept, ideasDropped }: WindowAnswer = NO_ANSWER,
): Promise<void> {
  measure(use);
  await db.run(sql`
    UPDATE model_call SET "inputTokens" = ${use.inputTokens}, "outputTokens" = ${use.outputTokens}, "costUsd" = ${use.costUsd}, outcome = ${use.outcome},
      answer = to_jsonb(${answer}::text), "ideasKept" = ${ideasKept}, "ideasDropped" = ${ideasDropped}
    WHERE id = ${id}::uuid`);
}

const NO_ANSWER: WindowAnswer = { answer: null, ideasKept: 0, ideasDropped: 0 };

function measure(use: ModelUse): void {
  metrics.modelCalls.inc({ purpose: use.purpose, outcome: use.outcome });
  metrics.modelTokens.inc({ purpose: use.purpose, direction: 'in' }, use.inputTokens);
  metrics.modelTokens.inc({ purpose: use.purpose, direction: 'out' }, use.outputTokens);
  metrics.modelUsd.inc({ purpose: use.purpose }, use.costUsd);
}

/** US dollars that models have cost on the UTC day of `now`, for all purposes; calls under way with the most that they may cost. */
export function modelSpend(db: Db, now: Date): Promise<number> {
  return spendWhere(db, now, sql`true`);
}

/** The same without calls under way. */
export function settledSpend(db: Db, now: Date): Promise<number> {
  return spendWhere(db, now, sql`outcome <> 'begun'`);
}

async function spendWhere(db: Db, now: Date, condition: Sql): Promise<number> {
  const row = await db.row(
    { spent: computed.float },
    sql`
    SELECT COALESCE(sum("costUsd"), 0)::float8 AS spent FROM model_call WHERE day = ${utcDay(now)}::date AND ${condition}`,
  );
  return row!.spent;
}
