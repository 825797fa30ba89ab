import { z } from 'zod';
import { planOf } from '#server/api/access.ts';
import { attribution } from '#server/api/attribution.ts';
import { readAsOf } from '#server/api/context.ts';
import { Refusal } from '#server/api/errors.ts';
import { freeText, isId, utcDate } from '#server/api/inputs.ts';
import { tickerOrSearchPath } from '#server/api/links.ts';
import { procedure } from '#server/api/trpc.ts';
import {
  historyLock,
  historySummary,
  PREMIUM_STATEMENTS,
  RECENT_THESES,
  showsOf,
  toThesis,
} from '#server/features/theses/history/rules.ts';
import { hasEarlierStatements, readHistory, type Scope } from '#server/features/theses/history/store.ts';
import { askedTicker, thesisHistorySchema } from '#server/features/theses/schema.ts';
import { findSymbol } from '#server/features/tickers/store.ts';
import { startOfDay } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db.ts';

const historyInput = z.object({
  ticker: askedTicker.optional(),
  thesisId: freeText(64, 1).optional().describe('One thesis in depth, by the thesisId of an earlier answer.'),
  show: freeText(200, 1)
    .optional()
    .describe('Part of a show’s name; one that no show has finds nothing, as if nothing had been said.'),
  since: utcDate.optional().describe('Statements aired on or after this UTC day.'),
});
type HistoryInput = z.infer<typeof historyInput>;

/**
 * GET /v1/agent/thesis-history (docs/contract.md, Open corpus tools), access rules 1 to 4. `historyLock` is set exactly when the caller is not
 * Premium and a thesis of that ticker or id (of the corpus, when neither is given) has earlier statements, whatever
 * `show` and `since` are. A ticker or id that names nothing is 200 with the no-discussion sentence.
 */
export const getThesisHistory = procedure({
  access: { kind: 'open' },
  mayLag: true,
  keeps: { unless: [] },
  route: {
    method: 'GET',
    path: '/v1/agent/thesis-history',
    operationId: 'getThesisHistory',
    summary: 'What named shows argued about a ticker over time',
    description:
      'Theses are lines of argument on one subject, each with its attributed statements. Without a Premium account each thesis carries its latest statement, and `historyLock` says so; `show` and `since` then admit or drop that statement. Premium: the newest 50 statements per thesis, oldest first, with relations and transitions. Two sides within one episode are an argument between those who speak in it: `disputes`; `reverses` is a show that takes the other side in a later episode. Give `ticker` or `thesisId`; with `show` or `since` alone, the 20 theses most recently spoken of that pass.',
    tag: 'Open corpus tools',
    errors: ['invalid_request'],
  },
  tool: {
    name: 'service_thesis_history',
    title: 'Thesis history',
    description:
      'What named podcasts argued about a ticker over time, as lines of argument with attributed, dated statements. Give ticker, or thesisId for one thesis in depth; narrow with show (part of its name) and since. Open and free. Without a Premium key only the latest statement of each thesis is served and historyLock is set: say so when you relay it. Use the stance timeline for counts per week.',
    readOnly: true,
    idempotent: true,
  },
})
  .input(historyInput)
  .output(thesisHistorySchema)
  .query(async ({ ctx, input }) => {
    if (Object.values(input).every((value) => value === undefined)) throw askedNothing();
    const { env } = ctx.services;
    const plan = planOf(ctx.principal);
    const scope = await resolve(ctx.db, input);
    const [rows, hasEarlier] =
      scope === null
        ? [[], false]
        : await Promise.all([
            readHistory(ctx.db, {
              scope,
              filter: { show: input.show ?? null, since: startOf(input.since) },
              view: plan === 'premium' ? { kind: 'all', statements: PREMIUM_STATEMENTS } : { kind: 'latest' },
              limit: scope.symbol === null && scope.thesisId === null ? RECENT_THESES : null,
            }),
            plan === 'premium' ? false : hasEarlierStatements(ctx.db, scope),
          ]);
    const lock = historyLock(plan, hasEarlier, env);
    const theses = rows.map((row) => toThesis(row, plan, readAsOf(ctx), env));
    const asked = {
      symbol: scope?.symbol ?? null,
      thesisId: scope?.thesisId ?? null,
      show: input.show ?? null,
      since: input.since ?? null,
    };
    return {
      summary: historySummary(theses, asked, lock !== null, showsOf(rows)),
      theses,
      historyLock: lock,
      attribution: attribution(env.webUrl, pageOf(scope, theses.length > 0 || lock !== null)),
    };
  });

type Asked = Scope & { readonly listed: boolean };

/** The theses a caller asks for; null when the ticker or the id can name nothing. */
async function resolve(db: Db, { ticker, thesisId }: HistoryInput): Promise<Asked | null> {
  if (thesisId !== undefined && !isId(thesisId)) return null;
  const named = ticker === undefined ? undefined : await findSymbol(db, ticker);
  if (named === null) return null;
  return {
    symbol: named?.symbol ?? null,
    thesisId: thesisId ?? null,
    listed: named?.listed ?? false,
  };
}

/** The page to verify against, which there must be: `found` when the corpus holds what was asked for. */
function pageOf(asked: Asked | null, found: boolean): string {
  if (asked?.symbol) return tickerOrSearchPath(asked.symbol, asked.listed || found);
  return asked?.thesisId && found ? `/theses/${asked.thesisId.toLowerCase()}` : '/';
}

function startOf(day: string | undefined): Date | null {
  return day === undefined ? null : startOfDay(day);
}

function askedNothing(): Refusal {
  return new Refusal('invalid_request', {
    status: 400,
    field: 'ticker',
    message: 'Give a ticker or a thesisId, or narrow the whole corpus by show or since.',
  });
}
