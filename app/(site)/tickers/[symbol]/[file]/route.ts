import { tickerPath } from '#server/api/links.ts';
import { decoded } from '../../../../_server/query.ts';
import { api, orMissing } from '../../../../_server/reader.ts';
import { taken } from '../../../../_server/take.ts';

export const dynamic = 'force-dynamic';

type Params = { params: Promise<{ symbol: string; file: string }> };

/** A ticker's newest ideas as a feed or a file. */
export async function GET(request: Request, { params }: Params) {
  const { symbol, file } = await params;
  const { pages } = await api();
  return taken(request, file, async () => {
    const ticker = await orMissing(pages.ticker({ symbol: decoded(symbol) }));
    if (!ticker) return null;
    return {
      title: `Ideas on ${ticker.symbol}`,
      path: tickerPath(ticker.symbol),
      ideas: await pages.newest({ of: { symbol: ticker.symbol } }),
    };
  });
}
