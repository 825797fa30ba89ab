import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { companySlug } from '#server/api/inputs.ts';
import { pageProcedure } from '#server/api/trpc.ts';
import {
  companyFacts,
  countedOnCompany,
  listCompanies,
  speakersOnCompany,
} from '#server/features/pages/companies/store.ts';
import { type CompanyPage, MOST_COUNTED } from '#server/features/pages/schema.ts';
import { thesesOfSubject } from '#server/features/pages/theses/store.ts';
import { withPropositions } from '#server/features/pages/theses/thesis.ts';
import { presentSubject } from '#server/features/theses/subject.ts';
import { WINDOW, weeksOf, windowStart } from '#server/features/theses/timeline/rules.ts';
import { loadUniverse } from '#server/linking/universe.ts';

const MOST_COMPANIES = 300;
const MOST_SPEAKERS = 12;

const asked = z.object({ slug: companySlug });

/** Companies that ideas are about while they have no ticker, those spoken of last first, and whether there are more. */
export const companiesPage = pageProcedure.query(async ({ ctx }) => {
  const companies = await listCompanies(ctx.db, MOST_COMPANIES + 1);
  return { companies: companies.slice(0, MOST_COMPANIES), hasMore: companies.length > MOST_COMPANIES };
});

/**
 * A company's name and counts, with the symbol under which it is listed, if it is. 404 where it is neither in the universe nor
 * what an idea is about.
 */
export const companyPage = pageProcedure.input(asked).query(async ({ ctx, input }): Promise<CompanyPage> => {
  const { slug } = input;
  const facts = await companyFacts(ctx.db, slug, MOST_COUNTED);
  const known = loadUniverse().bySlug(slug);
  const symbol = known?.symbol ?? null;
  if (facts) return { slug, symbol, ...facts };
  if (!known) throw new Refusal('not_found');
  const none = { ideaCount: 0, showCount: 0, firstAt: null, lastAt: null, fictional: false };
  return { slug, symbol, name: known.name, ...none };
});

/**
 * What was argued on a company beside its ideas: who spoke, its theses (those of its ticker since a listing), and how many ideas a
 * week took which side, in the days up to `readAt`.
 */
export const companyArguedPage = pageProcedure.input(asked).query(async ({ ctx, input }) => {
  const { slug } = input;
  const readAt = ctx.now;
  const from = windowStart(readAt, WINDOW.usual);
  const [speakers, theses, ideas] = await Promise.all([
    speakersOnCompany(ctx.db, slug, MOST_COUNTED, MOST_SPEAKERS),
    thesesOfSubject(ctx.db, presentSubject({ kind: 'company', key: slug, name: slug })),
    countedOnCompany(ctx.db, slug, from, readAt),
  ]);
  return {
    speakers,
    theses: await withPropositions(ctx, theses),
    timeline: { windowDays: WINDOW.usual, weeks: weeksOf(ideas, from, readAt) },
    readAt,
  };
});
