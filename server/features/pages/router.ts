import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { isId, themeSlug } from '#server/api/inputs.ts';
import { pageProcedure, router } from '#server/api/trpc.ts';
import { cardsOf } from '#server/features/ideas/cards.ts';
import { companiesPage, companyArguedPage, companyPage } from '#server/features/pages/companies/company.ts';
import { countReadBy } from '#server/features/pages/engines/store.ts';
import { ideaForAccountPage, ideaPage, quoteContextPage } from '#server/features/pages/ideas/idea.ts';
import * as ideaPages from '#server/features/pages/ideas/store.ts';
import { personPage } from '#server/features/pages/people/person.ts';
import { named } from '#server/features/pages/rules.ts';
import { MOST_CARDS } from '#server/features/pages/schema.ts';
import { searchPage } from '#server/features/pages/search.ts';
import { showPage, showsPage } from '#server/features/pages/shows/show.ts';
import * as store from '#server/features/pages/store.ts';
import { sidesPage } from '#server/features/pages/subjects/sides.ts';
import { disagreement } from '#server/features/pages/subjects/store.ts';
import { tickerPage } from '#server/features/pages/subjects/ticker.ts';
import { suggestPage } from '#server/features/pages/suggest/suggest.ts';
import { newestPage } from '#server/features/pages/take/newest.ts';
import { recentTheses } from '#server/features/pages/theses/store.ts';
import { propositionsPage, thesisPage, withPropositions } from '#server/features/pages/theses/thesis.ts';
import { subjectInSentence } from '#server/linking/themes/name.ts';
import { DAY_MS } from '#server/platform/clock.ts';

const FRONT_IDEAS = 10;
const MONTH_MS = 30 * DAY_MS;
/** Eight kinds of address: below the 50,000 that one sitemap may hold. */
const SITEMAP_ROWS = 6000;
const MOST_CHOICES = 500;

const byId = z.object({ id: z.string().refine(isId) });

export const pagesRouter = router({
  /**
   * The newest ideas and what the corpus holds; `tickers` and `disagreement` cover the time from `countedFrom` on. Both moments are
   * null in an empty corpus. Samples are left out of all but the counts once somebody said anything.
   */
  front: pageProcedure.query(async ({ ctx }) => {
    const samples = (await store.sampleShows(ctx.db)).map(({ id }) => id);
    const saidAt = await ideaPages.newestAirDate(ctx.db, ctx.now, samples);
    const leftOut = saidAt === null ? [] : samples;
    const airedAt = saidAt ?? (await ideaPages.newestAirDate(ctx.db, ctx.now, []));
    const countedFrom = airedAt ? new Date(airedAt.getTime() - MONTH_MS) : null;
    const [counts, theses, tickers, ids, split] = await Promise.all([
      store.listedCounts(ctx.db),
      recentTheses(ctx.db, ctx.now, 6, leftOut),
      countedFrom ? store.busiestTickers(ctx.db, countedFrom, 10, leftOut) : [],
      ideaPages.newestIdeaIds(ctx.db, ctx.now, FRONT_IDEAS, leftOut),
      countedFrom && airedAt ? disagreement(ctx.db, countedFrom, airedAt, leftOut) : null,
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

  idea: ideaPage,

  thesis: thesisPage,

  propositions: propositionsPage,

  ideaForAccount: ideaForAccountPage,

  quoteContext: quoteContextPage,

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
