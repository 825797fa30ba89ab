import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { freeText } from '#server/api/inputs.ts';
import { pageProcedure } from '#server/api/trpc.ts';
import { tickerFacts } from '#server/features/pages/store.ts';
import { ideaCounts } from '#server/features/pages/suggest/store.ts';
import { namesOf } from '#server/features/theses/subject.ts';
import { otherClassesOf } from '#server/features/tickers/classes.ts';
import { findSymbol } from '#server/features/tickers/store.ts';

/**
 * A symbol's name and counts, read at `readAt`, with the other share classes of its issuer that ideas are on, and what was said of
 * the company before its listing. 404 where it is neither in the universe nor talked of.
 */
export const tickerPage = pageProcedure
  .input(z.object({ symbol: freeText(64, 1) }))
  .query(async ({ ctx, input }) => {
    const found = await findSymbol(ctx.db, input.symbol);
    if (!found) throw new Refusal('not_found');
    const facts = await tickerFacts(ctx.db, found.symbol);
    if (!found.listed && facts.ideaCount === 0) throw new Refusal('not_found');
    const classes = otherClassesOf(found.symbol);
    const former = namesOf({ kind: 'ticker', key: found.symbol }).flatMap((name) =>
      name.kind === 'company' ? name.key : [],
    );
    const isAlone = classes.length + former.length === 0;
    const counts = isAlone ? new Map<string, number>() : await ideaCounts(ctx.db, classes, former);
    const beforeListing = former.map((slug) => ({ slug, ideas: counts.get(slug) ?? 0 }));
    const otherClasses = classes.flatMap((symbol) => {
      const ideas = counts.get(symbol) ?? 0;
      return ideas === 0 ? [] : [{ symbol, ideas }];
    });
    return {
      ...facts,
      name: found.name,
      otherClasses,
      beforeListing: beforeListing.find(({ ideas }) => ideas > 0) ?? null,
      readAt: ctx.now,
    };
  });
