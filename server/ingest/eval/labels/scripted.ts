import { readdirSync, readFileSync } from 'node:fs';
import { parseScript, timeCues } from '#prisma/samples/script.ts';
import type { EpisodeInput } from '#server/domain.ts';

/** An idea as the author of a sample show meant it (`prisma/samples/<show>/ideas.psv`). */
export type Intended = {
  /** Symbol, company slug or theme slug. */
  readonly subject: string;
  readonly stance: string;
  readonly speaker: string;
  readonly words: string;
};

/** A sample episode with the ideas that its author meant. */
export type ScriptedEpisode = {
  readonly show: string;
  readonly episode: string;
  readonly input: EpisodeInput;
  readonly ideas: readonly Intended[];
};

const FOLDER = new URL('../../../../prisma/samples/', import.meta.url);

/** Every episode of the sample shows, timed, with its intended ideas. */
export function scriptedEpisodes(): ScriptedEpisode[] {
  const shows = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return shows.flatMap(({ name }) => episodesOf(name));
}

function episodesOf(show: string): ScriptedEpisode[] {
  const folder = new URL(`${show}/`, FOLDER);
  const rows = readFileSync(new URL('ideas.psv', folder), 'utf8').trim().split('\n');
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => {
      const episode = file.slice(0, 2);
      return {
        show,
        episode,
        input: inputOf(show, readFileSync(new URL(file, folder), 'utf8')),
        ideas: rows
          .map((row) => row.split('|'))
          .filter(([number]) => number === episode)
          .map(([, subject = '', stance = '', , speaker = '', words = '']) => ({
            subject,
            stance,
            speaker,
            words,
          })),
      };
    });
}

function inputOf(show: string, source: string): EpisodeInput {
  const script = parseScript(source);
  return {
    showName: show,
    episodeTitle: script.title,
    episodeDescription: script.description,
    publishedAt: new Date(0),
    people: script.voices.map(({ name, role, title }) => ({ name, role, title })),
    cues: timeCues(script),
  };
}
