import { ExtractionPaused } from '#server/ingest/engine/outage.ts';
import { recallAnswer } from '#server/ingest/engine/store.ts';
import type { Ledger } from '#server/ingest/extract/model/engine.ts';
import { nextUtcMidnight } from '#server/platform/clock.ts';
import { costOf, modelSpend, recordModelUse } from '#server/platform/model/spend.ts';
import type { Services } from '#server/platform/services.ts';

/** The ledger in the database: answers by episode and window, cost by call, the day's budget shared with Ask. */
export function createLedger(services: Services): Ledger {
  const { db, env, clock } = services;
  return {
    recall: async (episodeId, windowKey) =>
      episodeId === null ? null : recallAnswer(db, episodeId, windowKey),
    admit: async () => {
      const now = clock();
      if ((await modelSpend(db, now)) < env.EARMARK_MODEL_DAILY_USD) return;
      throw new ExtractionPaused(
        `The day's model budget of $${env.EARMARK_MODEL_DAILY_USD} is spent.`,
        nextUtcMidnight(now),
      );
    },
    record: async ({ tokens, outcome, ...window }) => {
      const use = { purpose: 'extract', model: env.EARMARK_MODEL ?? '', outcome, ...tokens } as const;
      await recordModelUse(db, { ...use, costUsd: costOf(env, tokens) }, clock(), window);
      const { episodeId, ideasKept, ideasDropped } = window;
      if (ideasDropped > 0)
        services.log.info({ episodeId, ideasKept, ideasDropped }, 'ideas of the model dropped');
    },
  };
}

/** A ledger that lasts as long as the process: for measuring, without a database and without a budget. */
export function memoryLedger(): Ledger {
  const answers = new Map<string, string>();
  return {
    recall: async (_episodeId, windowKey) => answers.get(windowKey) ?? null,
    admit: async () => undefined,
    record: async ({ windowKey, answer }) => {
      if (answer !== null) answers.set(windowKey, answer);
    },
  };
}
