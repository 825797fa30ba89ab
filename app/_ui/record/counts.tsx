import { tickerPath } from '#server/api/links.ts';
import Link from '../frame/link.tsx';
import { personPath } from '../frame/page-of.ts';
import { counted } from '../text/format.ts';
import { Unbroken } from '../text/unbroken.tsx';

/** Tickers, each with its number of ideas. */
export function TickerCounts({
  tickers,
}: {
  tickers: readonly { readonly symbol: string; readonly name: string | null; readonly ideas: number }[];
}) {
  return (
    <ol className="mt-3 text-[0.9375rem]">
      {tickers.map((ticker) => (
        <li key={ticker.symbol} className="flex items-baseline justify-between gap-3 py-1">
          <Link href={tickerPath(ticker.symbol)} className="quiet min-w-0">
            <span className="symbol text-accent">{ticker.symbol}</span>{' '}
            <span className="text-soft">
              <Unbroken text={ticker.name ?? ''} />
            </span>
          </Link>
          <span className="figures whitespace-nowrap text-sm text-soft">{counted(ticker.ideas, 'idea')}</span>
        </li>
      ))}
    </ol>
  );
}

/** People by name, each with the number of their ideas. */
export function SpeakerCounts({
  speakers,
}: {
  speakers: readonly { readonly name: string; readonly ideas: number }[];
}) {
  return (
    <ul className="mt-3 text-[0.9375rem]">
      {speakers.map((speaker) => (
        <li key={speaker.name} className="flex items-baseline justify-between gap-3 py-1">
          <Link href={personPath(speaker.name)} className="quiet min-w-0">
            {speaker.name}
          </Link>
          <span className="figures whitespace-nowrap text-sm text-soft">
            {counted(speaker.ideas, 'idea')}
          </span>
        </li>
      ))}
    </ul>
  );
}
