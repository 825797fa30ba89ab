import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { freeText } from '#server/api/inputs.ts';
import { pageProcedure } from '#server/api/trpc.ts';
import { tickerFacts } from '#server/features/pages/store.ts';
import { ideaCounts } from '#server/features/pages/suggest/store.ts';
import { otherClassesOf } from '#server/features/tickers/classes.ts';
import { findSymbol } from '#server/features/tickers/store.ts';

/**
 * A symbol's name and counts, read at `readAt`, with the other share classes of its issuer that ideas are on. 404 where it
 * is neither in the universe nor talked of.
 */
export const tickerPage = pageProcedure
  .input(z.object({ symbol: freeText(64, 1) }))
  .query(async ({ ctx, input }) => {
    const found = await findSymbol(ctx.db, input.symbol);
    if (!found) throw new Refusal('not_found');
    const facts = await tickerFacts(ctx.db, found.symbol);
    if (!found.listed && facts.ideaCount === 0) throw new Refusal('not_found');
    const classes = otherClassesOf(found.symbol);
    const counts = classes.length === 0 ? new Map<string, number>() : await ideaCounts(ctx.db, classes, []);
    const otherClasses = classes.flatMap((symbol) => {
      const ideas = counts.get(symbol) ?? 0;
      return ideas === 0 ? [] : [{ symbol, ideas }];
    });
    return { ...facts, name: found.name, otherClasses, readAt: ctx.now };
  });
