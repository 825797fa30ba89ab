import type { Metadata } from 'next';
import { cache } from 'react';
import { api, orNotFound } from '../../../_server/reader.ts';
import { Cards } from '../../../_ui/card.tsx';
import { counted, day } from '../../../_ui/format.ts';

type Props = { params: Promise<{ symbol: string }> };

const load = cache(async (symbol: string) =>
  orNotFound((await api()).pages.ticker({ symbol: decodeURIComponent(symbol) })),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const ticker = await load((await params).symbol);
  const name = ticker.name ? `${ticker.name} (${ticker.symbol})` : ticker.symbol;
  return {
    title: `${name}: what podcasts said`,
    description: `What named finance podcasts argued about ${name}, with show, episode, air date and second.`,
    alternates: { canonical: `/tickers/${encodeURIComponent(ticker.symbol)}` },
  };
}

export default async function TickerPage({ params }: Props) {
  const ticker = await load((await params).symbol);
  const { ideas } = await (await api()).pages.search({ ticker: ticker.symbol });
  return (
    <>
      <header>
        <p className="symbol text-accent">{ticker.symbol}</p>
        <h1 className="mt-1 text-[clamp(1.9rem,4.5vw,2.75rem)]">{ticker.name ?? ticker.symbol}</h1>
        <p className="figures mt-3 text-sm text-soft">
          {ticker.firstAt && ticker.lastAt
            ? `${counted(ticker.ideaCount, 'idea')} from ${counted(ticker.showCount, 'show')}, aired ${day(ticker.firstAt)} to ${day(ticker.lastAt)}`
            : 'No show in the corpus has argued an idea on it yet.'}
        </p>
      </header>
      <section aria-labelledby="ideas" className="mt-10">
        <h2 id="ideas" className="kicker">
          Most fully argued
        </h2>
        <div className="mt-3">
          <Cards
            ideas={ideas}
            empty={<p>No attributed discussion found in the Earmark corpus for this query.</p>}
          />
        </div>
      </section>
    </>
  );
}
