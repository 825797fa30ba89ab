import { ARROWS, plainly, takesSide } from '#server/features/embeds/leaning.ts';
import { namesPrice, tellsValue } from '#server/features/embeds/valued.ts';
import { dayInWords } from '#server/platform/clock.ts';

/** What of an episode's title a widget shows. From the title alone. */

/** No security is bought, sold or held: "Sell Side", "Buy Now, Pay Later", "Hold On". */
const NOT_TRADED =
  '(?!(?:Side|Back|Out|In|Off|On|Up|Or|And|Then|Now|Your|My|Our|Their|His|Her|The|A|An|It|More|Less|Anything|Everything|To|With|Without|That|This|Me|Them|Fast|Tight)\\b)';

/** A call to trade: "Sell Tesla now", "Strong Buy: Amazon", "Amazon: Buy", "Stocks to Buy", "Why I Sold Tesla". */
const CALLS = [
  /\bstrong (?:buy|sell)\b|\b(?:buy|sell|hold)(?:,| or) (?:buy|sell|hold)\b|\b(?:stocks?|shares|companies|names?|time) to (?:buy|sell|own|hold|avoid|short|dump)\b/i,
  /(?:^|[:(|] ?| [–—-] )(?:buy|sell|hold|short)(?= ?(?:$|[)!?.:]))/i,
  new RegExp(
    `(?:^|[:(|!?.] ?| [–—-] |\\b[Dd]on't |\\bI'd |\\b[Nn]ever |\\b[Ss]hould (?:[Yy]ou|[Ww]e|I) )(?:Buy|BUY|buy|Sell|SELL|sell|Short|Dump|Avoid|Hold) ${NOT_TRADED}(?:\\$?[A-Z])`,
  ),
  /\b(?:buy|sell|short|dump) (?:(?:the|this) (?:stock|dip|shares)|it now)\b/i,
  /\bwhy (?:i|we)(?:'m| am|'re| are)? (?:just |never |not )?(?:bought|buying|buy|sold|selling|sell|shorted|shorting|short|own) (?!my|our|the|a|an)\S/i,
];

function saysMore(title: string): boolean {
  const plain = plainly(title);
  return (
    takesSide(plain) || tellsValue(plain) || namesPrice(plain) || CALLS.some((pattern) => pattern.test(plain))
  );
}

/**
 * A title without arrows; where it takes a side, calls to trade or names the price of a security, the day of the episode in its
 * place (docs/contract.md, Public embed data and widgets 5).
 */
export function widgetTitle(title: string, publishedAt: Date): string {
  const shown = title.search(ARROWS) < 0 ? title : title.replace(ARROWS, ' ').replace(/ +/g, ' ').trim();
  return shown === '' || saysMore(shown) ? `Episode of ${dayInWords(publishedAt)}` : shown;
}
