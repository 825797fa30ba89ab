import { hyphenated } from '#server/linking/names.ts';

const MAX_SLUG = 60;

/** A show's name as a path segment of at most 60 characters; `show` when nothing is left. */
export function showSlug(name: string): string {
  return hyphenated(name).slice(0, MAX_SLUG).replace(/-+$/, '') || 'show';
}
