import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseFeed } from './parse.ts';
import type { ParsedFeed } from './types.ts';

const NAMESPACES =
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0"';

function read(text: string | Uint8Array, contentType: string | null = null): ParsedFeed {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const result = parseFeed(bytes, { contentType, url: 'https://host.example/show/feed.xml' });
  if (!result.ok) throw new Error(result.reason);
  return result.feed;
}

const rss = (inside: string, attributes = NAMESPACES) =>
  `<?xml version="1.0"?><rss version="2.0" ${attributes}><channel><title>T</title>${inside}</channel></rss>`;
const refusal = (text: string) => {
  const result = parseFeed(new TextEncoder().encode(text), { contentType: null, url: null });
  return result.ok ? 'read' : result.reason;
};

describe('a show', () => {
  it('is read with all that its owner says of it', () => {
    const { show } = read(
      rss(`<link>https://show.example/</link><description>&lt;p&gt;About &amp;amp; more&lt;/p&gt;</description>
      <language>en_us</language><itunes:author>Jane</itunes:author>
      <itunes:owner><itunes:name>Jane Doe</itunes:name><itunes:email>jane@show.example</itunes:email></itunes:owner>
      <itunes:image href="/art.jpg"/><podcast:guid>9b02-guid</podcast:guid>
      <podcast:locked owner="other@show.example">yes</podcast:locked>
      <podcast:txt purpose="verify">code-1</podcast:txt><podcast:txt>code-2</podcast:txt>
      <podcast:person>Jane Doe</podcast:person>`),
    );
    expect(show).toEqual({
      title: 'T',
      link: 'https://show.example/',
      description: 'About & more',
      language: 'en-us',
      author: 'Jane',
      ownerName: 'Jane Doe',
      ownerEmail: 'jane@show.example',
      artworkUrl: 'https://host.example/art.jpg',
      txt: [
        { purpose: 'verify', value: 'code-1' },
        { purpose: null, value: 'code-2' },
      ],
      people: [{ name: 'Jane Doe', role: 'host', title: null }],
    });
  });

  it('says nothing it was not told', () => {
    const { show, episodes } = read('<rss><channel></channel></rss>');
    expect(Object.values(show).filter((value) => value !== null && !Array.isArray(value))).toEqual([]);
    expect(episodes).toEqual([]);
  });
});

