import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseRssFeed } from 'feedsmith';
import { describe, expect, it } from 'vitest';
import { parseFeed } from '#server/feeds/parse.ts';
import { parseTranscript } from '#server/ingest/transcript/parse.ts';
import { buildSamples, SAMPLE_ORIGIN, type SampleFile, type SampleShow } from './build.ts';
import { podcastGuid } from './feed.ts';
import { parseScript, timeCues } from './script.ts';
import { renderTranscript, type TRANSCRIPT_TYPES } from './transcript.ts';

const NOW = new Date('2031-03-09T14:27:41.120Z');
const HOUR_MS = 3_600_000;
const SHOWS = buildSamples(NOW);

type Item = NonNullable<ReturnType<typeof parseRssFeed>['items']>[number];

function itemsOf(show: SampleShow): Item[] {
  return parseRssFeed(show.feedXml).items as Item[];
}

/** Closing tags that do not match the innermost open tag, and tags left open. Empty for well-formed markup. */
function malformedTags(xml: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, closing, name, empty] of xml.matchAll(/<(\/?)([\w:]+)[^<>]*?(\/?)>/g)) {
    if (closing && open.pop() !== name) wrong.push(name!);
    if (!closing && !empty) open.push(name!);
  }
  return [...wrong, ...open];
}

/** Start and end of each cue in seconds, read back from the rendered file. HTML carries no end. */
function timesOf({ body, contentType }: SampleFile): { start: number; end: number | null }[] {
  if (contentType === 'application/json') {
    const { segments } = JSON.parse(body) as { segments: { startTime: number; endTime: number }[] };
    return segments.map(({ startTime, endTime }) => ({ start: startTime, end: endTime }));
  }
  if (contentType === 'text/html') {
    return [...body.matchAll(/<time>(\d+):(\d\d)<\/time>/g)].map(([, m, s]) => ({
      start: Number(m) * 60 + Number(s),
      end: null,
    }));
  }
  return [...body.matchAll(/^(\S+) --> (\S+)$/gm)].map(([, from, to]) => ({
    start: toSeconds(from!),
    end: toSeconds(to!),
  }));
}

function toSeconds(clock: string): number {
  const [hours, minutes, seconds] = clock.replace(',', '.').split(':').map(Number);
  return hours! * 3600 + minutes! * 60 + seconds!;
}

