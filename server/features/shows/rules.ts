import { Refusal } from '#server/api/errors.ts';
import { publicUrl, showUrl, type Web } from '#server/api/links.ts';
import type { Show } from '#server/features/shows/schema.ts';
import type { ShowRow } from '#server/features/shows/store.ts';

/** How many shows the starter set holds (docs/contract.md, Shows). */
export const STARTER_SHOWS = 8;

/** The Show of a row (docs/contract.md, Show). */
export function toShow(row: ShowRow, web: Web): Show {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    artworkUrl: publicUrl(row.artworkUrl)?.href ?? null,
    episodeCount: row.episodeCount,
    lastEpisodeAt: row.lastEpisodeAt?.toISOString() ?? null,
    ideaCount7d: row.ideaCount7d,
    url: showUrl(web, row.slug),
  };
}

/** The refusal of an unknown or hidden show (404). */
export function unknownShow(): Refusal {
  return new Refusal('not_found', { message: 'There is no such show.' });
}

/** Recommended shows by rank; the busiest ones fill the places up to eight. */
export function starterSet(recommended: readonly string[], busiest: readonly string[]): string[] {
  return [...new Set([...recommended, ...busiest])].slice(0, STARTER_SHOWS);
}

/** The members of a starter set after the one with this id; all of them at the start, none when that one has left the set. */
export function startersAfter(ids: readonly string[], lastId: string | null): string[] {
  if (lastId === null) return [...ids];
  const at = ids.indexOf(lastId);
  return at < 0 ? [] : ids.slice(at + 1);
}
