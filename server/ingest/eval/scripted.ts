import { readdirSync, readFileSync } from 'node:fs';
import { parseScript, timeCues } from '#prisma/samples/script.ts';
import { survey } from '#server/ingest/extract/candidates.ts';
import type { EpisodeLinker } from '#server/ingest/extract/subjects.ts';
import type { EpisodeInput } from '#server/ingest/types.ts';
import type { Row } from './logistic.ts';

/** An idea as the author of a sample show meant it (`prisma/samples/<show>/ideas.psv`). */
export type Intended = {
  /** Symbol, company slug or theme slug. */
  readonly subject: string;
  readonly stance: string;
  readonly speaker: string;
  readonly words: string;
};

/** A sample episode with what its author meant it to hold; `adverts` are the spoken turns that name the sponsor's address. */
export type ScriptedEpisode = {
  readonly show: string;
  readonly episode: string;
  readonly input: EpisodeInput;
  readonly ideas: readonly Intended[];
};

const FOLDER = new URL('../../../prisma/samples/', import.meta.url);

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

/** Passages of the sample shows, marked where their author meant an idea; grouped by show. */
export function scriptedRows(linker: EpisodeLinker): Row[] {
  return scriptedEpisodes().flatMap(({ show, input, ideas }) => {
    const { candidates } = survey(input, linker);
    const meant = new Set<number>();
    for (const idea of ideas) {
      const fitting = candidates.flatMap(({ reading: { passage, lines } }, i) => {
        const first = passage.mentions[0];
        const named = first !== undefined && [first.subject.key, ...first.tickers].includes(idea.subject);
        if (meant.has(i) || !named || !passage.speaker?.startsWith(`${idea.speaker} `)) return [];
        const said = lines.some((line) => line.sentence.text.includes(idea.words.slice(0, 30)));
        return [{ i, rank: (said ? 1000 : 0) + lines.length }];
      });
      const best = fitting.sort((a, b) => b.rank - a.rank)[0];
      if (best !== undefined) meant.add(best.i);
    }
    return candidates.map(({ features }, i) => ({ x: features, y: meant.has(i), group: show }));
  });
}