describe('the sample shows', () => {
  it('are at least four, with at least 24 episodes', () => {
    expect(SHOWS.length).toBeGreaterThanOrEqual(4);
    expect(SHOWS.flatMap(itemsOf).length).toBeGreaterThanOrEqual(24);
  });

  it('come as well-formed feeds that name their owner, hosts and lock', () => {
    for (const show of SHOWS) {
      expect(malformedTags(show.feedXml)).toEqual([]);
      expect(show.feedXml.replace(/&(amp|lt|gt|quot);/g, '')).not.toContain('&');
      const feed = parseRssFeed(show.feedXml);
      expect(feed.itunes?.owner?.email).toMatch(/@[\w-]+\.example$/);
      expect(feed.itunes?.image).toMatch(/^https:/);
      expect(feed.podcast?.guid).toBe(podcastGuid(show.feedUrl));
      expect(feed.podcast?.locked?.value).toBe(true);
      expect(feed.podcast?.persons?.every(({ role }) => role === 'host')).toBe(true);
    }
    expect(SHOWS.some(({ feedXml }) => feedXml.includes('<podcast:txt purpose="verify">'))).toBe(true);
  });

  it('say in their description that they are fiction', () => {
    for (const show of SHOWS)
      expect(parseRssFeed(show.feedXml).description).toMatch(/^A fictional sample show/);
  });

  it('speak only of addresses under reserved names', () => {
    for (const show of SHOWS) {
      const addresses = [...show.feedXml.matchAll(/https?:\/\/([^/"<\s]+)/g)].map(([, host]) => host!);
      const real = addresses.filter((host) => !host.endsWith('.example'));
      expect(new Set(real)).toEqual(new Set(['www.itunes.com', 'podcastindex.org', 'www.w3.org']));
    }
  });

  it('announce every transcript that exists and no other, in all four formats', () => {
    for (const show of SHOWS) {
      const announced = itemsOf(show).map((item) => item.podcast?.transcripts?.[0]);
      const served = show.files.map(({ name, contentType }) => [
        `${SAMPLE_ORIGIN}/${show.slug}/${name}`,
        contentType,
      ]);
      expect(announced.map((transcript) => [transcript?.url, transcript?.type]).sort()).toEqual(
        served.sort(),
      );
    }
    const types = new Set(SHOWS.flatMap(({ files }) => files.map(({ contentType }) => contentType)));
    expect([...types].sort()).toEqual(['application/json', 'application/x-subrip', 'text/html', 'text/vtt']);
  });

  it('give each episode its own guid, the same at every build', () => {
    const guids = SHOWS.flatMap(itemsOf).map(({ guid }) => guid?.value);
    expect(new Set(guids).size).toBe(guids.length);
    const later = buildSamples(new Date('2033-01-01T00:00:00Z'))
      .flatMap(itemsOf)
      .map(({ guid }) => guid?.value);
    expect(later).toEqual(guids);
  });

  it('aired on whole hours of the past, some today, some this week, some months ago', () => {
    const ages = SHOWS.flatMap(itemsOf).map(({ pubDate }) => {
      const aired = Date.parse(pubDate as unknown as string);
      expect(aired % HOUR_MS).toBe(0);
      return (NOW.getTime() - aired) / HOUR_MS / 24;
    });
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(ages.filter((days) => days < 1).length).toBeGreaterThanOrEqual(3);
    expect(ages.filter((days) => days < 7).length).toBeGreaterThanOrEqual(5);
    expect(Math.max(...ages)).toBeGreaterThan(120);
  });

  it('keep time: cues follow one another and end with the episode', () => {
    for (const show of SHOWS) {
      for (const file of show.files) {
        const times = timesOf(file);
        expect(times.length, file.name).toBeGreaterThanOrEqual(40);
        const starts = times.map(({ start }) => start);
        expect(starts, file.name).toEqual([...starts].sort((a, b) => a - b));
        expect(new Set(starts).size, file.name).toBe(starts.length);
        times.forEach(({ start, end }, index) => {
          if (end === null) return;
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(times[index + 1]?.start ?? Number.POSITIVE_INFINITY);
        });
        const duration = Number(
          itemsOf(show).find(({ guid }) => file.name.startsWith(guid!.value))?.itunes?.duration,
        );
        expect(duration).toBeGreaterThan(times.at(-1)!.start);
        expect(duration).toBeGreaterThan(8 * 60 - 20);
        expect(duration).toBeLessThan(20 * 60);
      }
    }
  });

  it('name in each item the hosts and the guests who speak in it', () => {
    for (const show of SHOWS) {
      for (const item of itemsOf(show)) {
        const file = show.files.find(({ name }) => name.startsWith(item.guid!.value))!;
        const names = item.podcast?.persons?.map((person: { display?: string }) => person.display) ?? [];
        expect(names.length).toBeGreaterThan(0);
        for (const name of names) expect(file.body, `${file.name} ${name}`).toContain(name);
      }
    }
  });

  it('reach the reader of transcripts as written: every word, voice and second', () => {
    for (const show of SHOWS) {
      const folder = new URL(`./${show.slug}/`, import.meta.url);
      const scripts = readdirSync(folder)
        .filter((name) => name.endsWith('.txt'))
        .sort();
      expect(scripts.length).toBe(show.files.length);
      show.files.forEach(({ name, contentType, body }, index) => {
        const written = timeCues(parseScript(readFileSync(new URL(scripts[index]!, folder), 'utf8')));
        const read = parseTranscript(new TextEncoder().encode(body), {
          contentType,
          type: contentType,
          url: null,
        });
        if (!read.ok) throw new Error(`${name}: ${read.reason}`);
        const wholeSeconds = contentType === 'text/html';
        expect(
          read.cues.map(({ speaker, text, start }) => [speaker, text, start]),
          name,
        ).toEqual(
          written.map(({ speaker, text, start }) => [
            speaker,
            text,
            wholeSeconds ? Math.floor(start) : start,
          ]),
        );
      });
    }
  });

  it('reach the reader of feeds with date, duration, audio and cast', () => {
    for (const show of SHOWS) {
      const read = parseFeed(new TextEncoder().encode(show.feedXml), {
        contentType: 'application/rss+xml',
        url: show.feedUrl,
      });
      if (!read.ok) throw new Error(read.reason);
      expect(read.feed.episodes.length).toBe(show.files.length);
      for (const episode of read.feed.episodes) {
        expect(episode.publishedAt?.getTime()).toBeLessThan(NOW.getTime());
        expect(episode.people?.some(({ role }) => role === 'host')).toBe(true);
        expect(episode.enclosure?.url).toMatch(/\.example\/.*\.mp3$/);
      }
    }
  });

  it('take their artwork from the address of the site, where it lies', () => {
    for (const { slug, feedXml } of buildSamples(NOW, 'http://localhost:3000/')) {
      expect(feedXml).toContain(`<itunes:image href="http://localhost:3000/samples/${slug}.svg"/>`);
      expect(existsSync(new URL(`../../public/samples/${slug}.svg`, import.meta.url)), slug).toBe(true);
    }
  });
});

describe('a sample script', () => {
  const header =
    'title: T\ndaysAgo: 3\nformat: srt\npeople: host Ann Lee | guest Bo Orr, baker\ndescription: D.\n---\n';

  it('refuses a line whose speaker the header does not list', () => {
    expect(() => parseScript(`${header}Ann: Hello.\nCy: Hi.\n`)).toThrow('Cy: Hi.');
  });

  it('refuses a header without a date and one with an unknown format', () => {
    expect(() => parseScript(header.replace('daysAgo: 3\n', ''))).toThrow('daysAgo');
    expect(() => parseScript(header.replace('srt', 'docx'))).toThrow('docx');
  });

  it('loses no word between the script and the cues', () => {
    const spoken = `${'one two three, '.repeat(30)}four. Five! Six "seven?" Eight.`;
    const cues = timeCues(parseScript(`${header}Ann: ${spoken}\nBo: Yes.\n`));
    expect(cues.map(({ text }) => text).join(' ')).toBe(`${spoken} Yes.`);
    expect(cues.at(-1)?.speaker).toBe('Bo Orr');
  });

  it.each(['vtt', 'html'] as const)('escapes markup in %s', (format: keyof typeof TRANSCRIPT_TYPES) => {
    const body = renderTranscript(format, [
      { start: 3661.5, end: 3664, speaker: 'A & B', text: 'x < y & z' },
    ]);
    expect(body).toContain('x &lt; y &amp; z');
  });
});
