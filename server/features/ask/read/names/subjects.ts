import type { NamedTheme } from '#server/features/ask/read/reading.ts';
import { topicQuery } from '#server/features/ask/read/topic/topic-words.ts';
import { termsOf } from '#server/language/terms.ts';
import { ACRONYMS, EVERYDAY } from '#server/linking/link/words.ts';
import { LEAST_LINK_CONFIDENCE, type Link, type Linker } from '#server/linking/linker.ts';
import { findThemes, themeOfName } from '#server/linking/themes/rules.ts';

/** A name of this confidence, too low for a transcript, counts in a question with few other words ("apple risks"). */
const ASKED_CONFIDENCE = 0.3;
/** Fewer asked words than these beside a name are few. */
const LITTLE_ELSE = 3;

/** Companies and instruments that a question names, in the order of the text; symbols in small letters count. */
export function linksOf(text: string, linker: Linker): Link[] {
  const found = /^\s*[A-Z]{1,5}[^\p{L}\p{N}]*$/u.test(text)
    ? symbolAlone(text, linker)
    : namesAndSymbols(text, linker);
  const sure = found.filter((link) => link.confidence >= LEAST_LINK_CONFIDENCE);
  if (sure.length > 0) return sure;
  const doubtful = found.filter((link) => link.confidence >= ASKED_CONFIDENCE);
  return topicQuery(withoutLinks(text, doubtful)).asked.length < LITTLE_ELSE ? doubtful : [];
}

/**
 * Themes that a question names, each once: by their spoken forms, or by the bare name when nothing else is asked ("gold",
 * which in a talk may be a medal). What only asks is none: "podcasts".
 */
export function namedThemes(text: string, asked: readonly string[]): NamedTheme[] {
  const found = findThemes(text)
    .filter(({ surface }) => topicQuery(surface).asked.length > 0)
    .map(({ theme, surface }) => ({ theme, written: surface }));
  const bare = found.length === 0 && asked.length === 1 ? wordOf(text, asked[0]!) : null;
  const theme = bare === null ? null : themeOfName(bare);
  const all = theme === null || bare === null ? found : [{ theme, written: bare }];
  return [
    ...new Map(
      all.map(({ theme: { slug, name }, written }) => [slug, { slug, name, written }] as const).reverse(),
    ).values(),
  ].reverse();
}

/** The link of a text that is a symbol alone, even one that is otherwise a word ("KO"). */
function symbolAlone(text: string, linker: Linker): Link[] {
  return linker.link(`$${text.trim()}`).map((link) => ({ ...link, start: 0, end: text.length }));
}

/** The companies that a text names, and those that it means by a symbol in capitals. */
function namesAndSymbols(text: string, linker: Linker): Link[] {
  const named = linker.link(withSymbols(text, linker));
  const sure = named.filter(({ confidence }) => confidence >= LEAST_LINK_CONFIDENCE);
  const symbols = symbolsIn(text, linker).filter(({ start, end }) =>
    sure.every((link) => link.end <= start || end <= link.start),
  );
  const names = named.filter(({ start, end }) =>
    symbols.every((link) => link.end <= start || end <= link.start),
  );
  return [...names, ...symbols].sort((a, b) => a.start - b.start);
}

const CAPITALS = /(?<![\p{L}\p{N}$.&'’/-])[A-Z]{1,5}(?![\p{L}\p{N}&/-]|['’](?!s\b))/gu;
/** Where a company stands in a question, so that a letter or a word in capitals there is its symbol. */
const BEFORE_SYMBOL =
  /(?:^\W*|[,/] ?|\b(?:about|of|on|for|vs\.?|versus|and|or|compare|with|between|than|in|is|own|owns) )$/i;
const AFTER_SYMBOL =
  /^(?:['’]s\b|\W*$|[,/]| (?:and|or|vs\.?|versus|with|stocks?|shares?|in|since|before|after|last|this|on)\b)/i;

/** The symbols in capitals in a text that is not all capitals: "KO vs PEP", "bullish on V", but no "AI" and no "I". */
function symbolsIn(text: string, linker: Linker): Link[] {
  if (text === text.toUpperCase()) return [];
  return [...text.matchAll(CAPITALS)].flatMap((match) => {
    const [symbol] = match;
    const [start, end] = [match.index, match.index + symbol.length];
    const isWord = symbol.length === 1 || EVERYDAY.has(symbol.toLowerCase());
    const isPlace = BEFORE_SYMBOL.test(text.slice(0, start)) && AFTER_SYMBOL.test(text.slice(end));
    if (ACRONYMS.has(symbol.toLowerCase()) || /^[AI]$/.test(symbol) || (isWord && !isPlace)) return [];
    const [link] = linker.link(`$${symbol}`);
    return link?.tickers.includes(symbol) ? [{ ...link, start, end, surface: symbol }] : [];
  });
}

/** The first word of a text with this stem. */
function wordOf(text: string, stem: string): string | null {
  return text.match(/[\p{L}\p{N}]+/gu)?.find((word) => termsOf(word)[0] === stem) ?? null;
}

/** A text without the names that these links found in it. The links must be in the order of the text. */
export function withoutLinks(text: string, links: readonly Link[]): string {
  return links.reduceRight((cut, { start, end }) => `${cut.slice(0, start)} ${cut.slice(end)}`, text);
}

/** A text with `nvda` as `NVDA` when it is a symbol and no word. Keeps its length. */
function withSymbols(text: string, linker: Linker): string {
  return text.replace(/(?<![\p{L}\p{N}$.])[a-z]{3,5}(?![\p{L}\p{N}])/gu, (word) => {
    if (EVERYDAY.has(word) || ACRONYMS.has(word)) return word;
    const upper = word.toUpperCase();
    const [link] = linker.link(`$${upper}`);
    return link?.tickers.includes(upper) ? upper : word;
  });
}

/**
 * Whether a question asks how two companies relate to each other: it has no "and", "but" or "versus" between them, or
 * "between" before them, or a deal of both after them.
 */
export function relates(text: string, links: readonly Link[]): boolean {
  const [first, second] = [...new Map(links.map((link) => [link.slug, link])).values()];
  if (!first || !second) return false;
  const before = text.slice(0, first.start);
  const among = text.slice(first.end, second.start);
  if (/\bbetween\b/i.test(before) || OF_BOTH.test(text.slice(second.end))) return true;
  return (
    /\p{L}/u.test(among) &&
    !/\b(?:and|or|but|vs|versus|to|with|nor|than)\b|[,/&]/i.test(among.replace(BOND, ''))
  );
}

/** "The Palantir and Nvidia deal", "... , that partnership thing". */
const OF_BOTH = /^[\W]*(?:that |their |the )?(?:deal|partnership|merger|tie-?up|alliance)\b/i;

/** Words that relate one company to the other before "with" or "to". */
const BOND =
  /\b(?:relation(?:ship)?s?|deals?|partnership|contract|dependen\w+|exposure|ties|merger|competing|competes?|compete|lose|losing|lost|threat|answer|response|catch(?:ing)? up|sell|sells|pay|pays|sold) (?:with|to)\b/gi;
