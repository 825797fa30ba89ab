import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EpisodeIdentity,
  enclosureKey,
  fallbackGuid,
  feedAddress,
  type Match,
  matchEpisodes,
  type StoredIdentity,
  titledGuid,
} from './identity.ts';

const matchOne = (existing: readonly StoredIdentity[], parsed: EpisodeIdentity) =>
  matchEpisodes(existing, [parsed])[0];
const base: EpisodeIdentity = {
  guid: 'g',
  enclosureUrl: 'https://cdn.example/a.mp3',
  title: 'Episode one',
  publishedAt: new Date('2024-01-02T10:00:00Z'),
};
const SEEN = new Date('2026-01-01T00:00:00Z');
const stored = (id: string, change: Partial<StoredIdentity> = {}): StoredIdentity => ({
  id,
  ...base,
  publishedAt: base.publishedAt!,
  createdAt: SEEN,
  ...change,
});
/** A feed's episodes as they are stored, under the guids that they were given. */
const storedAs = (
  episodes: readonly EpisodeIdentity[],
  matches: readonly Match[],
  ids = episodes.map((_, index) => String(index)),
) =>
  episodes.map((episode, index) =>
    stored(ids[index]!, {
      ...episode,
      publishedAt: episode.publishedAt ?? SEEN,
      guid: matches[index]!.guid,
    }),
  );

describe('a feed’s address', () => {
  it.each([
    ['https://a.example/feed#x', 'https://a.example/feed'],
    ['https://a.example/feed?', 'https://a.example/feed'],
    ['https://a.example/feed?#', 'https://a.example/feed'],
    ['HTTPS://A.example?id=1#x', 'https://a.example/?id=1'],
  ])('of %s is %s', (url, address) => {
    expect(feedAddress(url)).toBe(address);
  });
});

describe('an enclosure’s key', () => {
  it.each([
    ['https://cdn.example/a.mp3', 'cdn.example/a.mp3'],
    ['http://www.CDN.example/a.mp3?token=1#t', 'cdn.example/a.mp3'],
    ['https://dts.podtrac.com/redirect.mp3/chtbl.com/track/1/cdn.example/x/a.mp3?u=2', 'cdn.example/x/a.mp3'],
    ['https://op3.dev/e,pg=1/cdn.example/a.mp3', 'cdn.example/a.mp3'],
    [
      'https://pdst.fm/e/mgln.ai/e/22/traffic.megaphone.fm/ABC123.mp3?updated=1',
      'traffic.megaphone.fm/ABC123.mp3',
    ],
    ['https://host.example/download.php?id=7', 'host.example/download.php?id=7'],
    ['https://host.example:8443/a.mp3', 'host.example:8443/a.mp3'],
  ])('of %s is %s', (url, key) => {
    expect(enclosureKey(url)).toBe(key);
  });

  it('exists only for web addresses', () => {
    expect([enclosureKey('ipfs://x'), enclosureKey('nonsense')]).toEqual([null, null]);
  });

  it('is the same whatever tracking stands in front', () => {
    const prefix = fc.constantFrom(
      'dts.podtrac.com/redirect.mp3',
      'chrt.fm/track/9',
      'prfx.byspotify.com/e',
      'arttrk.com/p/X',
    );
    fc.assert(
      fc.property(fc.array(prefix, { maxLength: 4 }), fc.nat(), (prefixes, query) => {
        const url = `https://${[...prefixes, 'cdn.example/show/a.mp3'].join('/')}?r=${query}`;
        return enclosureKey(url) === 'cdn.example/show/a.mp3';
      }),
    );
  });
});

describe('a fallback guid', () => {
  it('does not change when only the query, the case or the punctuation does', () => {
    const item = { ...base, link: null };
    expect(fallbackGuid({ ...item, enclosureUrl: 'http://cdn.example/a.mp3?x=1' })).toBe(fallbackGuid(item));
    const bare = { ...item, enclosureUrl: null };
    expect(fallbackGuid({ ...bare, title: 'EPISODE  one!' })).toBe(fallbackGuid(bare));
    expect(fallbackGuid({ ...bare, title: 'Episode two' })).not.toBe(fallbackGuid(bare));
  });
});

