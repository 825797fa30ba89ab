import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { freeText, queryInteger, themeSlug } from '#server/api/inputs.ts';
import { mostCharacters } from '#server/api/limits.ts';
import { router, signedInProcedure } from '#server/api/trpc.ts';
import { type SearchAsked, searchPath, stancesAsked } from '#server/features/ideas/search/rules.ts';
import { keptOf, MAX_NAME, MAX_SEARCHES, nameOf } from '#server/features/searches/rules.ts';
import {
  findSearch,
  listSearches,
  removeSearch,
  renameSearch,
  saveSearch,
  setSearchAlerts,
} from '#server/features/searches/store.ts';
import { findShow } from '#server/features/shows/store.ts';

const searchId = z.object({ id: z.uuid() });
const name = freeText(MAX_NAME).transform((text) => text.trim().replace(/\s+/g, ' '));
const asked = z.object({
  q: freeText(mostCharacters.searchedWords).optional(),
  ticker: freeText(mostCharacters.symbol).optional(),
  showId: freeText(200).optional(),
  theme: themeSlug.optional(),
  person: freeText(mostCharacters.searchedPerson).optional(),
  stance: z.enum(stancesAsked).optional(),
  minDepth: queryInteger(1, 5).optional(),
});

export const searchesRouter = router({
  /** The saved searches of an account. */
  list: signedInProcedure.query(async ({ ctx }) => ({
    searches: await listSearches(ctx.db, ctx.account.accountId),
    most: MAX_SEARCHES,
  })),

  /** Saves a search, with alerts; a saved one stays as it is. Refused when it searches for nothing, and past `MAX_SEARCHES`. */
  save: signedInProcedure
    .input(z.object({ asked, name: name.optional() }))
    .mutation(async ({ ctx, input }) => {
      const kept = searchOf(input.asked);
      const show = kept.showId === undefined ? null : await findShow(ctx.db, kept.showId);
      const search = { asked: kept, path: searchPath(kept), name: input.name || nameOf(kept, show?.name) };
      if (!(await saveSearch(ctx.db, ctx.account.accountId, search, ctx.now))) {
        throw new Refusal('invalid_request', {
          message: `An account keeps at most ${MAX_SEARCHES} searches: remove one first.`,
        });
      }
      return { name: search.name };
    }),

  /** The saved search that asks the same; null when there is none. */
  kept: signedInProcedure.input(asked).query(async ({ ctx, input }) => {
    const kept = keptOf(input);
    if (!kept) return { search: null };
    return { search: await findSearch(ctx.db, ctx.account.accountId, searchPath(kept)) };
  }),

  /** Names a saved search; refused without a name. */
  rename: signedInProcedure.input(searchId.extend({ name })).mutation(async ({ ctx, input }) => {
    if (input.name === '')
      throw new Refusal('invalid_request', { field: 'name', message: 'Give it a name.' });
    return found(await renameSearch(ctx.db, ctx.account.accountId, input.id, input.name));
  }),

  /** Switches the alerts of one search. */
  setAlerts: signedInProcedure
    .input(searchId.extend({ alerts: z.boolean() }))
    .mutation(async ({ ctx, input }) =>
      found(await setSearchAlerts(ctx.db, ctx.account.accountId, input.id, input.alerts, ctx.now)),
    ),

  /** Removes a search by its id or by what it searches for; a missing one changes nothing. */
  remove: signedInProcedure
    .input(z.union([searchId, z.object({ asked })]))
    .mutation(async ({ ctx, input }) => {
      const which = 'id' in input ? input : { path: searchPath(searchOf(input.asked)) };
      return { removed: await removeSearch(ctx.db, ctx.account.accountId, which) };
    }),
});

function searchOf(given: SearchAsked): SearchAsked {
  const kept = keptOf(given);
  if (kept) return kept;
  throw new Refusal('invalid_request', {
    field: 'q',
    message: 'Search for something first: words, a ticker, a show, a theme, a person, a side or a depth.',
  });
}

function found(changed: boolean) {
  if (!changed) throw new Refusal('not_found', { message: 'That search is gone: save it anew.' });
  return { changed };
}
