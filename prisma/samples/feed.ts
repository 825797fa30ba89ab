import { createHash } from 'node:crypto';
import type { Script } from './script.ts';
import { escapeMarkup, TRANSCRIPT_TYPES } from './transcript.ts';

/** What `show.json` holds. Every address and host uses a name reserved by RFC 2606. */
export type ShowCard = {
  readonly name: string;
  readonly author: string;
  readonly ownerEmail: string;
  readonly siteUrl: string;
  readonly mediaUrl: string;
  readonly category: string;
  readonly description: string;
  readonly hosts: readonly string[];
  /** Whether the show lets widgets of it be embedded; one does, so that every kind can be tried. */
  readonly embeds?: boolean;
  /** Value of a `podcast:txt purpose="verify"` element, for the show that demonstrates one. */
  readonly verifyText?: string;
};

/** One episode ready for its feed item. `duration` in seconds. */
export type FeedEpisode = {
  readonly guid: string;
  readonly script: Script;
  readonly publishedAt: Date;
  readonly duration: number;
  readonly transcriptUrl: string;
};

const PODCAST_GUID_NAMESPACE = 'ead4c236-bf58-58c6-a2c6-a69b6cea9a2d';
const AUDIO_BYTES_PER_SECOND = 16_000;

/** RSS 2.0 with the iTunes and podcast namespaces; `episodes` newest first. */
export function renderFeed(
  card: ShowCard,
  feedUrl: string,
  artworkUrl: string,
  episodes: readonly FeedEpisode[],
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escapeMarkup(card.name)}</title>
    <link>${card.siteUrl}</link>
    <atom:link href="${feedUrl}" rel="self" type="application/rss+xml"/>
    <description>${escapeMarkup(card.description)}</description>
    <language>en</language>
    <pubDate>${rssDate(episodes[0]?.publishedAt)}</pubDate>
    <itunes:author>${escapeMarkup(card.author)}</itunes:author>
    <itunes:owner>
      <itunes:name>${escapeMarkup(card.author)}</itunes:name>
      <itunes:email>${card.ownerEmail}</itunes:email>
    </itunes:owner>
    <itunes:image href="${artworkUrl}"/>
    <itunes:category text="Business">
      <itunes:category text="${escapeMarkup(card.category)}"/>
    </itunes:category>
    <itunes:explicit>false</itunes:explicit>
    <itunes:type>episodic</itunes:type>
    <podcast:guid>${podcastGuid(feedUrl)}</podcast:guid>
    <podcast:medium>podcast</podcast:medium>
    <podcast:locked owner="${card.ownerEmail}">yes</podcast:locked>
${renderVerification(card)}${card.hosts.map((name) => `    ${renderPerson(name, 'host')}\n`).join('')}${episodes.map((episode) => renderItem(card, episode)).join('')}  </channel>
</rss>
`;
}

/** The show's `podcast:guid`: UUID v5 of the feed address without its scheme, as that element's page asks. */
export function podcastGuid(feedUrl: string): string {
  const name = feedUrl.replace(/^https?:\/\//, '').replace(/\/+$/, '');
  const namespace = Buffer.from(PODCAST_GUID_NAMESPACE.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function renderVerification(card: ShowCard): string {
  if (!card.verifyText) return '';
  return `    <podcast:txt purpose="verify">${escapeMarkup(card.verifyText)}</podcast:txt>\n`;
}

function renderItem(
  card: ShowCard,
  { guid, script, publishedAt, duration, transcriptUrl }: FeedEpisode,
): string {
  const people = script.voices.map(({ name, role }) => `      ${renderPerson(name, role)}\n`).join('');
  return `    <item>
      <title>${escapeMarkup(script.title)}</title>
      <link>${card.siteUrl}episodes/${guid}</link>
      <guid isPermaLink="false">${guid}</guid>
      <pubDate>${rssDate(publishedAt)}</pubDate>
      <description>${escapeMarkup(describe(script))}</description>
      <enclosure url="${card.mediaUrl}${guid}.mp3" length="${Math.round(duration) * AUDIO_BYTES_PER_SECOND}" type="audio/mpeg"/>
      <itunes:duration>${Math.round(duration)}</itunes:duration>
      <itunes:explicit>false</itunes:explicit>
      <itunes:episodeType>full</itunes:episodeType>
      <podcast:transcript url="${transcriptUrl}" type="${TRANSCRIPT_TYPES[script.format].type}" language="en"/>
${people}    </item>
`;
}

function renderPerson(name: string, role: string): string {
  return `<podcast:person role="${role}" group="cast">${escapeMarkup(name)}</podcast:person>`;
}

function describe(script: Script): string {
  const guests = script.voices.filter(({ role }) => role === 'guest');
  const titled = guests.map(({ name, title }) => (title ? `${name}, ${title}` : name));
  const withGuests = titled.length > 0 ? ` With ${titled.join(' and ')}.` : '';
  return `${script.description}${withGuests}`;
}

function rssDate(date: Date | undefined): string {
  return (date ?? new Date(0)).toUTCString();
}
