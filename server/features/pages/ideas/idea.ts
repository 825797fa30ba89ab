import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { isId } from '#server/api/inputs.ts';
import { type CallContext, pageProcedure, signedInProcedure } from '#server/api/trpc.ts';
import { correctionsOfIdea } from '#server/features/corrections/made/store.ts';
import { standingFor } from '#server/features/corrections/readings/store.ts';
import { cardsById, cardsOf } from '#server/features/ideas/cards.ts';
import { listenUrl, quotable } from '#server/features/ideas/media.ts';
import { toCard, toContent } from '#server/features/ideas/rules.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { findIdea, type IdeaDetail } from '#server/features/ideas/store.ts';
import { speakerOnCard } from '#server/features/ideas/telling.ts';
import { meaningOfIdea, nearest } from '#server/features/meaning/find.ts';
import { SAME_ARGUMENT } from '#server/features/meaning/rules.ts';
import { timedSentences } from '#server/features/pages/argument.ts';
import { beyondCard, furtherOf } from '#server/features/pages/beyond.ts';
import { CONTEXT_SECONDS, type Surroundings, surroundings } from '#server/features/pages/context.ts';
import * as store from '#server/features/pages/ideas/store.ts';
import type { IdeaPage } from '#server/features/pages/schema.ts';
import { thesesOfIdea } from '#server/features/pages/theses/store.ts';
import { withPropositions } from '#server/features/pages/theses/thesis.ts';
import { quotaMetric } from '#server/features/plans/rules.ts';
import { readUsage } from '#server/features/plans/store.ts';
import { stanceWord } from '#server/features/theses/statement.ts';
import { utcDay } from '#server/platform/clock.ts';

/** How far behind its first second the sentences of an argument are looked for. */
const ARGUMENT_SECONDS = 900;
/** Most ideas of the same episode that are looked at. */
const MOST_OF_EPISODE = 12;
const MOST_ELSEWHERE = 4;

const byId = z.object({ id: z.string().refine(isId) });

/** An idea's card and surroundings. 404 for an unknown or hidden one. */
export const ideaPage = pageProcedure.input(byId).query(async ({ ctx, input }): Promise<IdeaPage> => {
  const [detail, facts] = await Promise.all([findIdea(ctx.db, input.id), store.ideaFacts(ctx.db, input.id)]);
  if (!detail || !facts) throw new Refusal('not_found');
  const [around, theses, themes, corrections, elsewhere, alsoPublished] = await Promise.all([
    cardsAround(ctx, detail, facts),
    thesesOfIdea(ctx.db, input.id),
    store.themesOfIdea(ctx.db, input.id),
    correctionsOfIdea(ctx.db, input.id),
    arguedElsewhere(ctx, input.id, facts.episodeId),
    store.alsoPublished(ctx.db, { ideaId: input.id }),
  ]);
  const { beside, sameEpisode, ...cards } = around;
  const card = toCard(detail, ctx.services.env);
  const { indexedAt, durationSeconds, episodeLink, audioUrl } = facts;
  return {
    ...{ indexedAt, durationSeconds, episodeLink, audioUrl },
    ...cards,
    hasQuote: quotable(detail) !== null,
    card,
    speaker: speakerOnCard(card, detail.speakerName),
    beyond: beyondCard(toContent(detail, 'free', ctx.services.env)),
    theses: await withPropositions(ctx, theses),
    themes,
    company: facts.subjectKind === 'company' ? { slug: facts.subjectKey, name: facts.subjectName } : null,
    corrections,
    // A replaced idea stays readable: what replaced it says the same, and is not argued beside it.
    sameEpisode: sameEpisode.filter((other) => !saysTheSame(other, card)),
    elsewhere: elsewhere.filter(
      ({ id, episode }) => !beside.includes(id) && !alsoPublished.some((same) => same.id === episode.id),
    ),
    alsoPublished,
  };
});

/**
 * The cards that stand around an idea's: one of the other side, those before and after it on its subject, others of its
 * episode. `beside`: the ids of the first three; `standing`: the id of what replaced it; `untold`: how many on its subject take
 * no side, where none takes the other.
 */
