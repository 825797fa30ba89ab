import { createHash } from 'node:crypto';
import { isStated } from '#server/feeds/dates.ts';
import { DAY_MS, utcDay } from '#server/platform/clock.ts';

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

/** A feed's address as others may read it: without user and password. */
export function withoutCredentials(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
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

/** The fields that identify an episode. A guid is unique within its feed. */
export type EpisodeIdentity = {
  readonly guid: string;
  readonly enclosureUrl: string | null;
  readonly title: string;
  readonly publishedAt: Date | null;
};
/** A stored episode of a show, and when it was first seen. */
export type StoredIdentity = EpisodeIdentity & {
  readonly id: string;
  readonly publishedAt: Date;
  readonly createdAt: Date;
};

/** Which stored episode an item of a feed is, or that it is a new one, and the guid that it is stored under. */
export type Match =
  | { readonly kind: 'same'; readonly id: string; readonly guid: string }
  | { readonly kind: 'new'; readonly guid: string };

/**
 * Decides, for each episode of a feed, which stored episode of that show it is. The guid decides first, unless the feed has given it
 * to another talk. An episode that no guid finds is still a stored one when its audio is the same, or its title and UTC day are,
 * provided that the stored one is not found by guid and the likeness is unique on both sides: two episodes made one would
 * put words in the wrong mouth, one episode made two is only a repeat. No stored episode is given out twice.
 */
export function matchEpisodes(
  existing: readonly StoredIdentity[],
  parsed: readonly EpisodeIdentity[],
): readonly Match[] {
  const byGuid = new Map(existing.map((episode) => [episode.guid, episode]));
  const matches: Match[] = parsed.map((episode) => ({ kind: 'new', guid: freeGuid(episode, byGuid) }));
  const taken = new Set<string>();
  for (const find of waysByGuid(existing, byGuid)) {
    parsed.forEach((episode, index) => {
      if (matches[index]?.kind !== 'new') return;
      const found = find(episode);
      if (!found || taken.has(found.stored.id)) return;
      taken.add(found.stored.id);
      matches[index] = { kind: 'same', id: found.stored.id, guid: found.guid };
    });
  }

  for (const key of [audioOf, titleAndDay]) {
    const free = uniqueBy(existing, key, (episode) => !taken.has(episode.id));
    const open = uniqueBy(
      parsed.map((episode, index) => ({ ...episode, index })),
      key,
      (episode) => matches[episode.index]?.kind === 'new',
    );
    for (const [likeness, episode] of open) {
      const stored = free.get(likeness);
      if (!stored) continue;
      taken.add(stored.id);
      matches[episode.index] = { ...matches[episode.index]!, kind: 'same', id: stored.id };
    }
  }
  return matches;
}

/** What a guid finds, and the guid that it is stored under from then on. */
type Found = { readonly stored: StoredIdentity; readonly guid: string };

/**
 * How a guid finds its stored episode, the surest way first. An item may have shared its guid with others when it was stored and have it for
 * itself now, or the other way round.
 */
function waysByGuid(
  existing: readonly StoredIdentity[],
  byGuid: ReadonlyMap<string, StoredIdentity>,
): readonly ((episode: EpisodeIdentity) => Found | null)[] {
  const byTitledGuid = new Map(existing.map((episode) => [titledGuid(episode), episode]));
  return [
    (episode) => {
      const stored = byGuid.get(titledGuid(episode)) ?? byGuid.get(soundedGuid(episode));
      return stored ? { stored, guid: stored.guid } : null;
    },
    (episode) => {
      const stored = byGuid.get(episode.guid);
      return stored && !isAnotherTalk(stored, episode) ? { stored, guid: episode.guid } : null;
    },
    (episode) => {
      const stored = byTitledGuid.get(episode.guid);
      return stored ? { stored, guid: episode.guid } : null;
    },
  ];
}

/**
 * Whether a feed has given a stored episode's guid to another talk: audio and title are other ones, and it aired more than a day
 * after. A publisher who corrects an episode leaves one of these.
 */
function isAnotherTalk(stored: StoredIdentity, episode: EpisodeIdentity): boolean {
  const [formerAudio, audio] = [audioOf(stored), audioOf(episode)];
  if (formerAudio === null || audio === null || formerAudio === audio) return false;
  if (titleKey(stored.title) === titleKey(episode.title)) return false;
  if (episode.publishedAt === null || !isStated(stored)) return false;
  return episode.publishedAt.getTime() - stored.publishedAt.getTime() > DAY_MS;
}

/** The guid under which an episode is stored that no guid finds: its own, unless a stored episode of another talk has it. */
function freeGuid(episode: EpisodeIdentity, byGuid: ReadonlyMap<string, StoredIdentity>): string {
  return byGuid.has(episode.guid) ? soundedGuid(episode) : episode.guid;
}

/** The guid of an item whose guid had been given to another talk before. */
function soundedGuid(episode: EpisodeIdentity): string {
  return storedGuid(`${episode.guid} enclosure:${audioOf(episode)}`);
}

/** The guid of an item that shares its guid with others of the feed. */
export function titledGuid({ guid, title }: Pick<EpisodeIdentity, 'guid' | 'title'>): string {
  return storedGuid(`${guid} title:${titleKey(title)}`);
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
export function titleKey(title: string): string {
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