describe('an episode', () => {
  it('is read whole', () => {
    const [episode] = read(
      rss(`<item><title>One &amp;amp; two</title><guid isPermaLink="false"> e-1 </guid><link>https://show.example/1</link>
      <description><![CDATA[<p>First.</p><p>Second &mdash; <b>bold</b></p><script>no</script>]]></description>
      <pubDate>Fri, 09 Oct 2020 04:30:38 EST</pubDate><itunes:duration>1:02:03</itunes:duration>
      <enclosure url="https://cdn.example/1.mp3?a=1&amp;b=2" length="1234" type="audio/mpeg"/>
      <podcast:transcript url="https://cdn.example/1.vtt" type="text/vtt" language="en" rel="captions"/>
      <podcast:transcript url="1.srt" type="application/srt"/></item>`),
    ).episodes;
    expect(episode).toEqual({
      guid: 'e-1',
      title: 'One & two',
      description: 'First.\n\nSecond — bold',
      publishedAt: new Date('2020-10-09T09:30:38Z'),
      durationSeconds: 3723,
      enclosure: { url: 'https://cdn.example/1.mp3?a=1&b=2', type: 'audio/mpeg' },
      link: 'https://show.example/1',
      transcripts: [
        { url: 'https://cdn.example/1.vtt', type: 'text/vtt', language: 'en', rel: 'captions' },
        { url: 'https://host.example/show/1.srt', type: 'application/srt', language: null, rel: null },
      ],
      people: [],
    });
  });

  it('has its own people instead of the show’s, and only those who speak', () => {
    const { episodes } = read(
      rss(`<podcast:person role="host">Ann</podcast:person>
      <item><title>own</title><podcast:person role="Guest">Bob</podcast:person>
        <podcast:person role="reporter">Cid</podcast:person>
        <podcast:person group="visuals" role="cover art designer">Dee</podcast:person></item>
      <item><title>inherits</title></item>
      <item><title>crew only</title><podcast:person group="audio post-production" role="editor">Eve</podcast:person></item>`),
    );
    expect(episodes.map((episode) => episode.people)).toEqual([
      [
        { name: 'Bob', role: 'guest', title: null },
        { name: 'Cid', role: 'unclear', title: 'reporter' },
      ],
      [{ name: 'Ann', role: 'host', title: null }],
      [],
    ]);
  });

  it('takes audio before pictures, wherever the feed puts it', () => {
    const { episodes } = read(
      rss(
        `<item><title>a</title><enclosure url="http://x.example/a.jpg" type="image/jpeg"/><enclosure url="http://x.example/a.mp3" type="audio/mpeg"/></item>
        <item><title>b</title><media:group><media:content url="http://x.example/b.mp4" type="video/mp4"/></media:group></item>
        <item><title>c</title><podcast:alternateEnclosure type="audio/opus"><podcast:source uri="ipfs://x"/><podcast:source uri="https://x.example/c.opus"/></podcast:alternateEnclosure></item>
        <item><title>d</title><enclosure url="javascript:alert(1)" type="audio/mpeg"/></item>`,
        'xmlns:media="http://search.yahoo.com/mrss/" xmlns:podcast="https://podcastindex.org/namespace/1.0"',
      ),
    );
    expect(episodes.map((episode) => episode.enclosure?.url ?? null)).toEqual([
      'http://x.example/a.mp3',
      'http://x.example/b.mp4',
      'https://x.example/c.opus',
      null,
    ]);
  });

  it('is identified by its audio, page, or title and date when it has no guid', () => {
    const { episodes } = read(
      rss(`<item><title>a</title><enclosure url="https://dts.podtrac.com/redirect.mp3/cdn.example/a.mp3?t=1"/></item>
      <item><title>b</title><link>https://show.example/b</link></item>
      <item><title>c</title><pubDate>1 Jan 2024 00:00 GMT</pubDate></item>`),
    );
    expect(episodes.map((episode) => episode.guid.replace(/[0-9a-f]{64}$/, '#'))).toEqual([
      'enclosure:cdn.example/a.mp3',
      'link:https://show.example/b',
      'hash:#',
    ]);
  });

  it('has its guid for a page when that is one and no link is given', () => {
    const { episodes } = read(
      rss(`<item><title>a</title><guid>https://show.example/a</guid></item>
      <item><title>b</title><guid isPermaLink="false">https://show.example/b</guid></item>
      <item><title>c</title><guid>not-a-page</guid></item>`),
    );
    expect(episodes.map((episode) => episode.link)).toEqual(['https://show.example/a', null, null]);
  });

  describe('that shares its guid, or its audio where it has none,', () => {
    type Said = { readonly title: string; readonly day: number; readonly transcript?: string };
    const item = (guid: string, { title, day, transcript }: Said) =>
      `<item><title>${title}</title>${guid}<pubDate>${day} Nov 2026 08:00:00 GMT</pubDate><enclosure url="https://x.example/same.mp3"/>${
        transcript ? `<podcast:transcript url="https://x.example/${transcript}" type="text/vtt"/>` : ''
      }</item>`;
    const readItems = (guid: string, said: readonly Said[]) =>
      read(rss(said.map((one) => item(guid, one)).join('')));
    const first = { title: 'First talk', day: 2, transcript: 'a.vtt' };
    const second = { title: 'Second talk', day: 3, transcript: 'b.vtt' };

    it.each(['<guid>same</guid>', ''])('is another episode when it says other things: %s', (guid) => {
      const { episodes, leftOut } = readItems(guid, [second, first, { ...first, transcript: undefined! }]);
      expect(episodes.map(({ title }) => title)).toEqual(['Second talk', 'First talk']);
      expect(new Set(episodes.map((episode) => episode.guid)).size).toBe(2);
      expect(leftOut).toBe(1);
    });

    it.each([
      ['its transcript and its day are others', { ...first, day: 9, transcript: 'c.vtt' }, 2],
      ['its transcript alone is another', { ...first, transcript: 'a.vtt?again' }, 1],
      ['title and date are others, and neither has a transcript', { title: 'Other', day: 9 }, 2],
      ['its transcript is the same, under another title', { ...second, transcript: 'a.vtt' }, 1],
      ['its title alone is another', { title: 'First talk, again', day: 2 }, 1],
      ['it repeats the first without its transcript', { title: 'FIRST talk!', day: 5 }, 1],
    ])('is told from the first: %s', (_when, other, count) => {
      expect(readItems('', [first, other]).episodes).toHaveLength(count);
      expect(readItems('', [other, first]).episodes).toHaveLength(count);
    });

    it('keeps its guid whatever comes beside it and in whatever order', () => {
      const guids = (said: readonly Said[]) =>
        new Map(readItems('<guid>same</guid>', said).episodes.map(({ title, guid }) => [title, guid]));
      const [before, after] = [
        guids([first, second]),
        guids([{ title: 'Third', day: 4, transcript: 'c.vtt' }, second, first]),
      ];
      for (const [title, guid] of before) expect(after.get(title)).toBe(guid);
    });
  });

  it('is one episode when repeated, and two when a template’s guid was copied', () => {
    const item = (title: string, guid: string, audio: string) =>
      `<item><title>${title}</title><guid>${guid}</guid><enclosure url="https://x.example/${audio}.mp3"/></item>`;
    const { episodes } = read(
      rss(item('a', '1', 'a') + item('a again', '1', 'a') + item('b', '2', 'b') + item('c', '2', 'c')),
    );
    expect(episodes.map(({ title, guid }) => [title, guid])).toEqual([
      ['a', '1'],
      ['b', 'enclosure:x.example/b.mp3'],
      ['c', 'enclosure:x.example/c.mp3'],
    ]);
  });

  it.each([
    ['3600', 3600],
    ['90:00', 5400],
    ['01:00:00', 3600],
    ['1:00:00.5', 3600],
    ['45', 45],
    ['0', null],
    ['', null],
    ['1h', null],
    ['-5', null],
    ['99999999', null],
  ])('lasts %s as %s seconds', (written, seconds) => {
    const [episode] = read(
      rss(`<item><title>a</title><itunes:duration>${written}</itunes:duration></item>`),
    ).episodes;
    expect(episode?.durationSeconds).toBe(seconds);
  });
});

