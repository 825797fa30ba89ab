import { BudgetSpent } from '#server/ingest/engine/outage.ts';
import { recallAnswer } from '#server/ingest/engine/store.ts';
import { wakeForBudget } from '#server/ingest/episodes/store.ts';
import type { Call, CallAbout, Ended, Ledger, Objection } from '#server/ingest/extract/llm/ledger.ts';
import { nextUtcMidnight } from '#server/platform/clock.ts';
import type { Env } from '#server/platform/env.ts';
import {
  costOf,
  modelSpend,
  reserveModelUse,
  settledSpend,
  settleModelUse,
  type Tokens,
} from '#server/platform/language-model/spend.ts';
import type { Services } from '#server/platform/services.ts';

/** The ledger in the database: answers by episode and window, the cost of each call. Ask shares the day's budget. */
export function createLedger(services: Services): Ledger {
  const { db, env, clock } = services;
  const use = (tokens: Tokens) =>
    ({
      purpose: 'extract',
      model: env.EARMARK_MODEL ?? '',
      ...tokens,
      costUsd: costOf(env, tokens),
    }) as const;
  return {
    recall: async (episodeId, windowKey) =>
      episodeId === null ? null : recallAnswer(db, episodeId, windowKey),
    begin: async (about, most): Promise<Call> => {
      const id = await reserveModelUse(db, use(most), env.EARMARK_MODEL_DAILY_USD, clock(), about);
      if (id === null) throw await noBudget(services);
      return {
        end: async (ended) => {
          await settleModelUse(db, id, { ...use(ended.tokens), outcome: ended.outcome }, ended);
          logFaults(services, about, ended);
        },
      };
    },
  };
}

/** How long an episode waits for calls that hold what is left of the budget, in milliseconds. */
const CALLS_MS = 5 * 60_000;

async function noBudget({ db, env, clock }: Services): Promise<BudgetSpent> {
  const budget = `The day's model budget of $${env.EARMARK_MODEL_DAILY_USD}`;
  const now = clock();
  return (await settledSpend(db, now)) < env.EARMARK_MODEL_DAILY_USD
    ? new BudgetSpent(`${budget} is held by calls under way.`, new Date(now.getTime() + CALLS_MS))
    : new BudgetSpent(`${budget} is spent.`, nextUtcMidnight(now));
}

function logFaults({ log }: Services, { episodeId, window }: CallAbout, ended: Ended): void {
  const { outcome, ideasKept, ideasDropped, faults, faultsBeside } = ended;
  const of = { episodeId, window };
  if (outcome === 'unreadable')
    log.warn({ ...of, faults: faults.map(told) }, 'an answer of the model could not be read');
  else if (faults.length > 0 || faultsBeside.length > 0)
    log.info(
      { ...of, ideasKept, ideasDropped, faults: faults.map(told), beside: faultsBeside.map(told) },
      'the proof objects to ideas of the model',
    );
}

/** Makes due what waits for the day's budget. Does nothing while that is spent, unless the built-in rules read now. */
export async function wakeWithinBudget(services: Services): Promise<void> {
  const isFree = services.env.EARMARK_EXTRACT !== 'model';
  if (isFree || (await hasBudget(services))) await wakeForBudget(services.db);
}

async function hasBudget({ db, env, clock }: Services): Promise<boolean> {
  return (await modelSpend(db, clock())) < env.EARMARK_MODEL_DAILY_USD;
}

/** Totals of a run of a language model. */
export type Spent = Tokens & {
  readonly calls: number;
  readonly failedCalls: number;
  /** Calls whose answer could not be read. */
  readonly unreadableCalls: number;
  readonly costUsd: number;
  readonly ideasKept: number;
  readonly ideasDropped: number;
  /** Counts of the proof's objections over all calls: those that cost an idea, and those that cost a part of one. */
  readonly refusedBy: Readonly<Record<string, number>>;
  readonly leftOutBy: Readonly<Record<string, number>>;
};

/** A ledger in memory, to measure without a database. The day's budget applies to the run. */
export function memoryLedger(env: Env): Ledger & { spent(): Spent } {
  const answers = new Map<string, string>();
  let spent: Spent = {
    calls: 0,
    failedCalls: 0,
    unreadableCalls: 0,
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    ideasKept: 0,
    ideasDropped: 0,
    refusedBy: {},
    leftOutBy: {},
  };
  return {
    recall: async (_episodeId, windowKey) => answers.get(windowKey) ?? null,
    begin: async ({ windowKey }) => {
      if (spent.costUsd >= env.EARMARK_MODEL_DAILY_USD)
        throw new Error(`The model budget of $${env.EARMARK_MODEL_DAILY_USD} is spent.`);
      return {
        end: async (ended) => {
          if (ended.answer !== null) answers.set(windowKey, ended.answer);
          spent = withCall(spent, ended, env);
        },
      };
    },
    spent: () => spent,
  };
}

function withCall(
  spent: Spent,
  { tokens, outcome, ideasKept, ideasDropped, ...ended }: Ended,
  env: Env,
): Spent {
  return {
    calls: spent.calls + 1,
    failedCalls: spent.failedCalls + (outcome === 'failed' ? 1 : 0),
    unreadableCalls: spent.unreadableCalls + (outcome === 'unreadable' ? 1 : 0),
    inputTokens: spent.inputTokens + tokens.inputTokens,
    outputTokens: spent.outputTokens + tokens.outputTokens,
    costUsd: spent.costUsd + costOf(env, tokens),
    ideasKept: spent.ideasKept + ideasKept,
    ideasDropped: spent.ideasDropped + ideasDropped,
    refusedBy: byKind(ended.faults, spent.refusedBy),
    leftOutBy: byKind(ended.faultsBeside, spent.leftOutBy),
  };
}

/** An objection in one line: "ticker:UBER, line 96: subject: ...". */
export function told({ subject, line, fault }: Objection): string {
  const of = [subject ?? [], line === null ? [] : `line ${line}`].flat();
  return of.length === 0 ? fault : `${of.join(', ')}: ${fault}`;
}

/** Objections counted by their wording, with quoted words and numbers left out. */
function byKind(
  objections: readonly Objection[],
  before: Readonly<Record<string, number>> = {},
): Readonly<Record<string, number>> {
  const counts = { ...before };
  for (const { fault } of objections) {
    const kind = fault.replace(/"[^"]*"(?:, "[^"]*")*/g, '…').replace(/\d+/g, 'n');
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
