import { type Checks, type Finding, ill, well } from '#server/cli/doctor/check.ts';
import { counted } from '#server/features/ideas/rules.ts';
import { encodedShare } from '#server/features/meaning/store.ts';
import { type ModelDay, modelDay, olderAnalyses, usdPerHourOfTalk } from '#server/ingest/engine/store.ts';
import { olderThanOurs } from '#server/ingest/engine/version.ts';
import { episodesAt, feedsAt } from '#server/ingest/stats/work/store.ts';
import type { Services } from '#server/platform/services.ts';
import { encoderOf } from '#server/reader/encoder.ts';

/** Checks of the work from feeds to ideas. */
export const workChecks: Checks = { feeds, episodes, engine, model, encoder };

/** A few feeds and episodes always fail through their publishers. Above one in ten, look for the cause here. */
function tooManyFail(failing: number, all: number): boolean {
  return failing * 10 > all;
}

async function feeds({ db, clock }: Services): Promise<Finding> {
  const { feedsActive, feedsFailing, feedsOverdue } = await feedsAt(db, clock());
  const isIll = tooManyFail(feedsFailing, feedsActive);
  return {
    ok: feedsOverdue === 0 && !isIll,
    detail: `${feedsFailing} of ${feedsActive} failing${isIll ? ' (is this machine online? see why with earmark feeds list)' : ''}, ${feedsOverdue} overdue by more than an hour${feedsOverdue > 0 ? ' (is a worker running?)' : ''}`,
  };
}

async function episodes({ db, clock }: Services): Promise<Finding> {
  const work = await episodesAt(db, clock());
  const waiting = work.episodesPending + work.episodesTranscribed;
  const ended = work.episodesProcessed + work.episodesFailed;
  const counts = `${waiting} waiting, ${work.episodesPutOff} of them put off to a later moment; ${work.episodesFailed} of ${ended} failed`;
  if (!tooManyFail(work.episodesFailed, ended)) return well(counts);
  return ill(counts, 'see why with earmark episode list, and try again with earmark episode retry');
}

async function engine({ db, env }: Services): Promise<Finding> {
  const { episodes: older, waiting } = await olderAnalyses(db, olderThanOurs(env));
  if (older === 0) return well('every episode was read by the engines of this version');
  const what = `${counted(older, 'episode')} read by older engines, ${waiting} of them waiting to be read again`;
  if (older === waiting) return well(what);
  return ill(what, 'earmark corpus reanalyse --older --background');
}

/** This many calls in a row without a readable answer are an outage. */
const OUTAGE = 4;

async function model({ db, env, clock }: Services): Promise<Finding> {
  if (!env.EARMARK_MODEL_PROVIDER) return well('none; the built-in rules do the work');
  const day = await modelDay(db, clock());
  const hourly = await usdPerHourOfTalk(db);
  const hasPrices = env.EARMARK_MODEL_USD_PER_MTOK_IN + env.EARMARK_MODEL_USD_PER_MTOK_OUT > 0;
  const work = env.EARMARK_EXTRACT === 'model' ? 'answers and extraction' : 'answers';
  const summary = `${env.EARMARK_MODEL} for ${work}; ${spending(day, env.EARMARK_MODEL_DAILY_USD)}${hourly === null ? '' : `; $${hourly.toFixed(2)} an hour of talk so far`}${hasPrices ? '' : '; no prices are set, so the budget stops nothing'}`;
  return day.failuresInARow < OUTAGE
    ? well(summary)
    : ill(summary, 'try it with earmark model check <episode id>');
}

function spending(day: ModelDay, budgetUsd: number): string {
  return [
    `$${day.spentUsd.toFixed(2)} of $${budgetUsd} spent today${day.spentUsd >= budgetUsd ? ' (work waits for the next UTC day)' : ''}`,
    `${day.calls} calls, ${day.failedCalls} failed, ${day.unreadableCalls} unreadable${day.failuresInARow > 0 ? ` (the last ${day.failuresInARow} in vain)` : ''}`,
    `${day.ideasProven} ideas proven, ${day.ideasWithheld} of them withheld by an editor, ${day.ideasDropped} more dropped`,
  ].join('; ');
}

/** Without an encoder everything works by words: not a fault, but worth knowing. */
async function encoder(services: Services): Promise<Finding> {
  const state = await encoderOf(services).state();
  if (state.kind === 'missing') return well(`none, ideas are found by words alone: ${state.reason}`);
  const { encoded, waiting } = await encodedShare(services.db);
  return well(`${encoded} ideas and passages encoded, ${waiting} waiting`);
}