describe('dialects', () => {
  it('reads Atom with the podcast namespace', () => {
    const feed =
      read(`<feed xmlns="http://www.w3.org/2005/Atom" xmlns:p="https://podcastindex.org/namespace/1.0" xml:lang="de">
      <title type="text">A &lt;b&gt; C</title><subtitle>Sub</subtitle><author><name>Jo</name></author><logo>/l.png</logo>
      <link rel="self" href="/feed"/><link href="/home"/>
      <entry><id>urn:1</id><title type="html">&lt;i&gt;One&lt;/i&gt;</title><published>2024-05-01T10:00:00+02:00</published>
        <updated>2024-06-01T00:00:00Z</updated><link rel="alternate" href="/one"/>
        <link rel="enclosure" href="/one.mp3" type="audio/mpeg" length="5"/>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hello</p><p>1 &lt; 2</p></div></content>
        <p:transcript url="/one.json" type="application/json"/><p:person role="guest">Kim</p:person></entry></feed>`);
    expect(feed.show).toMatchObject({
      title: 'A <b> C',
      description: 'Sub',
      author: 'Jo',
      language: 'de',
      link: 'https://host.example/home',
      artworkUrl: 'https://host.example/l.png',
    });
    expect(feed.episodes).toMatchObject([
      {
        guid: 'urn:1',
        title: 'One',
        description: 'Hello\n\n1 < 2',
        publishedAt: new Date('2024-05-01T08:00:00Z'),
        enclosure: { url: 'https://host.example/one.mp3', type: 'audio/mpeg' },
        link: 'https://host.example/one',
        transcripts: [{ url: 'https://host.example/one.json', type: 'application/json' }],
        people: [{ name: 'Kim', role: 'guest' }],
      },
    ]);
  });

  it('reads RSS 1.0, whose items stand beside the channel', () => {
    const feed =
      read(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
      xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://a.example/"><title>R</title></channel>
      <item rdf:about="https://a.example/1"><title>One</title><dc:date>2004-05-01T10:00Z</dc:date></item></rdf:RDF>`);
    expect(feed.show.title).toBe('R');
    expect(feed.episodes).toMatchObject([
      { guid: 'https://a.example/1', title: 'One', publishedAt: new Date('2004-05-01T10:00:00Z') },
    ]);
  });

  it.each([
    ['another prefix', 'xmlns:pc="https://podcastindex.org/namespace/1.0"', 'pc'],
    ['http', 'xmlns:podcast="http://podcastindex.org/namespace/1.0/"', 'podcast'],
    [
      'the old address',
      'xmlns:x="https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"',
      'x',
    ],
    ['no declaration', '', 'podcast'],
    ['a misleading prefix', 'xmlns:itunes="https://podcastindex.org/namespace/1.0"', 'itunes'],
  ])('knows the podcast namespace by %s', (_name, declaration, prefix) => {
    const feed = read(
      rss(
        `<item><title>a</title><${prefix}:transcript url="https://x.example/t" type="text/vtt"/></item>`,
        declaration,
      ),
    );
    expect(feed.episodes[0]?.transcripts).toHaveLength(1);
  });
});

describe('what publishers really send', () => {
  it('reads broken XML: junk in front, stray ampersands, HTML entities, unclosed tags, no end', () => {
    const feed =
      read(`\n  <!-- cached --> junk <?xml version="1.0"?><rss version="2.0"><channel><title>Q&A &eacute; AT&T</title>
      <item><title>Unclosed<guid>g-1</guid><description>Text <br> more <b>bold</description></item>
      <item><title>Last</title><guid>g-2</guid><enclosure url=https://x.example/a.mp3?x=1&copy=2 type="audio/mpeg">`);
    expect(feed.show.title).toBe('Q&A é AT&T');
    expect(feed.episodes.map(({ guid }) => guid)).toEqual(['g-1', 'g-2']);
    expect(feed.episodes[0]?.description).toBe('Text\nmore bold');
    expect(feed.episodes[1]?.enclosure?.url).toBe('https://x.example/a.mp3?x=1&copy=2');
  });

  it('drops what a database cannot hold', () => {
    const feed = read(rss('<item><title>a\u0000b\u0008c&#0;</title><guid>g\u0000</guid></item>'));
    expect(feed.episodes[0]).toMatchObject({ title: 'abc\ufffd', guid: 'g' });
  });

  const encodings: [string, string | null, Uint8Array][] = [
    [
      'windows-1252 by declaration',
      null,
      latin('<?xml version="1.0" encoding="windows-1252"?><rss><channel><title>caf\u00e9 \u0093x\u0094'),
    ],
    [
      'windows-1252 by content type',
      'text/xml; charset=windows-1252',
      latin('<rss><channel><title>caf\u00e9 \u0093x\u0094'),
    ],
    [
      'windows-1252 that claims UTF-8',
      null,
      latin('<?xml version="1.0" encoding="utf-8"?><rss><channel><title>caf\u00e9 \u0093x\u0094'),
    ],
    [
      'UTF-8 that claims Latin-1 in the header only',
      'text/xml; charset=utf-8',
      utf8('<?xml version="1.0" encoding="iso-8859-1"?><rss><channel><title>café “x”'),
    ],
    [
      'UTF-8 with a mark',
      null,
      Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8('<rss><channel><title>café “x”')]),
    ],
    ['UTF-16 with a mark', null, Uint8Array.from([0xff, 0xfe, ...wide('<rss><channel><title>café “x”')])],
    [
      'UTF-16 without one',
      null,
      wide('<?xml version="1.0" encoding="utf-16"?><rss><channel><title>café “x”'),
    ],
    ['gzip nobody mentioned', null, gzipSync(utf8('<rss><channel><title>café “x”'))],
  ];
  it.each(encodings)('reads %s', (_name, contentType, bytes) => {
    expect(read(bytes, contentType).show.title).toBe('café “x”');
  });

  it('reads Shift JIS', () => {
    const head = utf8('<?xml version="1.0" encoding="Shift_JIS"?><rss><channel><title>');
    expect(read(Uint8Array.from([...head, 0x93, 0xfa, 0x96, 0x7b])).show.title).toBe('日本');
  });
});

