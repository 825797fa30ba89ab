import { type SearchAsked, searchPath } from '#server/features/ideas/search/rules.ts';
import { canonicalSymbol } from '#server/linking/canonical-symbol.ts';
import { themeBySlug } from '#server/linking/themes/rules.ts';

/** Searches an account may keep. */
export const MAX_SEARCHES = 20;
/** Characters of a name. */
export const MAX_NAME = 80;

/** What a saved search keeps of a search: no days and no order, and one spelling of a symbol. Null when nothing narrows it. */
export function keptOf({
  q,
  ticker,
  showId,
  theme,
  person,
  stance,
  minDepth,
}: SearchAsked): SearchAsked | null {
  const symbol = ticker?.trim() ? (canonicalSymbol(ticker) ?? ticker.trim()) : '';
  const texts = { q, ticker: symbol, showId, theme, person };
  const given = Object.entries(texts).flatMap(([name, text]) => {
    const trimmed = text?.trim().replace(/\s+/g, ' ') ?? '';
    return trimmed === '' ? [] : [[name, trimmed] as const];
  });
  const kept = {
    ...Object.fromEntries(given),
    ...(stance ? { stance } : {}),
    ...(minDepth && minDepth > 1 ? { minDepth } : {}),
  };
  return Object.keys(kept).length === 0 ? null : kept;
}

/** The search page's address of a saved search; two searches of one address are the same. */
export function pathOf(kept: SearchAsked): string {
  return searchPath(kept);
}

/** What a saved search is called until its holder names it; `show` is the name of the show it asks for, where that is known. */
export function nameOf(
  { q, ticker, showId, theme, person, stance, minDepth }: SearchAsked,
  show?: string,
): string {
  const depth = minDepth ? `depth ${minDepth}${minDepth < 5 ? ' or more' : ''}` : undefined;
  const topic = theme === undefined ? undefined : (themeBySlug(theme)?.name ?? theme);
  const parts = [q, ticker, topic, show ?? showId, person, stance, depth];
  return parts
    .flatMap((part) => part ?? [])
    .join(', ')
    .slice(0, MAX_NAME);
}
