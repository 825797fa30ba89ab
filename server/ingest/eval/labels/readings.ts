import { readFileSync } from 'node:fs';
import type { LabelledEpisode, ListedIdea } from './labelled.ts';
import { markOf, marks } from './marks.ts';
import { showInputs } from './show-inputs.ts';

/** start, end, speaker as transcribed, subject, tickers, stance, depth, 1 for certain, start of the sentence that carries it. */
type Row = readonly [number, number, string, string, readonly string[], string, number, 0 | 1, number];
type Entry = {
  readonly read: readonly (readonly [number, number])[];
  readonly adverts: readonly (readonly [number, number])[];
  readonly ideas: readonly Row[];
};

/** Starts are noted to the tenth of a second. */
const TENTH = 0.06;

/**
 * Ideas that readers listed (docs/labelling.md) in real shows outside the labelled segments, by `show/transcript`: place, speaker,
 * subject, stance, depth. None of the shows' words.
 */
export function readings(): Readonly<Record<string, Entry>> {
  return JSON.parse(readFileSync(new URL('./readings.json', import.meta.url), 'utf8')) as Record<
    string,
    Entry
  >;
}

/** The episodes of the readings whose transcripts are in `folder` (`<show>/feed.xml` and transcripts), in order. */
export function readEpisodes(folder: string): LabelledEpisode[] {
  const entries = Object.entries(readings());
  const marked = marks();
  return [...Map.groupBy(entries, ([key]) => key.split('/')[0] as string)].flatMap(([show, own]) => {
    const inputs = new Map(
      [...showInputs(folder, show)].map(([key, input]) => [key.replace(/\.\w+$/, ''), input]),
    );
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
