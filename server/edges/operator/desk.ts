import { z } from 'zod';
import { invalidForm } from '#server/api/invalid-form.ts';
import { mostCharacters } from '#server/api/limits.ts';
import { carryOutCorrection, correctionOrder, type Outcome } from '#server/edges/operator/corrections.ts';
import {
  type FirstOf,
  firstOf,
  noSymbol,
  refused,
  taught,
  waitForWorker,
} from '#server/edges/operator/told.ts';
import { readerIsHere } from '#server/edges/pages/request.ts';
import type { AccountRecord } from '#server/features/accounts/store.ts';
import { listReports, type Report } from '#server/features/corrections/store.ts';
import { setShowRights } from '#server/features/owners/rights/store.ts';
import { OPERATOR } from '#server/features/owners/rules.ts';
import { type ListedOwnership, listOwnerships } from '#server/features/owners/store.ts';
import { type ModelDay, modelDay } from '#server/ingest/engine/store.ts';
import { refuseName, teachName } from '#server/ingest/episodes/names/store.ts';
import { retryEpisodes } from '#server/ingest/episodes/store.ts';
import { type ListedFeed, listFeeds, makeFeedDue, pauseFeed, resumeFeed } from '#server/ingest/poll/store.ts';
import {
  type ConnectedWorker,
  listRights,
  listWorkers,
  type ShownRights,
  type TroubledEpisode,
  troubledEpisodes,
} from '#server/ingest/stats/operator/store.ts';
import { type Work, workAt } from '#server/ingest/stats/work/store.ts';
import {
  type DoubtfulName,
  doubtfulNames,
  type WaitingName,
  waitingNames,
} from '#server/linking/learned/store.ts';
import { type Services, services } from '#server/platform/services.ts';

const MOST_LISTED = 50;
/** Asks for one more than is shown: `firstOf` tells by it that there are others. */
const MOST_READ = MOST_LISTED + 1;

/** What an operator sees of a running service. */
export type Desk = {
  readonly work: Work;
  readonly workers: readonly ConnectedWorker[];
  readonly feeds: readonly ListedFeed[];
  readonly episodes: FirstOf<TroubledEpisode>;
  /** Null where no model is set. */
  readonly model: (ModelDay & { readonly name: string; readonly budgetUsd: number }) | null;
  readonly reports: FirstOf<Report>;
  readonly claims: readonly ListedOwnership[];
  readonly rights: readonly ShownRights[];
  readonly names: FirstOf<DoubtfulName>;
  readonly heldBack: FirstOf<WaitingName>;
};

type Reader = Pick<AccountRecord, 'email'> | null;

/** Whether a reader is an operator: at this machine, or an account that `EARMARK_OPERATORS` names. */
function isOperator(reader: Reader, { env }: Services): boolean {
  return readerIsHere() || (reader !== null && env.EARMARK_OPERATORS.includes(reader.email.toLowerCase()));
}

/** What the operator's page shows; null for a reader who is no operator. */
export async function operatorDesk(reader: Reader): Promise<Desk | null> {
  const shared = await services();
  if (!isOperator(reader, shared)) return null;
  const { db, clock, env } = shared;
  const now = clock();
  const [work, workers, feeds, episodes, day, reports, ownerships, rights, names, heldBack] =
    await Promise.all([
      workAt(db, now),
      listWorkers(db),
      listFeeds(db),
      troubledEpisodes(db, now, MOST_READ),
      modelDay(db, now),
      listReports(db, 'waiting', MOST_READ),
      listOwnerships(db, null),
      listRights(db),
      doubtfulNames(db, MOST_READ),
      waitingNames(db, MOST_READ),
    ]);
  const model = env.EARMARK_MODEL_PROVIDER
    ? { ...day, name: env.EARMARK_MODEL ?? '', budgetUsd: env.EARMARK_MODEL_DAILY_USD }
    : null;
  const claims = ownerships.filter(({ verifiedAt, expiresAt }) => verifiedAt === null && expiresAt > now);
  return {
    ...{ work, workers, feeds, model, claims, rights },
    episodes: firstOf(episodes, MOST_LISTED),
    reports: firstOf(reports, MOST_LISTED),
    names: firstOf(names, MOST_LISTED),
    heldBack: firstOf(heldBack, MOST_LISTED),
  };
}

