import { PREVIEW, preview } from '../../../_server/preview.tsx';
import { decoded } from '../../../_server/query.ts';
import { api, orNotFound } from '../../../_server/reader.ts';
import { counted } from '../../../_ui/text/format.ts';

export const { size, contentType } = PREVIEW;
export const alt = 'A ticker, and how many ideas on it the record holds';

/** The preview image of links to a ticker's page: how much was said, never on which side. */
export default async function Image({ params }: { params: Promise<{ symbol: string }> }) {
  const symbol = decoded((await params).symbol);
  const ticker = await orNotFound((await api()).pages.ticker({ symbol }));
  return preview({
    above: [ticker.symbol, `${counted(ticker.ideaCount, 'idea')} from ${counted(ticker.showCount, 'show')}`],
    title: `What podcasts argued on ${ticker.name ?? ticker.symbol}`,
  });
}
