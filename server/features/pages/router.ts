import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { isId, themeSlug } from '#server/api/inputs.ts';
import { type CallContext, pageProcedure, router, signedInProcedure } from '#server/api/trpc.ts';
import { correctionsOfIdea } from '#server/features/corrections/made/store.ts';
import { standingFor } from '#server/features/corrections/readings/store.ts';
import { cardsById, cardsOf } from '#server/features/ideas/cards.ts';
import { listenUrl, quotable } from '#server/features/ideas/media.ts';
import { toCard, toContent } from '#server/features/ideas/rules.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { findIdea, type IdeaDetail } from '#server/features/ideas/store.ts';
import { meaningOfIdea, nearest } from '#server/features/meaning/find.ts';
import { SAME_ARGUMENT } from '#server/features/meaning/rules.ts';
import { timedSentences } from '#server/features/pages/argument.ts';
import { beyondCard, furtherOf, speakerOnCard } from '#server/features/pages/beyond.ts';
import { companiesPage, companyArguedPage, companyPage } from '#server/features/pages/companies/company.ts';
import { CONTEXT_SECONDS, type Surroundings, surroundings } from '#server/features/pages/context.ts';
import { countReadBy } from '#server/features/pages/engines/store.ts';
import * as ideaPages from '#server/features/pages/ideas/store.ts';
import { personPage } from '#server/features/pages/people/person.ts';
import { named } from '#server/features/pages/rules.ts';
import { type IdeaPage, MOST_CARDS } from '#server/features/pages/schema.ts';
import { searchPage } from '#server/features/pages/search.ts';
import { showPage, showsPage } from '#server/features/pages/shows/show.ts';
import * as store from '#server/features/pages/store.ts';
import { sidesPage } from '#server/features/pages/subjects/sides.ts';
import { disagreement } from '#server/features/pages/subjects/store.ts';
import { tickerPage } from '#server/features/pages/subjects/ticker.ts';
import { suggestPage } from '#server/features/pages/suggest/suggest.ts';
import { newestPage } from '#server/features/pages/take/newest.ts';
import { recentTheses, thesesOfIdea } from '#server/features/pages/theses/store.ts';
import { propositionsPage, thesisPage, withPropositions } from '#server/features/pages/theses/thesis.ts';
import { quotaMetric } from '#server/features/plans/rules.ts';
import { readUsage } from '#server/features/plans/store.ts';
import { stanceWord } from '#server/features/theses/statement.ts';
import { subjectInSentence } from '#server/linking/themes/name.ts';
import { DAY_MS, utcDay } from '#server/platform/clock.ts';

const FRONT_IDEAS = 10;
const MONTH_MS = 30 * DAY_MS;
/** Eight kinds of address: below the 50,000 that one sitemap may hold. */
const SITEMAP_ROWS = 6000;
const MOST_CHOICES = 500;
/** How far behind its first second the sentences of an argument are looked for. */
const ARGUMENT_SECONDS = 900;

const byId = z.object({ id: z.string().refine(isId) });