async function cardsAround(ctx: CallContext, idea: IdeaDetail, facts: store.IdeaFacts) {
  const side = stanceWord(facts.stance);
  const [opposingId, nextTo, episodeIds, standing] = await Promise.all([
    store.opposingIdea(ctx.db, facts, side),
    store.besideOnSubject(ctx.db, facts),
    store.ideasOfEpisode(ctx.db, facts.episodeId, MOST_OF_EPISODE),
    idea.supersededAt ? standingFor(ctx.db, idea.id) : null,
  ]);
  const untold = opposingId === null ? await store.untoldOn(ctx.db, facts, side) : 0;
  const others = episodeIds.filter((id) => id !== idea.id && id !== opposingId);
  const beside = [opposingId, nextTo.before, nextTo.after].filter((id) => id !== null);
  const asked = new Set([...beside, ...others, ...(standing === null ? [] : [standing])]);
  const near = await cardsById(ctx, [...asked]);
  const cardOf = (id: string | null) => (id === null ? null : (near.get(id) ?? null));
  return {
    beside,
    standing: cardOf(standing)?.id ?? null,
    opposing: cardOf(opposingId),
    untold,
    nextTo: { ...nextTo, before: cardOf(nextTo.before), after: cardOf(nextTo.after) },
    sameEpisode: others.flatMap((id) => cardOf(id) ?? []),
  };
}

function saysTheSame(one: IdeaCard, other: IdeaCard): boolean {
  return one.headline === other.headline || one.thesis === other.thesis;
}

/** Listed ideas of other episodes that mean the same; none without an encoder. */
async function arguedElsewhere(ctx: CallContext, ideaId: string, episodeId: string): Promise<IdeaCard[]> {
  const meaning = await meaningOfIdea(ctx.db, ideaId);
  const range = { least: SAME_ARGUMENT, most: 10 * MOST_ELSEWHERE, signal: ctx.signal };
  const near = await nearest(ctx.services, 'idea', meaning, range);
  const listed = await store.listedAmong(
    ctx.db,
    near.map(({ id }) => id),
  );
  const cards = await cardsOf(ctx, listed);
  return cards.filter((card) => card.episode.id !== episodeId).slice(0, MOST_ELSEWHERE);
}

/** The argument of a full read, each sentence with the second at which its words were said and the way to hear it, where they are known. */
async function toldInSeconds(ctx: CallContext, detail: IdeaDetail, sentences: readonly string[]) {
  const at = detail.timestampSeconds;
  const cues =
    at === null || sentences.length === 0
      ? []
      : await store.spokenBetween(ctx.db, detail.id, at - CONTEXT_SECONDS, at + ARGUMENT_SECONDS);
  return timedSentences(sentences, cues).map((sentence) => ({
    ...sentence,
    listenUrl: listenUrl(detail, sentence.second),
  }));
}

/**
 * What the reader's account adds to an idea's page. The full argument only when it was opened today already or reads
 * are unlimited: rendering a page never spends a read.
 */
export const ideaForAccountPage = signedInProcedure.input(byId).query(async ({ ctx, input }) => {
  const { accountId, plan } = ctx.account;
  const [marks, usage, detail] = await Promise.all([
    store.ideaMarks(ctx.db, accountId, input.id, utcDay(ctx.now)),
    readUsage(ctx.db, accountId, ctx.now),
    findIdea(ctx.db, input.id),
  ]);
  if (!detail) throw new Refusal('not_found');
  const readable = marks.opened || plan === 'premium';
  const full = readable ? toContent(detail, plan, ctx.services.env) : null;
  const further = full && furtherOf(full);
  return {
    saved: marks.saved,
    full,
    further,
    argument: further ? await toldInSeconds(ctx, detail, further.sentences) : [],
    reads: quotaMetric('ideaReads', usage.ideaReads, plan, ctx.now),
    plan,
  };
});

/** What the speaker said right around an idea's quote, within the show's licence; Premium, as the quote itself. */
export const quoteContextPage = signedInProcedure
  .input(byId)
  .query(async ({ ctx, input }): Promise<Surroundings> => {
    if (ctx.account.plan !== 'premium') throw new Refusal('premium_required');
    const detail = await findIdea(ctx.db, input.id);
    const moment = detail ? quotable(detail) : null;
    if (!detail || !moment) throw new Refusal('not_found');
    const { startSeconds, endSeconds } = moment;
    const cues = await store.spokenBetween(
      ctx.db,
      input.id,
      startSeconds - CONTEXT_SECONDS,
      endSeconds + CONTEXT_SECONDS,
    );
    return surroundings(cues, moment, detail.quoteChars);
  });
