import { utcDay } from '#server/platform/clock.ts';
import { type Db, sql } from '#server/platform/db.ts';
import type { Env } from '#server/platform/env.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { computed } from '#server/platform/rows.ts';

/** Tokens that one call took, as the provider counted them. */
export type Tokens = { readonly inputTokens: number; readonly outputTokens: number };

/** What a model was asked for and what came of it. */
export type ModelUse = Tokens & {
  readonly purpose: 'ask' | 'extract';
  readonly model: string;
  readonly costUsd: number;
  /** answered, empty or failed */
  readonly outcome: string;
};

/** The window of an episode that a call was about, and its answer; kept until the episode is published. */
export type WindowUse = {
  /** Null when the transcript belongs to no stored episode. */
  readonly episodeId: string | null;
  readonly windowKey: string;
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

/** Records a call of a model and what it cost. */
export async function recordModelUse(
  db: Db,
  use: ModelUse,
  now: Date,
  window: WindowUse | null = null,
): Promise<void> {
  metrics.modelCalls.inc({ purpose: use.purpose, outcome: use.outcome });
  metrics.modelTokens.inc({ purpose: use.purpose, direction: 'in' }, use.inputTokens);
  metrics.modelTokens.inc({ purpose: use.purpose, direction: 'out' }, use.outputTokens);
  metrics.modelUsd.inc({ purpose: use.purpose }, use.costUsd);
  await db.run(sql`
    INSERT INTO model_call (at, day, purpose, model, "inputTokens", "outputTokens", "costUsd", outcome, "episodeId", "windowKey", answer,
      "ideasKept", "ideasDropped")
    VALUES (${now}, ${utcDay(now)}::date, ${use.purpose}, ${use.model}, ${use.inputTokens}, ${use.outputTokens}, ${use.costUsd}, ${use.outcome},
      ${window?.episodeId ?? null}::uuid, ${window?.windowKey ?? null}, to_jsonb(${window?.answer ?? null}::text),
      ${window?.ideasKept ?? 0}, ${window?.ideasDropped ?? 0})`);
}

/** US dollars that models have cost on the UTC day of `now`, whatever they were asked for. */
export async function modelSpend(db: Db, now: Date): Promise<number> {
  const row = await db.row(
    { spent: computed.float },
    sql`
    SELECT COALESCE(sum("costUsd"), 0)::float8 AS spent FROM model_call WHERE day = ${utcDay(now)}::date`,
  );
  return row!.spent;
}
