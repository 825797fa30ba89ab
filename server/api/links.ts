/** Where values are linked to: the deployment's own address. */
export type Web = { readonly webUrl: string };

/** An idea's permalink. */
export function ideaUrl({ webUrl }: Web, ideaId: string): string {
  return `${webUrl}/ideas/${ideaId}`;
}

/** A show's page. */
export function showUrl({ webUrl }: Web, slug: string): string {
  return `${webUrl}/shows/${encodeURIComponent(slug)}`;
}

/** A feed's link as a web address; null for what is not one. */
export function publicUrl(link: string | null): URL | null {
  const url = link === null ? null : URL.parse(link);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

/** Path of a ticker's page; of the search for it where it has none, because nobody lists it and no idea is about it. */
export function tickerPath(symbol: string, hasPage: boolean): string {
  const text = encodeURIComponent(symbol);
  return hasPage ? `/tickers/${text}` : `/search?ticker=${text}`;
}
