import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Extractor } from '#server/domain.ts';
import type { PredictedIdea } from '#server/ingest/eval/labels/cases.ts';
import { type LabelledEpisode, type ListedIdea, wasRead } from '#server/ingest/eval/labels/labelled.ts';
import { sharedSeconds } from '#server/ingest/eval/labels/matching.ts';
import { LEAST_IDEA_CONFIDENCE } from '#server/ingest/publish/rules.ts';
import { toPrediction } from './ideas.ts';

/**
 * Published ideas within the parts that were read: their number, and the shares, 0..1, that a reader listed, with the same
 * speaker, and with the same stance too.
 */
export type ShowsEval = {
  readonly episodes: number;
  readonly published: number;
  readonly listed: number;
  readonly sameSpeaker: number;
  readonly sameStance: number;
};

/**
 * Extracts every episode of the readings, writes listed and found ideas to `out/listed` and `out/predicted` in the form of the
 * labels, for `score-ideas.mjs`, and compares the published ones with the lists.
 */
export async function evalShows(
  episodes: readonly LabelledEpisode[],
  extractor: Extractor,
  out: string,
): Promise<ShowsEval> {
  const folder = (name: string) => {
    rmSync(join(out, name), { recursive: true, force: true });
    mkdirSync(join(out, name), { recursive: true });
    return (segment: string, content: object) =>
      writeFileSync(join(out, name, `${segment}.json`), `${JSON.stringify(content, null, 1)}\n`);
  };
  const writeListed = folder('listed');
  const writePredicted = folder('predicted');
  const met: { readonly idea: PredictedIdea; readonly listed: ListedIdea | null }[] = [];
  for (const [i, episode] of episodes.entries()) {
    const segment = `seg${String(i).padStart(3, '0')}`;
    const extraction = await extractor.extract(episode.input);
    const found = toPrediction(segment, episode.input, extraction);
    const ideas = found.ideas.filter((idea) => wasRead(episode, idea));
    writePredicted(segment, { ...found, ideas });
    writeListed(segment, { segment, source: episode.group, ideas: episode.ideas });
    const published = ideas.filter(({ confidence }) => confidence >= LEAST_IDEA_CONFIDENCE);
    met.push(...published.map((idea) => ({ idea, listed: listedFor(episode, idea) })));
  }
  const share = (alike: (idea: PredictedIdea, listed: ListedIdea) => boolean) =>
    met.filter(({ idea, listed }) => listed !== null && alike(idea, listed)).length / Math.max(1, met.length);
  return {
    episodes: episodes.length,
    published: met.length,
    listed: share(() => true),
    sameSpeaker: share((idea, listed) => idea.speaker === listed.speaker),
    sameStance: share((idea, listed) => idea.speaker === listed.speaker && idea.stance === listed.stance),
  };
}

/** The listed idea of the same subject that shares most time with a published one, one of its speaker first. */
function listedFor(episode: LabelledEpisode, idea: PredictedIdea): ListedIdea | null {
  const fitting = episode.ideas.flatMap((listed) => {
    const shared = sharedSeconds(listed, idea);
    return shared === null ? [] : [{ listed, shared, same: listed.speaker === idea.speaker }];
  });
  fitting.sort((a, b) => Number(b.same) - Number(a.same) || b.shared - a.shared);
  return fitting[0]?.listed ?? null;
}
