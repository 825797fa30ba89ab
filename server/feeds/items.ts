import { utcDay } from '#server/platform/clock.ts';
import { enclosureKey, fallbackGuid, storedGuid, titledGuid, titleKey } from './identity.ts';
import type { ParsedEpisode } from './types.ts';

/** An item before its identity is decided: only the whole feed shows which guids can be trusted. */
export type Draft = Omit<ParsedEpisode, 'guid'> & { readonly ownGuid: string | null };

/**
 * The episodes of a feed's items, each with a guid of its own. A guid that the feed uses for different audio (a template's guid copied
 * into every item) identifies nothing, and its items fall back. Items that share a guid all the same are told apart by
 * what they say; those that say the same of themselves are one.
 */
export function episodesOf(drafts: readonly Draft[]): ParsedEpisode[] {
  const overused = overusedGuids(drafts);
  const items = drafts.map(({ ownGuid, ...draft }): ParsedEpisode => {
    const trusted = ownGuid !== null && !overused.has(ownGuid) ? ownGuid : null;
    const enclosureUrl = draft.enclosure?.url ?? null;
    return {
      guid: trusted ?? fallbackGuid({ ...draft, enclosureUrl }),
      ...draft,
    };
  });
  const apart = new Map(
    [...Map.groupBy(items, ({ guid }) => guid).values()].flatMap((twins) => toldApart(twins)),
  );
  return items.flatMap((item) => {
    const guid = apart.get(item);
    return guid === undefined ? [] : [{ ...item, guid }];
  });
}

function overusedGuids(drafts: readonly Draft[]): ReadonlySet<string> {
  const audioByGuid = new Map<string, string | null>();
  const overused = new Set<string>();
  for (const { ownGuid, enclosure } of drafts) {
    if (ownGuid === null) continue;
    const audio = enclosure ? enclosureKey(enclosure.url) : null;
    const seen = audioByGuid.get(ownGuid);
    if (seen === undefined) audioByGuid.set(ownGuid, audio);
    else if (seen !== audio) overused.add(ownGuid);
  }
  return overused;
}

/**
 * The different ones of items with one guid, each with a guid of its own: the common one where only one is left, else that with the
 * item's title, and with its day where titles are shared too. Never with its place in the feed, which changes.
 */
function toldApart(twins: readonly ParsedEpisode[]): (readonly [ParsedEpisode, string])[] {
  const different = twins.length === 1 ? twins : differentOnes(twins);
  if (different.length === 1) return [[different[0]!, different[0]!.guid]];
  const titles = Map.groupBy(different, titledGuid);
  return different.map((item) => {
    const guid = titledGuid(item);
    return [item, titles.get(guid)!.length > 1 ? storedGuid(`${guid} ${dayOf(item)}`) : guid];
  });
}

/**
 * Items with one guid without those that repeat another: they have a transcript in common with it, or title and day. What names no
 * transcript repeats also what has its title or, under one audio, its day.
 */
function differentOnes(twins: readonly ParsedEpisode[]): ParsedEpisode[] {
  const told = new Set<string>();
  return transcribedFirst(twins).filter((item) => {
    const title = `title ${titleKey(item.title)}`;
    const day = dayOf(item);
    const sure = [`${day} ${title}`, ...item.transcripts.map(({ url }) => `transcript ${url}`)];
    const likely = item.enclosure ? [title, day] : [title];
    const isRepeat = [...sure, ...(hasTranscript(item) ? [] : likely)].some((one) => told.has(one));
    if (!isRepeat) for (const one of [...sure, title, day]) told.add(one);
    return !isRepeat;
  });
}

function dayOf({ publishedAt }: ParsedEpisode): string {
  return `day:${publishedAt ? utcDay(publishedAt) : 'unknown'}`;
}

/** What names no transcript may repeat what does, wherever it stands. */
function transcribedFirst(items: readonly ParsedEpisode[]): ParsedEpisode[] {
  return [...items.filter(hasTranscript), ...items.filter((item) => !hasTranscript(item))];
}

function hasTranscript({ transcripts }: ParsedEpisode): boolean {
  return transcripts.length > 0;
}
