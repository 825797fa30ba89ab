import type { Cue, Subject } from '#server/domain.ts';
import { joinCues, lastAtOrBefore } from '#server/language/cues/text.ts';
import { baseConfidence, type Found, isSureAsWritten, scoreAll } from '#server/linking/link/context.ts';
import { indexNames, type NameIndex } from '#server/linking/link/index.ts';
import { findRespelled, soundsOf } from '#server/linking/link/respelled.ts';
import { symbolAt } from '#server/linking/link/symbols.ts';
import { casing, type Token, tokenise } from '#server/linking/link/tokens.ts';
import { type Entry, listedSymbol, type Universe } from './universe.ts';

/**
 * Least confidence, 0..1, of a link that is served: `Apple` with a capital in mid-sentence passes, a bare `target` never does.
 * A doubtful name may still help to understand a passage.
 */
export const LEAST_LINK_CONFIDENCE = 0.6;

/** Below this a name is noise and is not reported. */
const REPORT_CONFIDENCE = 0.2;

/** A company or instrument named in a text. Offsets are of UTF-16 units, end exclusive. */
export type Link = {
  readonly start: number;
  readonly end: number;
  readonly surface: string;
  readonly subject: Exclude<Subject, { kind: 'theme' }>;
  /** Canonical symbols; empty for a company without a US symbol at the time. */
  readonly tickers: readonly string[];
  /** Symbol of the listed owner of a company that goes by its own name (Alphabet's, for Waymo); else empty. */
  readonly ownerTickers: readonly string[];
  /** Symbol at the home exchange (`005930.KS`), if the company is known by it. */
  readonly foreignSymbol: string | null;
  /** Company slug, listed or not. */
  readonly slug: string;
  /** 0..1; compare with `LEAST_LINK_CONFIDENCE`. */
  readonly confidence: number;
  /** Named through a product, brand or division (`AWS`); never above 0.7. */
  readonly product: boolean;
};

/** A link in one cue of an episode; offsets are within that cue's text as `cueText` tells it. */
export type EpisodeLink = Link & { readonly cue: number };

export type Linker = {
  /** Links of a text, in order, not overlapping. `asOf`: companies listed later are still private then. */
  link(text: string, asOf?: Date): Link[];
  /**
   * Links of an episode, read as one text so that context and repeated names count across cues. `expected`: slugs of
   * the companies that its title and description name.
   */
  linkEpisode(cues: readonly Cue[], asOf?: Date, expected?: readonly string[]): EpisodeLink[];
};

/** A linker for one universe. Builds its index once; linking takes time linear in the text. */
export function createLinker(universe: Universe): Linker {
  const names = indexNames(universe);
  const sounds = soundsOf(universe);

  function linkTokens(
    text: string,
    turns: readonly number[],
    asOf: Date | undefined,
    expected: readonly Entry[] = [],
  ): Link[] {
    const tokens = tokenise(text, turns);
    const cased = casing(tokens);
    const exact = findAll(universe, names, tokens, cased);
    const announced = new Set([...expected, ...exact.filter(isSureAsWritten).map((item) => item.entry)]);
    const respelled = findRespelled(tokens, cased, exact, announced, sounds);
    const found = [...exact, ...respelled].sort((a, b) => a.first - b.first);
    const scores = scoreAll(found, tokens, cased, new Set(expected));
    return found.flatMap((item, i) => {
      const confidence = Math.round((scores[i] ?? 0) * 100) / 100;
      return confidence < REPORT_CONFIDENCE ? [] : [toLink(item, text, tokens, confidence, asOf)];
    });
  }

  return {
    link: (text, asOf) => linkTokens(text, [], asOf),
    linkEpisode(cues, asOf, expected = []) {
      const joined = joinCues(cues);
      const { text, starts } = joined;
      const announced = expected.flatMap((slug) => universe.bySlug(slug) ?? []);
      const links = linkTokens(text, turnsIn(cues, starts), asOf, announced);
      return links.map((link) => placeInCue(link, joined));
    },
  };
}

/** Names and symbols of a text, in order, not overlapping. */
function findAll(universe: Universe, names: NameIndex, tokens: readonly Token[], cased: Uint8Array): Found[] {
  const found: Found[] = [];
  for (let at = 0; at < tokens.length; ) {
    const name = tokens[at]?.dollar === true ? null : names.longest(tokens, at);
    const symbol = symbolAt(universe, tokens, at, cased[at] === 1);
    if (symbol !== null && (name === null || symbol.last > name.last || symbol.confidence >= 0.95)) {
      found.push({
        first: at,
        last: symbol.last,
        entry: symbol.entry,
        alias: null,
        base: symbol.confidence,
      });
      at = symbol.last + 1;
    } else if (name !== null) {
      const { sense, last } = name;
      if (sense.entry !== null) {
        const base = baseConfidence(sense, tokens, at, last, cased[at] === 1);
        found.push({ first: at, last, entry: sense.entry, alias: sense.alias, base });
      }
      at = last + 1;
    } else {
      at += 1;
    }
  }
  return found;
}

function toLink(
  item: Found,
  text: string,
  tokens: readonly Token[],
  confidence: number,
  asOf: Date | undefined,
): Link {
  const start = tokens[item.first]?.start ?? 0;
  const end = tokens[item.last]?.end ?? start;
  const { entry } = item;
  const symbol = listedSymbol(entry, asOf);
  return {
    start,
    end,
    surface: text.slice(start, end),
    subject:
      symbol === null
        ? { kind: 'company', key: entry.slug, name: entry.name }
        : { kind: 'ticker', key: symbol, name: entry.name },
    tickers: symbol === null ? [] : [symbol],
    ownerTickers: entry.owner === null ? [] : [entry.owner],
    foreignSymbol: entry.foreignSymbol,
    slug: entry.slug,
    confidence,
    product: item.alias?.product === true,
  };
}

/** The offsets at which another speaker begins. */
function turnsIn(cues: readonly Cue[], starts: readonly number[]): number[] {
  return starts.filter((_, cue) => cue > 0 && cues[cue]?.speaker !== cues[cue - 1]?.speaker);
}

/** Places a link in a cue. A name over two cues goes to the one that holds more of it, cut to that part. */
function placeInCue(link: Link, { text, starts, lengths }: ReturnType<typeof joinCues>): EpisodeLink {
  const first = lastAtOrBefore(starts, link.start);
  const last = lastAtOrBefore(starts, link.end - 1);
  let best = { cue: first, start: 0, end: 0, surface: '' };
  for (let cue = first; cue <= last; cue += 1) {
    const offset = starts[cue] as number;
    const start = Math.max(0, link.start - offset);
    const end = Math.min(lengths[cue] as number, link.end - offset);
    const surface = text.slice(offset + start, offset + end);
    if (end - start > best.end - best.start) best = { cue, start, end, surface };
  }
  return { ...link, ...best };
}
