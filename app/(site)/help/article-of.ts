import { type Article, articles } from './articles.ts';
import { howTo } from './guides.ts';

const all: ReadonlyMap<string, Article> = new Map(Object.entries({ ...howTo, ...articles }));

/** The slug of every article. */
export const articleSlugs: readonly string[] = [...all.keys()];

/** The article of a slug, on a refusal or on how to do something; null when there is none. */
export function articleOf(slug: string): Article | null {
  return all.get(slug) ?? null;
}
