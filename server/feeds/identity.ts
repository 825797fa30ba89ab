import { createHash } from 'node:crypto';
import { utcDay } from '#server/platform/clock.ts';

const MEDIA_FILE = /\.(?:mp3|m4a|m4b|mp4|m4v|mov|aac|ogg|oga|opus|wav|flac|webm|mpga|mpeg)$/i;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,62})\.)+[a-z]{2,24}$/i;

/**
 * An enclosure's address without what differs between two copies of the same audio: scheme, tracking prefixes
 * (`dts.podtrac.com/redirect.mp3/chtbl.com/track/1/host.com/a.mp3` is `host.com/a.mp3`), fragment, and the
 * query where the path alone names a media file. Null for what is no web address.
 */
export function enclosureKey(url: string): string | null {
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return null;
  const segments = [parsed.host, ...parsed.pathname.split('/').slice(1)];
  // A host name within the path ends a tracking prefix: the real address begins there.
  let start = 0;
  for (let index = 1; index < segments.length - 1; index++) {
    const segment = segments[index] ?? '';
    if (HOST.test(segment) && !MEDIA_FILE.test(segment)) start = index;
  }
  const path = segments.slice(start);
  const host = (path[0] ?? '').toLowerCase().replace(/^www\./, '');
  const query = MEDIA_FILE.test(path.at(-1) ?? '') ? '' : parsed.search;
  return `${[host, ...path.slice(1)].join('/')}${query}`;
}

/** A feed's address as it is stored: without its fragment and an empty query, which ask for the same document. */
export function feedAddress(url: string): string {
  const address = new URL(url);
  address.hash = '';
  if (address.search === '') address.search = '';
  return address.href;
}

/** Bytes of a text that identifies something: PostgreSQL's unique indexes refuse an entry of 2,704 bytes. */
export const MAX_IDENTITY_BYTES = 2_000;

/** Whether a guid or address is short enough for an index. */
export function isStorable(identity: string): boolean {
  return Buffer.byteLength(identity) <= MAX_IDENTITY_BYTES;
}

/** A guid as it is stored: itself, or its hash if it is too long for an index, so that its episode is not lost. */
export function storedGuid(guid: string): string {
  if (isStorable(guid)) return guid;
  return `sha256:${createHash('sha256').update(guid).digest('hex')}`;
}

/** The fields of an item without a usable guid. */
export type Unidentified = {
  readonly enclosureUrl: string | null;
  readonly link: string | null;
  readonly title: string;
  readonly publishedAt: Date | null;
};

/** The identity of an item without a usable guid: its audio, else its page, else its title and date. */
export function fallbackGuid(item: Unidentified): string {
  const audio = item.enclosureUrl === null ? null : enclosureKey(item.enclosureUrl);
  if (audio !== null) return storedGuid(`enclosure:${audio}`);
  if (item.link !== null) return storedGuid(`link:${item.link}`);
  const words = `${titleKey(item.title)}\n${item.publishedAt?.toISOString() ?? ''}`;
  return `hash:${createHash('sha256').update(words).digest('hex')}`;
}

/** The fields that identify an episode; `id` is the stored episode's id. */
export type EpisodeIdentity = {
  readonly guid: string;
  readonly enclosureUrl: string | null;
  readonly title: string;
  readonly publishedAt: Date | null;
};
export type StoredIdentity = EpisodeIdentity & { readonly id: string };

export type Match =
  | { readonly kind: 'same'; readonly id: string; readonly by: 'guid' | 'enclosure' | 'title-date' }
  | { readonly kind: 'new' };

/**
 * Decides, for each episode of a feed, which stored episode of that show it is. The guid decides first. A new
 * guid is still the old episode when its audio is the same, or its title and UTC day are, provided that the
 * old guid is gone from the feed and the likeness is unique on both sides: two episodes made one would put
 * words in the wrong mouth, one episode made two is only a repeat. No stored episode is given out twice.
 */
export function matchEpisodes(
  existing: readonly StoredIdentity[],
  parsed: readonly EpisodeIdentity[],
): readonly Match[] {
  const matches: Match[] = parsed.map(() => ({ kind: 'new' }));
  const byGuid = new Map(existing.map((episode) => [episode.guid, episode]));
  const taken = new Set<string>();
  parsed.forEach((episode, index) => {
    const stored = byGuid.get(episode.guid);
    if (!stored || taken.has(stored.id)) return;
    taken.add(stored.id);
    matches[index] = { kind: 'same', id: stored.id, by: 'guid' };
  });

  const likenesses = [
    { by: 'enclosure', key: audioOf },
    { by: 'title-date', key: titleAndDay },
  ] as const;
  for (const { by, key } of likenesses) {
    const free = uniqueBy(existing, key, (episode) => !taken.has(episode.id));
    const open = uniqueBy(
      parsed.map((episode, index) => ({ ...episode, index })),
      key,
      (episode) => {
        return matches[episode.index]?.kind === 'new';
      },
    );
    for (const [likeness, episode] of open) {
      const stored = free.get(likeness);
      if (!stored) continue;
      taken.add(stored.id);
      matches[episode.index] = { kind: 'same', id: stored.id, by };
    }
  }
  return matches;
}

function audioOf(episode: EpisodeIdentity): string | null {
  return episode.enclosureUrl === null ? null : enclosureKey(episode.enclosureUrl);
}

function titleAndDay(episode: EpisodeIdentity): string | null {
  const title = titleKey(episode.title);
  if (title === '' || episode.publishedAt === null) return null;
  return `${utcDay(episode.publishedAt)} ${title}`;
}

/** A title without case, spacing and punctuation, which publishers correct later. */
function titleKey(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Entries whose key is unique in the list; a key shared by two entries decides nothing. */
function uniqueBy<T extends EpisodeIdentity>(
  list: readonly T[],
  key: (episode: EpisodeIdentity) => string | null,
  isFree: (episode: T) => boolean,
): Map<string, T> {
  const found = new Map<string, T | null>();
  for (const episode of list) {
    const value = key(episode);
    if (value !== null) found.set(value, found.has(value) ? null : episode);
  }
  const unique = new Map<string, T>();
  for (const [value, episode] of found) {
    if (episode !== null && isFree(episode)) unique.set(value, episode);
  }
  return unique;
}
