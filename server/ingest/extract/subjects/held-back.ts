import type { Cue, HeldBackName } from '#server/domain.ts';
import { cueText } from '#server/language/cues/text.ts';
import { EVERYDAY, GIVEN_NAMES } from '#server/linking/link/words.ts';
import { LEAST_LINK_CONFIDENCE } from '#server/linking/linker.ts';
import type { EntityLink } from './mentions.ts';

type LinkedTalk = {
  readonly cues: readonly Cue[];
  readonly links: readonly EntityLink[];
  /** Sponsor reads, in seconds. */
  readonly adRanges: readonly (readonly [number, number])[];
};

/**
 * Names that may mean a listed instrument and were held back, once each, at the linker's surest. Only those that can
 * be decided by name alone: no everyday words (the talk tells their company), products (too loosely tied to an owner),
 * people, or names that the episode links surely.
 */
export function heldBackNames({ cues, links, adRanges }: LinkedTalk): HeldBackName[] {
  const sure = new Set(links.filter(isSure).map(idOf));
  const surest = new Map<string, EntityLink>();
  for (const link of links) {
    if (isSure(link) || sure.has(idOf(link)) || !isAskedAbout(link, cues[link.cue]!)) continue;
    const { start } = cues[link.cue]!;
    if (adRanges.some(([from, to]) => start >= from && start < to)) continue;
    if (link.confidence > (surest.get(idOf(link))?.confidence ?? 0)) surest.set(idOf(link), link);
  }
  return [...surest.values()].map(({ tickers, surface, cue }) => ({
    symbol: tickers[0]!,
    name: surface,
    seconds: Math.floor(cues[cue]!.start),
  }));
}

function isSure({ confidence }: EntityLink): boolean {
  return confidence >= LEAST_LINK_CONFIDENCE;
}

function idOf({ surface, tickers }: EntityLink): string {
  return `${tickers[0]} ${surface.toLowerCase()}`;
}

function isAskedAbout({ tickers, product, surface, start }: EntityLink, cue: Cue): boolean {
  if (tickers.length === 0 || product) return false;
  const before = /(\p{L}+)\s+$/u.exec(cueText(cue).slice(0, start))?.[1] ?? '';
  if (GIVEN_NAMES.has(before.toLowerCase())) return false;
  return !wordsIn(surface).every((word) => EVERYDAY.has(word));
}

function wordsIn(name: string): string[] {
  return name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
