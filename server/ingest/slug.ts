import { isId } from '#server/api/inputs.ts';
import { hyphenated } from '#server/linking/names.ts';

const MAX_SLUG = 60;

/** A show's name as a path segment of at most 60 characters; `show` when nothing is left. Never of the form of an id. */
export function showSlug(name: string): string {
  const slug = hyphenated(name).slice(0, MAX_SLUG).replace(/-+$/, '') || 'show';
  return isId(slug) ? `show-${slug}` : slug;
}
