import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { EpisodeInput } from '#server/domain.ts';
import { parseFeed } from '#server/feeds/parse.ts';
import { parseTranscript } from '#server/ingest/transcript/parse.ts';
import type { LabelledEpisode, ListedIdea } from './labelled.ts';
import { markOf, marks } from './marks.ts';

/** start, end, speaker as transcribed, subject, tickers, stance, depth, 1 for certain, start of the sentence that carries it. */
type Row = readonly [number, number, string, string, readonly string[], string, number, 0 | 1, number];
type Entry = {
  readonly read: readonly (readonly [number, number])[];
  readonly adverts: readonly (readonly [number, number])[];
  readonly ideas: readonly Row[];
};

/** A sentence starts where it was noted, to the tenth of a second. */
const TENTH = 0.06;

/**
 * What readers listed by docs/labelling.md in the real shows, outside the labelled segments, by `show/transcript`: where,
 * who, of what, which way and how deep. None of the shows' words.
 */
export function readings(): Readonly<Record<string, Entry>> {
  return JSON.parse(readFileSync(new URL('./readings.json', import.meta.url), 'utf8')) as Record<
    string,
    Entry
  >;
}

/** The episodes of the readings whose transcripts stand in `folder` (`<show>/feed.xml` and transcripts), in order. */
export function readEpisodes(folder: string): LabelledEpisode[] {
  const entries = Object.entries(readings());
  const marked = marks();
  return [...Map.groupBy(entries, ([key]) => key.split('/')[0] as string)].flatMap(([show, own]) => {
    const inputs = inputsOf(folder, show);
    return own.flatMap(([key, { read, ideas }]) => {
      const input = inputs.get(key);
      if (input === undefined) return [];
      const sentences = marked[key] ?? { claims: [], support: [] };
      return [{ group: key, input, read, ideas: ideas.map(listed), markOf: markOf(sentences) }];
    });
  });
}

function listed(row: Row): ListedIdea {
  const [start, end, speaker, subject, tickers, stance, depth, certain, quoted] = row;
  return {
    start,
    end,
    speaker,
    subject,
    tickers,
    stance,
    depth,
    certain: certain === 1,
    isQuote: (sentence) => Math.abs(sentence.start - quoted) < TENTH,
  };
}

function inputsOf(folder: string, show: string): Map<string, EpisodeInput> {
  const feedPath = join(folder, show, 'feed.xml');
  if (!existsSync(feedPath)) return new Map();
  const parsed = parseFeed(readFileSync(feedPath), { contentType: null, url: `https://${show}.example/` });
  if (!parsed.ok) return new Map();
  const files = new Set(readdirSync(join(folder, show)));
  return new Map(
    parsed.feed.episodes.flatMap((episode) => {
      const link = episode.transcripts[0];
      const file = basename(link?.url ?? '');
      if (link === undefined || !files.has(file)) return [];
      const transcript = parseTranscript(readFileSync(join(folder, show, file)), {
        contentType: link.type,
        type: link.type,
        url: null,
      });
      if (!transcript.ok) return [];
      const input: EpisodeInput = {
        showName: parsed.feed.show.title ?? show,
        episodeTitle: episode.title,
        episodeDescription: episode.description,
        publishedAt: episode.publishedAt ?? new Date(0),
        people: episode.people,
        cues: transcript.cues,
      };
      return [[`${show}/${file.replace(/\.\w+$/, '')}`, input] as const];
    }),
  );
}
