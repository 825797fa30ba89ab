/** The deployment's own address, with which every link begins. */
export type Web = { readonly webUrl: string };

/** An idea's permalink. */
export function ideaUrl({ webUrl }: Web, ideaId: string): string {
  return `${webUrl}/ideas/${ideaId}`;
}

/** A show's page. */
export function showUrl({ webUrl }: Web, slug: string): string {
  return `${webUrl}/shows/${encodeURIComponent(slug)}`;
}

/** A feed's link as a URL that may be served: without user and password; null for a link that is not http(s). */
export function publicUrl(link: string | null): URL | null {
  const url = link === null ? null : URL.parse(link);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  url.username = '';
  url.password = '';
  return url;
}

/** A feed's link as it may be served, as text. */
export function publicLink(link: string | null): string | null {
  return publicUrl(link)?.href ?? null;
}

/** The path of a ticker's page, which each listed ticker and each with ideas has. */
export function tickerPath(symbol: string): string {
  return `/tickers/${encodeURIComponent(symbol)}`;
}

/** The path of the ticker's page. Without one (unlisted, no ideas), of a search for it. */
export function tickerOrSearchPath(symbol: string, hasPage: boolean): string {
  return hasPage ? tickerPath(symbol) : `/search?ticker=${encodeURIComponent(symbol)}`;
}

/** The path of an address that is asked for: the address without its query. */
export function pathOf(url: string): string {
  return url.split('?')[0]!;
}
