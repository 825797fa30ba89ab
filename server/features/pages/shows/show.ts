import { z } from 'zod';
import { pageOf } from '#server/api/cursor.ts';
import { Refusal } from '#server/api/errors.ts';
import { freeText, isId } from '#server/api/inputs.ts';
import { mostCharacters } from '#server/api/limits.ts';
import { pageProcedure } from '#server/api/trpc.ts';
import { cardsOf } from '#server/features/ideas/cards.ts';
import { named } from '#server/features/pages/rules.ts';
import { listShowFacts, showFacts } from '#server/features/pages/shows/store.ts';
import * as store from '#server/features/pages/store.ts';
import { ideasOfEpisodes, speakersOfShow } from '#server/features/pages/subjects/store.ts';
import { placeOf, type ShowPlace } from '#server/features/shows/store.ts';
import { HOUR_MS } from '#server/platform/clock.ts';

const SHOWS_A_PAGE = 60;
const EPISODES_A_PAGE = 12;
const MOST_SPEAKERS = 12;
const MOST_IDEAS = 500;

/** Shows by name; `next` is the place to go on after. What is no place starts from the first. */
export const showsPage = pageProcedure
  .input(z.object({ q: freeText(mostCharacters.soughtName).default(''), after: freeText(400).default('') }))
  .query(async ({ ctx, input }) => {
    const after = readPlace(input.after);
    const found = await listShowFacts(ctx.db, input.q.trim(), after, SHOWS_A_PAGE + 1);
    const { rows, last } = pageOf(found, SHOWS_A_PAGE);
    return { shows: rows, next: last && writePlace(last) };
  });

/**
 * A show by slug or id with its newest episodes, what was argued in each, its tickers and who speaks. `next` is the
 * episode to go on behind.
 */
export const showPage = pageProcedure
  .input(
    z.object({
      slug: freeText(200, 1),
      before: z.iso.datetime().optional(),
      beforeId: z.string().refine(isId).optional(),
    }),
  )
  .query(async ({ ctx, input }) => {
    const show = await showFacts(ctx.db, input.slug);
    if (!show) throw new Refusal('not_found');
    const before = input.before
      ? { publishedAt: new Date(input.before), id: input.beforeId ?? null }
      : { publishedAt: new Date(ctx.now.getTime() + HOUR_MS), id: null };
    const [found, tickers, speakers] = await Promise.all([
      store.episodesOfShow(ctx.db, show.id, before, EPISODES_A_PAGE + 1),
      store.tickersOfShow(ctx.db, show.id, 12),
      speakersOfShow(ctx.db, show.id, MOST_SPEAKERS),
    ]);
    const { rows: episodes, last } = pageOf(found, EPISODES_A_PAGE);
    const argued = await ideasOfEpisodes(
      ctx.db,
      episodes.map(({ id }) => id),
      MOST_IDEAS,
    );
    const cards = Map.groupBy(
      await cardsOf(
        ctx,
        argued.map(({ id }) => id),
      ),
      (card) => card.episode.id,
    );
    return {
      show,
      episodes: episodes.map((episode) => ({ ...episode, ideas: cards.get(episode.id) ?? [] })),
      next: last && { before: last.publishedAt.toISOString(), beforeId: last.id },
      tickers: tickers.map(named),
      speakers,
    };
  });

/** A place in the catalogue of shows as an address has it. */
function writePlace(show: ShowPlace): string {
  const { id, name } = placeOf(show);
  return `${id} ${name}`;
}

function readPlace(written: string): ShowPlace | null {
  const [id = '', ...name] = written.split(' ');
  return isId(id) && name.length > 0 ? { id, name: name.join(' ') } : null;
}
