import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Cue, EpisodeInput } from '#server/domain.ts';
import { parseFeed } from '#server/feeds/parse.ts';
import { parseTranscript } from '#server/ingest/transcript/parse.ts';
import { PRESENT_SHARE } from '#server/ingest/transcript/store.ts';

type ShowInputs = ReadonlyMap<string, EpisodeInput>;

const read = new Map<string, ShowInputs>();

/**
 * The extractor's input for each episode of a show in `folder` with a transcript beside the feed, by `show/transcript` with the
 * file ending; each with the show's other episodes. Cached: the same objects every time.
 */
export function showInputs(folder: string, show: string): ShowInputs {
  const key = join(folder, show);
  const inputs = read.get(key) ?? readInputs(folder, show);
  read.set(key, inputs);
  return inputs;
}

function readInputs(folder: string, show: string): ShowInputs {
  const feedPath = join(folder, show, 'feed.xml');
  if (!existsSync(feedPath)) return new Map();
  const parsed = parseFeed(readFileSync(feedPath), { contentType: null, url: `https://${show}.example/` });
  if (!parsed.ok) return new Map();
  const files = new Set(readdirSync(join(folder, show)));
  const inputs = parsed.feed.episodes.flatMap((episode): [string, EpisodeInput][] => {
    const link = episode.transcripts[0];
    const file = basename(link?.url ?? '');
    if (link === undefined || !files.has(file)) return [];
    const bytes = readFileSync(join(folder, show, file));
    const transcript = parseTranscript(bytes, { contentType: link.type, type: link.type, url: null });
    if (!transcript.ok) return [];
    const input = {
      showName: parsed.feed.show.title ?? show,
      episodeTitle: episode.title,
      episodeDescription: episode.description,
      publishedAt: episode.publishedAt ?? new Date(0),
      people: episode.people,
      cues: transcript.cues,
    };
    return [[`${show}/${file}`, input]];
  });
  const others = inputs.map(([key, { episodeTitle, cues }]) => ({
    key,
    title: episodeTitle,
    speakers: speakersIn(cues),
    said: saidIn(cues),
  }));
  return new Map(
    inputs.map(([key, input]) => [
      key,
      { ...input, otherEpisodes: others.filter((other) => other.key !== key) },
    ]),
  );
}

/** The labels of a transcript that are no slips, by the rule of `otherEpisodes`. */
function speakersIn(cues: readonly Cue[]): string[] {
  const counts = Map.groupBy(cues, (cue) => cue.speaker);
  return [...counts].flatMap(([label, own]) =>
    label !== null && own.length >= PRESENT_SHARE * cues.length ? [label] : [],
  );
}

/** All that each label of a transcript that is no slip says, in one text. */
function saidIn(cues: readonly Cue[]): Record<string, string> {
  const of = (label: string) => cues.filter((cue) => cue.speaker === label).map(({ text }) => text);
  return Object.fromEntries(speakersIn(cues).map((label) => [label, of(label).join(' ')]));
}