describe('a refusal', () => {
  it.each([
    ['', 'The document is empty.'],
    ['  \n', 'The document is empty.'],
    [
      '<!doctype html><html><head><title>404</title></head></html>',
      'The address answers with a web page, not a feed.',
    ],
    ['{"version":"https://jsonfeed.org/version/1"}', 'The document is JSON, not an RSS or Atom feed.'],
    ['just words', 'The document holds no XML element.'],
    ['<note>hi</note>', 'The document is <note>, not an RSS or Atom feed.'],
    ['<opml version="2.0"/>', 'The document is an OPML list of feeds, not a feed.'],
    ['<rss version="2.0"/>', 'The feed has no channel and no items.'],
    ['\u0000\u0000\u0000<', 'The text encoding "utf-32be" is not one we can read.'],
  ])('says why %j is no feed', (text, reason) => {
    expect(refusal(text)).toBe(reason);
  });

  it('is given for an encoding nobody knows, unless the bytes are UTF-8 anyway', () => {
    const declared = '<?xml version="1.0" encoding="x-klingon"?><rss><channel><title>';
    const result = parseFeed(latin(`${declared}\u00e9`), { contentType: null, url: null });
    expect(result).toEqual({ ok: false, reason: 'The text encoding "x-klingon" is not one we can read.' });
    expect(read(`${declared}é`).show.title).toBe('é');
  });
});

