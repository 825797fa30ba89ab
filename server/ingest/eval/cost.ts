import type { EpisodeInput, Extractor } from '#server/domain.ts';
import type { EpisodeLinker } from '#server/ingest/extract/subjects/mentions.ts';
import { survey } from '#server/ingest/extract/survey.ts';

/** CPU seconds of all threads for an hour of talk, by stage, and the most memory of the process, in MB. */
export type Cost = { readonly [Stage in 'survey' | 'words' | 'meaning']: number } & {
  readonly megabytes: number;
};

/**
 * Measures the cost of reading: the survey of an episode (sentences, subjects, speakers, passages), scoring and writing by words,
 * and the encoder on top. Memory is that of the whole process, labelled data included.
 */
export async function costOf(
  inputs: readonly EpisodeInput[],
  linker: EpisodeLinker,
  { words, withMeaning }: { readonly words: Extractor; readonly withMeaning: Extractor },
): Promise<Cost> {
  const spent = { survey: 0, words: 0, withMeaning: 0 };
  let seconds = 0;
  for (const input of inputs) {
    seconds += (input.cues.at(-1)?.end ?? 0) - (input.cues[0]?.start ?? 0);
    spent.survey += await cpuSeconds(async () => survey(input, linker));
    spent.words += await cpuSeconds(() => words.extract(input));
    spent.withMeaning += await cpuSeconds(() => withMeaning.extract(input));
  }
  const perHour = (cpu: number) => Math.round((36_000 * cpu) / Math.max(1, seconds)) / 10;
  return {
    survey: perHour(spent.survey),
    words: perHour(spent.words - spent.survey),
    meaning: perHour(spent.withMeaning - spent.words),
    megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