export const pagesRouter = router({
  /** The newest ideas and what the corpus holds; `tickers` and `disagreement` cover the time from `countedFrom` on. Both moments are null in an empty corpus. */
  front: pageProcedure.query(async ({ ctx }) => {
    const airedAt = await ideaPages.newestAirDate(ctx.db, ctx.now);
    const countedFrom = airedAt ? new Date(airedAt.getTime() - MONTH_MS) : null;
    const [counts, theses, tickers, ids, split] = await Promise.all([
      store.listedCounts(ctx.db),
      recentTheses(ctx.db, ctx.now, 6),
      countedFrom ? store.busiestTickers(ctx.db, countedFrom, 10) : [],
      ideaPages.newestIdeas(ctx.db, ctx.now, FRONT_IDEAS),
      countedFrom && airedAt ? disagreement(ctx.db, countedFrom, airedAt) : null,
    ]);
    const [bullish, bearish] = split ? await cardsOf(ctx, [split.bullish, split.bearish]) : [];
    return {
      airedAt,
      countedFrom,
      counts,
      theses: await withPropositions(ctx, theses),
      tickers: tickers.map(named),
      ideas: await cardsOf(ctx, ids),
      disagreement: split && bullish && bearish ? { subject: split.name, bullish, bearish } : null,
    };
  }),

  sides: sidesPage,

  suggest: suggestPage,

  person: personPage,

  newest: newestPage,

  /** By which engines the episodes were read. */
  readBy: pageProcedure.query(({ ctx }) => countReadBy(ctx.db)),

  search: searchPage,

  /** What the search page offers to choose from. */
  searchChoices: pageProcedure.query(({ ctx }) => store.searchChoices(ctx.db, MOST_CHOICES)),

  /** Ids of the fictional shows, which search engines must not index as said. */
  sampleShows: pageProcedure.query(async ({ ctx }) => (await store.sampleShows(ctx.db)).map(({ id }) => id)),

  /** Cards of the current ideas among `ids`, in their order. */
  cards: pageProcedure
    .input(z.object({ ids: z.array(z.string()).max(MOST_CARDS) }))
    .query(({ ctx, input }) => cardsOf(ctx, input.ids.filter(isId))),

  /** An idea's card and surroundings. 404 for an unknown or hidden one. */
  idea: pageProcedure.input(byId).query(async ({ ctx, input }): Promise<IdeaPage> => {
    const [detail, facts] = await Promise.all([
      findIdea(ctx.db, input.id),
      ideaPages.ideaFacts(ctx.db, input.id),
    ]);
    if (!detail || !facts) throw new Refusal('not_found');
    const side = stanceWord(facts.stance);
    const [opposingId, nextTo, theses, themes, episodeIds, corrections, elsewhere, alsoPublished] =
      await Promise.all([
        ideaPages.opposingIdea(ctx.db, facts, side),
        ideaPages.besideOnSubject(ctx.db, facts),
        thesesOfIdea(ctx.db, input.id),
        ideaPages.themesOfIdea(ctx.db, input.id),
        ideaPages.ideasOfEpisode(ctx.db, facts.episodeId, 12),
        correctionsOfIdea(ctx.db, input.id),
        arguedElsewhere(ctx, input.id, facts.episodeId),
        ideaPages.alsoPublished(ctx.db, { ideaId: input.id }),
      ]);
    const untold = opposingId === null ? await ideaPages.untoldOn(ctx.db, facts, side) : 0;
    const standing = detail.supersededAt ? await standingFor(ctx.db, input.id) : null;
    const others = episodeIds.filter((id) => id !== input.id && id !== opposingId);
    const beside = [opposingId, nextTo.before, nextTo.after].filter((id) => id !== null);
    const asked = new Set([...beside, ...others, ...(standing === null ? [] : [standing])]);
    const near = await cardsById(ctx, [...asked]);
    const cardOf = (id: string | null) => (id === null ? null : (near.get(id) ?? null));
    const card = toCard(detail, ctx.services.env);
    const { indexedAt, durationSeconds, episodeLink, audioUrl } = facts;
    return {
      ...{ indexedAt, durationSeconds, episodeLink, audioUrl },
      standing: cardOf(standing)?.id ?? null,
      hasQuote: quotable(detail) !== null,
      card,
      speaker: speakerOnCard(card, detail.speakerName),
      beyond: beyondCard(toContent(detail, 'free', ctx.services.env)),
      theses: await withPropositions(ctx, theses),
      themes,
      company: facts.subjectKind === 'company' ? { slug: facts.subjectKey, name: facts.subjectName } : null,
      corrections,
      opposing: cardOf(opposingId),
      untold,
      nextTo: { ...nextTo, before: cardOf(nextTo.before), after: cardOf(nextTo.after) },
      // A replaced idea stays readable: what replaced it says the same, and is not argued beside it.
      sameEpisode: others.flatMap((id) => cardOf(id) ?? []).filter((other) => !saysTheSame(other, card)),
      elsewhere: elsewhere.filter(
        ({ id, episode }) => !beside.includes(id) && !alsoPublished.some((same) => same.id === episode.id),
      ),
      alsoPublished,
    };
  }),

  thesis: thesisPage,

  propositions: propositionsPage,

  /**
   * What the reader's account adds to an idea's page. The full argument only when it was opened today already or reads
   * are unlimited: rendering a page never spends a read.
   */
  ideaForAccount: signedInProcedure.input(byId).query(async ({ ctx, input }) => {
    const { accountId, plan } = ctx.account;
    const [marks, usage, detail] = await Promise.all([
      ideaPages.ideaMarks(ctx.db, accountId, input.id, utcDay(ctx.now)),
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
  }),

  /** What the speaker said right around an idea's quote, within the show's licence; Premium, as the quote itself. */
  quoteContext: signedInProcedure.input(byId).query(async ({ ctx, input }): Promise<Surroundings> => {
    if (ctx.account.plan !== 'premium') throw new Refusal('premium_required');
    const detail = await findIdea(ctx.db, input.id);
    const moment = detail ? quotable(detail) : null;
    if (!detail || !moment) throw new Refusal('not_found');
    const { startSeconds, endSeconds } = moment;
    const cues = await ideaPages.spokenBetween(
      ctx.db,
      input.id,
      startSeconds - CONTEXT_SECONDS,
      endSeconds + CONTEXT_SECONDS,
    );
    return surroundings(cues, moment, detail.quoteChars);
  }),

  shows: showsPage,

  show: showPage,

  /** An episode with its ideas in the order they were said. */
  episode: pageProcedure.input(byId).query(async ({ ctx, input }) => {
    const episode = await store.episodeFacts(ctx.db, input.id);
    if (!episode) throw new Refusal('not_found');
    const [ideas, alsoPublished] = await Promise.all([
      ideaPages.ideasOfEpisode(ctx.db, input.id),
      ideaPages.alsoPublished(ctx.db, { episodeId: input.id }),
    ]);
    return { episode, ideas: await cardsOf(ctx, ideas), alsoPublished };
  }),

  ticker: tickerPage,

  companies: companiesPage,

  company: companyPage,

  companyArgued: companyArguedPage,

  /** Themes that ideas touch, the most discussed first. */
  themes: pageProcedure.query(({ ctx }) => store.listThemeFacts(ctx.db)),

  /** A theme with its counts and its name as it stands inside a sentence. 404 for an unknown one. */
  theme: pageProcedure.input(z.object({ slug: themeSlug })).query(async ({ ctx, input }) => {
    const theme = await store.themeFacts(ctx.db, input.slug);
    if (!theme) throw new Refusal('not_found');
    return { ...theme, inSentence: subjectInSentence({ subjectKind: 'theme', subjectName: theme.name }) };
  }),

  /** Addresses for the sitemap with when each changed; none of what samples alone say. */
  sitemap: pageProcedure.query(({ ctx }) => store.sitemapRows(ctx.db, SITEMAP_ROWS)),
});

const MOST_ELSEWHERE = 4;

function saysTheSame(one: IdeaCard, other: IdeaCard): boolean {
  return one.headline === other.headline || one.thesis === other.thesis;
}

/** Listed ideas of other episodes that mean the same; none without an encoder. */
async function arguedElsewhere(ctx: CallContext, ideaId: string, episodeId: string): Promise<IdeaCard[]> {
  const meaning = await meaningOfIdea(ctx.db, ideaId);
  const range = { least: SAME_ARGUMENT, most: 10 * MOST_ELSEWHERE, signal: ctx.signal };
  const near = await nearest(ctx.services, 'idea', meaning, range);
  const listed = await ideaPages.listedAmong(
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
      : await ideaPages.spokenBetween(ctx.db, detail.id, at - CONTEXT_SECONDS, at + ARGUMENT_SECONDS);
  return timedSentences(sentences, cues).map((sentence) => ({
    ...sentence,
    listenUrl: listenUrl(detail, sentence.second),
  }));
}
