import { readdirSync, readFileSync } from 'node:fs';
import { type FeedEpisode, renderFeed, type ShowCard } from './feed.ts';
import { parseScript, type Script, timeCues } from './script.ts';
import { renderTranscript, TRANSCRIPT_TYPES } from './transcript.ts';

/** Origin of every sample address. It is served from memory: the name is reserved and never resolves. */
export const SAMPLE_ORIGIN = 'https://samples.earmark.example';

export type SampleFile = { readonly name: string; readonly contentType: string; readonly body: string };

/** One fictional show: its feed and the transcripts which that feed names, at `${SAMPLE_ORIGIN}/<slug>/<name>`. */
export type SampleShow = {
  readonly slug: string;
  readonly feedUrl: string;
  readonly feedXml: string;
  readonly files: readonly SampleFile[];
  /** Whether the show lets widgets of it be embedded. */
  readonly embeds: boolean;
};

type ShowSource = {
  readonly slug: string;
  readonly card: ShowCard;
  readonly scripts: readonly { readonly guid: string; readonly script: Script }[];
};

const HOUR_MS = 3_600_000;
const CLOSING_SECONDS = 6;

const SCRIPTS_FOLDER = new URL('./', import.meta.url);

/**
 * The sample shows, aired relative to `now` (each script's `daysAgo`, cut to the whole UTC hour). Guids never
 * change, so a corpus that already holds an episode keeps its first air date. `webUrl` is where the service's
 * own pages live: the artwork is served from its `public/samples/`.
 */
export function buildSamples(now: Date, webUrl: string = SAMPLE_ORIGIN): readonly SampleShow[] {
  return readSources(SCRIPTS_FOLDER).map((source) => buildShow(source, now, webUrl.replace(/\/+$/, '')));
}

function buildShow({ slug, card, scripts }: ShowSource, now: Date, webUrl: string): SampleShow {
  const feedUrl = `${SAMPLE_ORIGIN}/${slug}/feed.xml`;
  const built = scripts.map(({ guid, script }) => buildEpisode(slug, guid, script, now));
  const newestFirst = built
    .map(({ episode }) => episode)
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime());
  return {
    slug,
    feedUrl,
    feedXml: renderFeed(card, feedUrl, `${webUrl}/samples/${slug}.svg`, newestFirst),
    files: built.map(({ file }) => file),
    embeds: card.embeds ?? false,
  };
}

function buildEpisode(
  slug: string,
  guid: string,
  script: Script,
  now: Date,
): { readonly episode: FeedEpisode; readonly file: SampleFile } {
  const cues = timeCues(script);
  const { type, extension } = TRANSCRIPT_TYPES[script.format];
  const name = `${guid}.${extension}`;
  return {
    episode: {
      guid,
      script,
      publishedAt: airDate(now, script.daysAgo),
      duration: (cues.at(-1)?.end ?? 0) + CLOSING_SECONDS,
      transcriptUrl: `${SAMPLE_ORIGIN}/${slug}/${name}`,
    },
    file: { name, contentType: type, body: renderTranscript(script.format, cues) },
  };
}

function airDate(now: Date, daysAgo: number): Date {
  return new Date(Math.floor((now.getTime() - daysAgo * 24 * HOUR_MS) / HOUR_MS) * HOUR_MS);
}

function readSources(folder: URL): ShowSource[] {
  const shows = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return shows.map(({ name }) => readShow(name, new URL(`${name}/`, folder))).sort(bySlug);
}

function readShow(slug: string, folder: URL): ShowSource {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort();
  return {
    slug,
    card: JSON.parse(readFileSync(new URL('show.json', folder), 'utf8')) as ShowCard,
    scripts: names.map((name) => ({
      guid: `${slug}-${name.slice(0, 2)}`,
      script: readScript(new URL(name, folder)),
    })),
  };
}

function readScript(file: URL): Script {
  try {
    return parseScript(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`Sample script ${file.pathname}`, { cause });
  }
}

function bySlug(a: ShowSource, b: ShowSource): number {
  return a.slug < b.slug ? -1 : 1;
}
