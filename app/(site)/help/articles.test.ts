import { describe, expect, it } from 'vitest';
import { errorCodes, Refusal, renderRefusal } from '#server/api/errors.ts';
import { articleOf, articleSlugs } from './article-of.ts';
import { articles } from './articles.ts';
import { howTo } from './guides.ts';

/** The error codes whose answers link to an article, with its path. */
const ledTo = errorCodes.flatMap((code) => {
  const { helpUrl } = renderRefusal(new Refusal(code), 'https://earmark.test').body;
  return typeof helpUrl === 'string' ? [[code, new URL(helpUrl).pathname] as const] : [];
});

describe('help', () => {
  it.each(ledTo)('has an article for %s, at %s, that names the code', (code, path) => {
    expect(path).toMatch(/^\/help\//);
    const article = articleOf(path.slice('/help/'.length));
    expect(article?.about).toContain(code);
  });

  it('has no article that nothing leads to', () => {
    const slugs = ledTo.map(([, path]) => path.slice('/help/'.length));
    expect(Object.keys(articles).sort()).toEqual([...new Set(slugs)].sort());
  });

  it('is in the sitemap with every article, of a refusal or on how to do something', () => {
    expect(articleSlugs).toEqual(expect.arrayContaining([...Object.keys(howTo), ...Object.keys(articles)]));
  });

  it('tells how in steps, under slugs that no refusal has', () => {
    for (const [slug, article] of Object.entries(howTo)) {
      expect(articleOf(slug)).toBe(article);
      expect(article.parts.some((part) => 'steps' in part && part.steps.length > 1)).toBe(true);
      expect(Object.keys(articles)).not.toContain(slug);
    }
  });
});