const order = z.discriminatedUnion('do', [
  z.object({ do: z.literal('poll'), feed: z.uuid() }),
  z.object({ do: z.literal('pause'), feed: z.uuid() }),
  z.object({ do: z.literal('resume'), feed: z.uuid() }),
  z.object({ do: z.literal('retry'), episode: z.uuid() }),
  z.object({ do: z.literal('retry-all') }),
  z.object({
    do: z.literal('teach'),
    name: z.string().trim().min(1).max(100),
    symbol: z.string().max(mostCharacters.symbol),
  }),
  z.object({ do: z.literal('refuse'), slug: z.string().min(1).max(200) }),
  correctionOrder,
  z.object({ do: z.literal('embeds'), show: z.string().max(200), on: z.enum(['on', 'off']) }),
]);
type Order = Exclude<z.infer<typeof order>, { do: 'correction' | 'teach' }>;

const MISSING: Outcome = {
  ok: false,
  message: 'There is no such thing (any more): check what you wrote, or load the page anew.',
};

/** Does what an operator's form asks for; null for a reader who is no operator. */
export async function operate(reader: Reader, given: unknown): Promise<Outcome | null> {
  const shared = await services();
  if (!isOperator(reader, shared)) return null;
  const asked = order.safeParse(given);
  if (!asked.success) return notTaken(asked.error);
  if (asked.data.do === 'correction') return (await carryOutCorrection(shared, asked.data)) ?? MISSING;
  if (asked.data.do === 'teach') return teach(shared, asked.data);
  const done = await carriedOut(shared, asked.data);
  return done === null ? MISSING : { ok: true, message: done };
}

/** Why an order is not taken: its form is unknown, or a field of it is wrong. */
function notTaken(error: z.ZodError): Outcome {
  const refusal = invalidForm(error);
  const field = refusal?.details.field;
  if (!refusal || !field || field === 'do')
    return { ok: false, message: 'This form is not known here: load the page anew.' };
  return { ok: false, message: refusal.message, field };
}

async function teach(
  { db }: Services,
  asked: { readonly name: string; readonly symbol: string },
): Promise<Outcome> {
  const done = await teachName(db, asked.name, asked.symbol);
  if (done === 'blank name') return MISSING;
  if (done === 'unknown symbol') return { ok: false, message: noSymbol(asked.symbol) };
  return { ok: true, message: taught(done.name, done.symbol, done.episodes) };
}

async function carriedOut({ db, clock }: Services, asked: Order): Promise<string | null> {
  const now = clock();
  switch (asked.do) {
    case 'poll':
      return (await makeFeedDue(db, asked.feed, now)) ? 'A worker polls it within seconds.' : null;
    case 'pause':
      return (await pauseFeed(db, asked.feed)) ? 'It is polled no more.' : null;
    case 'resume':
      return (await resumeFeed(db, asked.feed, now)) ? 'It is polled again.' : null;
    case 'retry':
      return (await retryEpisodes(db, asked.episode, now)) > 0 ? 'It waits for a worker.' : null;
    case 'retry-all':
      return waitForWorker(await retryEpisodes(db, null, now));
    case 'refuse': {
      const episodes = await refuseName(db, asked.slug);
      return episodes === null ? null : refused('It', episodes);
    }
    case 'embeds': {
      const on = asked.on === 'on';
      const rights = await setShowRights(db, asked.show, { embedEnabled: on }, OPERATOR, now);
      return rights ? `Other sites may ${on ? '' : 'no longer '}embed it.` : null;
    }
  }
}