describe('the same episode', () => {
  it('is known by its guid, whatever else changed', () => {
    const changed = {
      ...base,
      enclosureUrl: 'https://new.example/z.mp3',
      title: 'Renamed',
      publishedAt: null,
    };
    expect(matchOne([stored('1')], changed)).toEqual({ kind: 'same', id: '1', guid: 'g' });
  });

  it('is known by its audio when the guid changed', () => {
    const changed = {
      ...base,
      guid: 'new',
      title: 'Renamed',
      enclosureUrl: 'https://pdst.fm/e/cdn.example/a.mp3?v=2',
    };
    expect(matchOne([stored('1')], changed)).toEqual({
      kind: 'same',
      id: '1',
      guid: 'new',
    });
  });

  it('is known by title and day when guid and host changed', () => {
    const moved = {
      guid: 'new',
      enclosureUrl: 'https://other.example/b.mp3',
      title: 'Episode One',
      publishedAt: new Date('2024-01-02T23:00:00Z'),
    };
    expect(matchOne([stored('1')], moved)).toEqual({
      kind: 'same',
      id: '1',
      guid: 'new',
    });
    expect(matchOne([stored('1')], { ...moved, publishedAt: new Date('2024-01-03T00:00:00Z') })).toEqual({
      kind: 'new',
      guid: 'new',
    });
  });

  it('is not assumed while the old guid is still in the feed: a repost is a new episode', () => {
    const matches = matchEpisodes([stored('1')], [base, { ...base, guid: 'repost' }]);
    expect(matches).toMatchObject([
      { kind: 'same', id: '1' },
      { kind: 'new', guid: 'repost' },
    ]);
  });

  it('is not guessed between two that look alike', () => {
    const alike = { guid: 'x', enclosureUrl: null };
    const twins = [stored('1', { ...alike, guid: 'a' }), stored('2', { ...alike, guid: 'b' })];
    expect(matchOne(twins, { ...base, ...alike })).toMatchObject({ kind: 'new' });
    expect(matchOne([stored('1')], { guid: 'n', enclosureUrl: null, title: '', publishedAt: null })).toEqual({
      kind: 'new',
      guid: 'n',
    });
  });
});

describe('a guid that the feed gives to another talk', () => {
  const october = { ...base, guid: 'latest', title: 'October', publishedAt: new Date('2026-10-01') };
  const november = {
    guid: 'latest',
    title: 'November',
    enclosureUrl: 'https://cdn.example/nov.mp3',
    publishedAt: new Date('2026-11-29'),
  };
  const was = stored('1', { ...october, createdAt: new Date('2026-10-02') });
  const made = matchOne([was], november)!;
  const both = [was, stored('2', { ...november, guid: made.guid, createdAt: new Date('2026-11-30') })];

  it('makes a new episode under a guid of its own', () => {
    expect(made).toMatchObject({ kind: 'new' });
    expect(made.guid).not.toBe('latest');
  });

  it('finds each of the two again, whichever the feed lists', () => {
    expect(matchOne(both, november)).toMatchObject({ kind: 'same', id: '2', guid: made.guid });
    expect(matchOne(both, october)).toMatchObject({ kind: 'same', id: '1', guid: 'latest' });
  });

  it('finds the second again when its audio moves', () => {
    const moved = { ...november, enclosureUrl: 'https://other.example/n.mp3' };
    const match = matchOne(both, moved)!;
    expect(match).toMatchObject({ kind: 'same', id: '2' });
    expect(match.guid).not.toBe('latest');
  });

  it('makes a third of the next one', () => {
    const december = { ...november, title: 'December', enclosureUrl: 'https://cdn.example/dec.mp3' };
    const match = matchOne(both, { ...december, publishedAt: new Date('2026-12-20') })!;
    expect(match.kind).toBe('new');
    expect(both.map(({ guid }) => guid)).not.toContain(match.guid);
  });

  it.each([
    ['its audio stays', { enclosureUrl: october.enclosureUrl }],
    ['its title stays', { title: 'OCTOBER' }],
    ['it is a day later', { publishedAt: new Date('2026-10-02') }],
    ['it is earlier', { publishedAt: new Date('2026-09-01') }],
    ['it has no date', { publishedAt: null }],
  ])('is a correction of the same where %s', (_what, kept) => {
    expect(matchOne([was], { ...november, ...kept })).toMatchObject({ kind: 'same', id: '1' });
  });

  it('is a correction of the same where the former date was not the feed’s', () => {
    const undated = { ...was, publishedAt: was.createdAt };
    expect(matchOne([undated], november)).toMatchObject({ kind: 'same', id: '1' });
  });
});

