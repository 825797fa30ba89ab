import type { FetchResult, GuardedFetch } from '#server/platform/fetch.ts';

export const PUBLISHER = 'https://publisher.example';
export const FEED_URL = `${PUBLISHER}/feed.xml`;

export type PublishedEpisode = {
  readonly guid?: string;
  readonly title?: string;
  readonly enclosure?: string;
  /** Its `pubDate` as written, none when empty; a day of September 2026 when absent. */
  readonly published?: string;
  /** File name of its transcript. */
  readonly transcript?: string;
  /** `podcast:person` elements. */
  readonly people?: string;
};

/** A publisher in memory: answers with what was put there, without validators, and with 404 to anything else. */
export function publisher() {
  const files = new Map<string, { body: string; movedTo: string | null }>();
  const fetchGuarded: GuardedFetch = async (url): Promise<FetchResult> => {
    const file = files.get(url);
    if (!file) return refused(404);
    return {
      status: 'ok',
      bytes: Buffer.from(file.body),
      contentType: null,
      etag: null,
      lastModified: null,
      finalUrl: file.movedTo ?? url,
      permanentRedirectTo: file.movedTo,
    };
  };
  return {
    fetchGuarded,
    /** Serves `body` at an address, through a permanent redirect to `movedTo` when given. */
    put: (url: string, body: string, movedTo: string | null = null) => void files.set(url, { body, movedTo }),
    /** Publishes a feed with these episodes. */
    publish: (episodes: readonly PublishedEpisode[], url = FEED_URL, title = 'Slow Money') =>
      void files.set(url, { body: feedOf(title, episodes), movedTo: null }),
  };
}

/** The result of the guarded fetch when the server refuses. */
export function refused(httpStatus: number): FetchResult {
  return {
    status: 'failed',
    kind: 'status',
    reason: `The server answered ${httpStatus}.`,
    httpStatus,
    retryAfterSeconds: null,
    gone: httpStatus === 410,
  };
}

/** A WebVTT transcript of these lines, ten seconds each, all of one speaker. */
export function captions(...lines: string[]): string {
  return captionsBy(...lines.map((line) => ['Ada Reed', line] as const));
}

/** A WebVTT transcript of these `[speaker, words]`, ten seconds each. */
export function captionsBy(...lines: (readonly [string, string])[]): string {
  const time = (second: number) =>
    `00:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}.000`;
  const cues = lines.map(
    ([speaker, line], at) => `${time(at * 10)} --> ${time(at * 10 + 10)}\n<v ${speaker}>${line}`,
  );
  return ['WEBVTT', ...cues].join('\n\n');
}

/** The transcript of an argument for Nvidia with numbers and a risk: one idea is extracted from it. */
export function argument(): string {
  return captions(
    'I think Nvidia is the strongest business in the industry because its software locks customers in.',
    'Nvidia grew revenue 60% last year and Nvidia has $90 billion of long-term contracts.',
    'The risk for Nvidia is that three customers are half of its sales, but Nvidia keeps its margins.',
  );
}

function feedOf(title: string, episodes: readonly PublishedEpisode[]): string {
  const items = episodes.map((episode, index) => {
    const name = episode.title ?? `Episode ${index + 1}`;
    const guid = episode.guid === undefined ? '' : `<guid isPermaLink="false">${episode.guid}</guid>`;
    const audio = episode.enclosure ?? `${PUBLISHER}/${index + 1}.mp3`;
    const transcript = episode.transcript
      ? `<podcast:transcript url="${PUBLISHER}/${episode.transcript}" type="text/vtt"/>`
      : '';
    return `<item><title>${name}</title>${guid}<enclosure url="${audio}" type="audio/mpeg"/>${transcript}${episode.people ?? ''}
      <pubDate>${episode.published ?? `Tue, 0${(index % 9) + 1} Sep 2026 08:00:00 GMT`}</pubDate></item>`;
  });
  return `<?xml version="1.0"?><rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0">
    <channel><title>${title}</title>${items.join('\n')}</channel></rss>`;
}
