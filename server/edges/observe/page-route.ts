import { pathOf } from '#server/api/links.ts';

/** First words of the addresses that pages answer; a test holds them against `app/`. */
const PAGES = new Set(
  (
    'api ask billing changelog claim companies connect corrections digest docs embed episodes feeds following goodbye help ideas llms-full.txt ' +
    'llms.txt methodology oembed operator outbox people pricing privacy saved search settings shows sign-in support terms themes ' +
    'theses tickers unsubscribe widgets'
  ).split(' '),
);

/** First words of addresses whose rest is a secret: a personal feed, a connection that waits for a decision. */
const SECRET = new Set(['feeds', 'connect']);

export type PageRoute = {
  /** A label of few values for metrics: `/`, `/shows`, `/shows/*`, `assets`, or `other`. */
  readonly route: string;
  /** The address for the log: without its query, and without a secret. */
  readonly path: string;
};

/** A key of ours, whole or cut, which a caller put into the address by mistake. */
const KEY = /(emk_[a-z]+_)[^/]*/gi;

/** Longer than any address of ours, and short enough for a line. */
const LONGEST = 300;

/** What metrics and the log call the address of a page. */
export function pageRoute(url: string): PageRoute {
  const path = pathOf(url).replaceAll(KEY, '$1***').slice(0, LONGEST);
  const [, first = '', ...rest] = path.split('/');
  if (first === 'oauth') return { route: 'other', path: `/oauth/${rest[0] ?? ''}` };
  if (first === '') return { route: '/', path };
  if (PAGES.has(first)) {
    const route = rest.join('') === '' ? `/${first}` : `/${first}/*`;
    return { route, path: SECRET.has(first) ? route : path };
  }
  return { route: first === '_next' || /\.\w+$/.test(path) ? 'assets' : 'other', path };
}