/** Ample for a busy machine; what these documents cost in quadratic time would take far longer. */
const PATIENCE_MS = 60_000;

describe('hostile documents', { timeout: PATIENCE_MS }, () => {
  it('never expand the entities they define', () => {
    const laughs = Array.from({ length: 20 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      '',
    );
    const text = `<!DOCTYPE rss [<!ENTITY l0 "lol">${laughs}]><rss><channel><title>&l20;</title></channel></rss>`;
    expect(refusal(text)).toBe('read');
    expect(read(text).show.title).toBe('&l20;');
    const external =
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss><channel><title>&x;</title></channel></rss>';
    expect(read(external).show.title).toBe('&x;');
  });

  it('are refused when they nest without end', () => {
    const reason = 'The document nests its elements too deeply to be a feed.';
    expect(refusal('<rss>'.repeat(2_000_000))).toBe(reason);
    expect(refusal(`<rss><channel>${'<a><b>'.repeat(1_000_000)}`)).toBe(reason);
  });

  it.each([
    ['nested HTML', `<![CDATA[${'<div>'.repeat(200_000)}]]>`],
    ['half tags', '&lt;'.repeat(200_000)],
    ['open comments', `<![CDATA[${'<!--'.repeat(200_000)}]]>`],
    ['white space', ' \n'.repeat(500_000)],
    ['ampersands', '&'.repeat(500_000)],
    ['dots', '.'.repeat(1_000_000)],
  ])('cost linear time for %s', (_name, filler) => {
    for (const tag of [
      'title',
      'description',
      'guid',
      'pubDate',
      'link',
      'itunes:duration',
      'itunes:email',
    ]) {
      const outcome = refusal(
        rss(`<itunes:owner><${tag}>${filler}</${tag}></itunes:owner><item><${tag}>${filler}</${tag}></item>`),
      );
      expect(outcome).toBe('read');
    }
  });

  it('are cut at ten thousand episodes, and say so', () => {
    const feed = read(
      rss(
        '<item><title>a</title></item>'
          .replace('a', 'x')
          .repeat(10_001)
          .replace(/x/g, () => String(Math.random())),
      ),
    );
    expect(feed.episodes).toHaveLength(10_000);
    expect(feed.leftOut).toBe(1);
  });

  it('are cut to the newest episodes, in the feed’s order, also where it lists the oldest first', () => {
    const at = (day: number) => new Date(Date.UTC(2000, 0, day)).toUTCString();
    const item = (day: number) => `<item><title>${day}</title><pubDate>${at(day)}</pubDate></item>`;
    const { episodes } = read(rss(Array.from({ length: 10_002 }, (_, day) => item(day + 1)).join('')));
    expect([episodes.length, episodes[0]!.title, episodes.at(-1)!.title]).toEqual([10_000, '3', '10002']);
  });

  it('are refused when gzip data is cut off', () => {
    expect(parseFeed(gzipSync(utf8('<rss/>')).subarray(0, 12), { contentType: null, url: null })).toEqual({
      ok: false,
      reason: 'The document is damaged gzip data.',
    });
  });
});

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function latin(text: string): Uint8Array {
  return Uint8Array.from([...text].map((character) => character.charCodeAt(0)));
}

function wide(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf16le'));
}
