import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { cursorText, freeText, queryInteger, themeSlug, utcDate } from '#server/api/inputs.ts';
import { mostCharacters } from '#server/api/limits.ts';
import { pageProcedure } from '#server/api/trpc.ts';
import { toCard } from '#server/features/ideas/rules.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { countFound, findPage } from '#server/features/ideas/search/page.ts';
import { stancesAsked } from '#server/features/ideas/search/rules.ts';
import { MOST_COUNTED } from '#server/features/pages/schema.ts';

const IDEAS_A_PAGE = 20;

export type SearchAnswer = {
  readonly ideas: IdeaCard[];
  readonly nextCursor: string | null;
  /** Ideas that the search finds, on every page of it; null when they are more than are counted. */
  readonly total: number | null;
};

/** The search of GET /v1/agent/ideas (docs/contract.md, Ideas) for the search page, open to readers without an account. Dates that are crossed are refused. */
export const searchPage = pageProcedure
  .input(
    z.object({
      q: freeText(mostCharacters.searchedWords).default(''),
      ticker: freeText(mostCharacters.symbol).optional(),
      show: freeText(200).optional(),
      theme: themeSlug.optional(),
      minDepth: queryInteger(1, 5).default(1),
      from: utcDate.optional(),
      to: utcDate.optional(),
      person: freeText(mostCharacters.searchedPerson).optional(),
      stance: freeText(16).toLowerCase().pipe(z.enum(stancesAsked)).optional(),
      order: z.enum(['newest']).optional(),
      cursor: cursorText.optional(),
    }),
  )
  .query(async ({ ctx, input }): Promise<SearchAnswer> => {
    if (input.from && input.to && input.from > input.to) throw crossed();
    const { cursor, show, ticker, person, ...filters } = input;
    // A form sends the fields that nobody filled in.
    const asked = {
      ...filters,
      showId: show || undefined,
      ticker: ticker || undefined,
      person: person || undefined,
    };
    const [{ rows, nextCursor }, found] = await Promise.all([
      findPage(ctx, asked, { limit: IDEAS_A_PAGE, cursor }),
      countFound(ctx, asked, MOST_COUNTED + 1),
    ]);
    return {
      ideas: rows.map((row) => toCard(row, ctx.services.env)),
      nextCursor,
      total: found > MOST_COUNTED ? null : found,
    };
  });

function crossed(): Refusal {
  return new Refusal('invalid_request', {
    field: 'from',
    message: 'The dates are crossed: the first day to search is after the last one.',
  });
}
