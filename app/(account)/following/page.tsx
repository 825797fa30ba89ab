import type { Metadata } from 'next';
import { tickerPath } from '#server/api/links.ts';
import { api, signedIn } from '../../_server/reader.ts';
import Link from '../../_ui/frame/link.tsx';
import { Section } from '../../_ui/frame/section.tsx';
import { counted } from '../../_ui/text/format.ts';

export const metadata: Metadata = { title: 'Following', robots: { index: false } };

/** What the reader follows, as links into the record. It is changed in settings. */
export default async function Following() {
  await signedIn();
  const caller = await api();
  const [{ shows }, tickers] = await Promise.all([caller.follows.listFollows(), caller.follows.listHeld()]);
  const none = shows.length + tickers.length === 0;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h1 className="text-3xl">Following</h1>
        <Link href="/settings/follows" className="text-sm">
          Change what you follow
        </Link>
      </div>
      <p className="mt-3 max-w-prose text-sm text-soft">
        Speakers whom you follow stand under <Link href="/settings/searches">your searches</Link>.
      </p>
      {none ? (
        <p className="mt-6 max-w-prose border-t border-rule pt-6">
          Nothing yet. Follow a show from <Link href="/shows">the list of shows</Link>, or a ticker from its
          page: your <Link href="/digest">digest</Link> is then made of them.
        </p>
      ) : (
        <div className="mt-8 grid gap-x-12 gap-y-10 sm:grid-cols-2">
          <Section id="tickers" title={counted(tickers.length, 'ticker')}>
            <ul className="mt-2">
              {tickers.map(({ symbol, name }) => (
                <li key={symbol} className="border-b border-rule">
                  <Link href={tickerPath(symbol)} className="quiet flex min-h-11 items-center gap-x-3">
                    <span className="symbol text-accent">{symbol}</span>
                    <span className="font-serif text-lg">{name}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
          <Section id="shows" title={counted(shows.length, 'show')}>
            <ul className="mt-2">
              {shows.map((show) => (
                <li key={show.id} className="border-b border-rule">
                  <Link
                    href={`/shows/${show.slug ?? show.id}`}
                    className="quiet flex min-h-11 items-center font-serif text-lg"
                  >
                    {show.name}
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
    </>
  );
}
