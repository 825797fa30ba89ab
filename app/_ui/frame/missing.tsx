import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { canonicalSymbol } from '#server/linking/canonical-symbol.ts';
import { serverSide } from '../../_server/load.ts';
import NotFound from '../../not-found.tsx';
import { SearchBox } from '../search/search-box.tsx';

/** Metadata of a page that finds nothing. */
export const missing: Metadata = { title: 'Not found', robots: { index: false } };

/**
 * The not-found page, with status 404, in place of a page. Next's `notFound` renders it by script, so a reader
 * without scripts would see nothing; it is used only without a front door (plain `next start`). `ticker`: the symbol that
 * was asked for, where one was.
 */
export async function Missing({ ticker }: { ticker?: string }) {
  if (!(await serverSide()).answerMissing()) notFound();
  const symbol = ticker === undefined ? null : canonicalSymbol(ticker);
  return symbol === null ? <NotFound /> : <NoTicker symbol={symbol} />;
}

/** Names the symbol that nobody lists, and offers to search for it. */
function NoTicker({ symbol }: { symbol: string }) {
  return (
    <div className="max-w-xl">
      <h1 className="text-3xl">“{symbol}” is no ticker that is known here</h1>
      <p className="mt-3 mb-6 text-soft">Search for it as a company or as words.</p>
      <form action="/search">
        <SearchBox q={symbol} />
      </form>
    </div>
  );
}
