import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { EpisodeInput, Extractor } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { castOf } from '#server/ingest/extract/speakers/speakers.ts';
import { LEAST_IDEA_CONFIDENCE } from '#server/ingest/publish/rules.ts';
import { showInputs } from './labels/show-inputs.ts';

/** A reader's verdict on a label: that person, another, several, no name, or unknown. */
type Truth = 'right' | 'wrong' | 'mixed' | 'generic' | 'unknown';

/** Counts of labels, words or ideas: all, those under a name, and these by the verdict on the name. */
export type Tally = { all: number; named: number } & Record<Truth, number>;

/** Tallies of labels, of words, of found ideas, and of served ideas. */
export type Tallies = { labels: Tally; words: Tally; found: Tally; served: Tally };

/** Tallies of one way to bear a name out: of found and of served ideas. */
type Way = Pick<Tallies, 'found' | 'served'>;

export type SpeakersEval = {
  readonly shows: Readonly<Record<string, Tallies>>;
  readonly total: Tallies;
  /** Tallies of named ideas by the reason that bears the name out. */
  readonly ways: Readonly<Record<string, Way>>;
};

type Labels = Readonly<Record<string, { readonly verdict: Truth }>>;

/**
 * Compares names with the labels that readers checked. `truth` is a file of
 * `{ "<show>/<transcript>": { labels: { "<label>": { verdict } } } }`, `folder` holds the shows. Null if either is
 * missing. Nothing is fitted on the labels, so every show is unseen.
 */
export async function evalSpeakers(
  truth: string,
  folder: string,
  extractor: Extractor,
): Promise<SpeakersEval | null> {
  if (!existsSync(truth) || !existsSync(folder)) return null;
  const checked = JSON.parse(readFileSync(truth, 'utf8')) as Record<string, { labels: Labels }>;
  const shows: Record<string, Tallies> = {};
  const ways: Record<string, Way> = {};
  const total = noTallies();
  for (const show of readdirSync(folder).sort()) {
    for (const [key, input] of showInputs(folder, show)) {
      const labels = checked[key]?.labels;
      if (labels === undefined) continue;
      shows[show] ??= noTallies();
      await countEpisode({ input, labels, extractor, into: [shows[show], total], ways });
    }
  }
  return { shows, total, ways };
}

type Counting = {
  readonly input: EpisodeInput;
  readonly labels: Labels;
  readonly extractor: Extractor;
  readonly into: readonly Tallies[];
  readonly ways: Record<string, Way>;
};

async function countEpisode({ input, labels, extractor, into, ways }: Counting): Promise<void> {
  const sentences = splitSentences(input.cues);
  const cast = castOf(input, sentences);
  const { ideas } = await extractor.extract(input);
  for (const [label, { verdict }] of Object.entries(labels)) {
    const member = cast.members.get(label);
    const named = member?.is === 'borne out';
    const words = sentences.reduce((sum, one) => sum + (one.speaker === label ? one.words : 0), 0);
    for (const tallies of into) {
      count(tallies.labels, named, verdict);
      count(tallies.words, named, verdict, words);
    }
  }
  for (const idea of ideas) {
    const label = input.cues[idea.quote.firstCue]?.speaker ?? null;
    const verdict = label === null ? undefined : labels[label]?.verdict;
    if (label === null || verdict === undefined) continue;
    const named = idea.speaker?.name != null;
    const way = cast.members.get(label)?.reasons.at(-1) ?? '';
    if (named) ways[way] ??= { found: noTally(), served: noTally() };
    for (const tallies of [...into, ...(named ? [ways[way] as Way] : [])]) {
      count(tallies.found, named, verdict);
      if (idea.confidence >= LEAST_IDEA_CONFIDENCE) count(tallies.served, named, verdict);
    }
  }
}

function count(tally: Tally, named: boolean, verdict: Truth, amount = 1): void {
  tally.all += amount;
  if (!named) return;
  tally.named += amount;
  tally[verdict] += amount;
}

function noTally(): Tally {
  return { all: 0, named: 0, right: 0, wrong: 0, mixed: 0, generic: 0, unknown: 0 };
}

function noTallies(): Tallies {
  return { labels: noTally(), words: noTally(), found: noTally(), served: noTally() };
}

/** A tally in one line: "702 of 2346 named (29.9%): 696 right, 0 wrong, 6 mixed". */
export function told({ all, named, right, wrong, mixed, generic, unknown }: Tally): string {
  const share = all === 0 ? 0 : (100 * named) / all;
  const rest = generic + unknown === 0 ? '' : `, ${generic + unknown} not to be told`;
  return `${named} of ${all} named (${share.toFixed(1)}%): ${right} right, ${wrong} wrong, ${mixed} mixed${rest}`;
}

/** The lines of a report: all shows, each show, and the curves by way. */
export function reportOf({ shows, total, ways }: SpeakersEval): string[] {
  const kinds = ['labels', 'words', 'found', 'served'] as const;
  return [
    ...kinds.map((kind) => `all shows, ${kind}: ${told(total[kind])}`),
    ...Object.entries(shows).map(
      ([show, { labels, found, served }]) =>
        `${show}: labels ${told(labels)}; ideas found ${told(found)}; served ${told(served)}`,
    ),
    ...curveOf('found', total, ways),
    ...curveOf('served', total, ways),
  ];
}

/** What each way adds to the names, the most productive first; the last line is all of them, which is what ships. */
function curveOf(kind: keyof Way, total: Tallies, ways: SpeakersEval['ways']): string[] {
  const sum = { ...noTally(), all: total[kind].all };
  const curve = Object.entries(ways).sort(([, a], [, b]) => b[kind].right - a[kind].right);
  return curve.map(([way, { [kind]: tally }]) => {
    for (const key of ['named', 'right', 'wrong', 'mixed', 'generic', 'unknown'] as const)
      sum[key] += tally[key];
    return `${kind}, "${way}": ${tally.right} of ${tally.named} ideas right; so far ${told(sum)}`;
  });
}