describe('items that share a guid', () => {
  const audio = { enclosureUrl: 'https://cdn.example/same.mp3' };
  const older = { ...base, ...audio, title: 'Older', publishedAt: new Date('2026-11-02') };
  const newer = { ...base, ...audio, title: 'Newer', publishedAt: new Date('2026-11-03') };
  const shared = (episodes: readonly EpisodeIdentity[]) =>
    episodes.map((episode) => ({ ...episode, guid: titledGuid(episode) }));
  const idsOf = (matches: readonly Match[]) =>
    matches.map((match) => (match.kind === 'same' ? match.id : 'new'));

  it('leave the episode that was there alone where it was, and make one of the other', () => {
    const now = shared([newer, older]);
    expect(idsOf(matchEpisodes([stored('1', older)], now))).toEqual(['new', '1']);
    expect(idsOf(matchEpisodes([stored('1', newer)], now))).toEqual(['1', 'new']);
  });

  it('are found again whichever of them is left, and when the other is back', () => {
    const both = shared([newer, older]);
    const first = storedAs(both, matchEpisodes([stored('1', older)], both), ['2', '1']);
    for (const [left, id] of [
      [newer, '2'],
      [older, '1'],
    ] as const) {
      const alone = matchEpisodes(first, [left]);
      expect(idsOf(alone)).toEqual([id]);
      const then = first.map((one) => (one.id === id ? { ...one, guid: alone[0]!.guid } : one));
      expect(idsOf(matchEpisodes(then, both))).toEqual(['2', '1']);
    }
  });
});

describe('matching a whole feed', () => {
  const identity = fc.record({
    guid: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
    enclosureUrl: fc.option(
      fc.constantFrom('https://x.example/1.mp3', 'https://x.example/2.mp3', 'https://x.example/3.mp3'),
    ),
    title: fc.constantFrom('One', 'Two', 'Three', ''),
    publishedAt: fc.option(fc.constantFrom(new Date('2024-01-01'), new Date('2024-01-02'))),
  });
  const feed = fc.uniqueArray(identity, { selector: (episode) => episode.guid, maxLength: 8 });

  const asStored = (episode: EpisodeIdentity, index: number) =>
    stored(String(index), { ...episode, publishedAt: episode.publishedAt ?? SEEN });

  it('never gives one stored episode to two items, and always honours a guid', () => {
    fc.assert(
      fc.property(feed, feed, (old, now) => {
        const existing = old.map(asStored);
        const matches = matchEpisodes(existing, now);
        const ids = matches.flatMap((match) => (match.kind === 'same' ? [match.id] : []));
        expect(new Set(ids).size).toBe(ids.length);
        now.forEach((episode, index) => {
          const own = existing.find((candidate) => candidate.guid === episode.guid);
          if (own) expect(matches[index]).toMatchObject({ kind: 'same', id: own.id });
        });
      }),
    );
  });

  it('decides the same in whatever order the feed lists its items', () => {
    fc.assert(
      fc.property(feed, feed, (old, now) => {
        const existing = old.map(asStored);
        const forwards = matchEpisodes(existing, now);
        const backwards = matchEpisodes(existing, [...now].reverse()).toReversed();
        expect(backwards).toEqual(forwards);
      }),
    );
  });

  it('changes nothing when the same feed is read again', () => {
    fc.assert(
      fc.property(feed, (episodes) => {
        const existing = episodes.map(asStored);
        return matchEpisodes(existing, episodes).every(
          (match, index) => match.kind === 'same' && match.id === String(index),
        );
      }),
    );
  });
});
