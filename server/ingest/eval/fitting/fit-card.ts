import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { meaningUnseen } from '#server/ingest/eval/labels/unseen.ts';
import { engineOf, judgedIdeas } from '#server/ingest/eval/signed.ts';
import { namesOf } from '#server/ingest/extract/scoring/linear-model.ts';
import { CARD_FEATURES } from '#server/ingest/extract/writing/card/features.ts';
import type { Judge, JudgeWeights } from '#server/ingest/extract/writing/card/judge.ts';
import { type SideWeights, sideFeatures } from '#server/ingest/extract/writing/card/side.ts';
import type { CardWeights } from '#server/ingest/extract/writing/card/weights.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { projectRoot } from '#server/platform/env.ts';
import { createEncoder } from '#server/reader/encoder.ts';
import { gateCurve, gateHeldOut, gateOf, scaleOf } from './card-gate.ts';
import { type CardLessons, cardLessons } from './card-lessons.ts';
import { cardRows } from './card-rows.ts';
import {
  leastOf,
  type SideModels,
  sideCurve,
  sideLessons,
  sideModels,
  sideModelsHeldOut,
  sidesHeldOut,
} from './card-sides.ts';
import { heldOut, ranking } from './validation.ts';

const WEIGHTS = new URL('../../extract/writing/card/weights.json', import.meta.url);

/** By episode, a judge whose models and tuned layers saw other episodes only. Sides are told from a sureness of `least`. */
export function judgesHeldOut(lessons: CardLessons, least: number): Map<string, Judge> {
  const scale = scaleOf(lessons);
  const gates = (['words', 'withMeaning'] as const).map((by) =>
    heldOut(lessons.signed, (seen) => {
      const weights = kept(namesOf(CARD_FEATURES), gateOf(seen, by, scale));
      return ({ group }) => [group, weights] as const;
    }),
  );
  const unseen = meaningUnseen();
  const sides = sideModelsHeldOut(lessons);
  const [words, withMeaning] = gates.map((gate) => new Map(gate));
  return new Map(
    [...words!].map(([group, own]) => [
      group,
      {
        words: own,
        withMeaning: withMeaning!.get(group)!,
        side: sideWeights(lessons, sides.get(group)!, least),
        unseen: unseen(group),
      },
    ]),
  );
}

/** Weights as they are stored: by name, then that of the opinion if there is one; three decimals. */
function kept<Name extends string>(names: readonly Name[], weights: Float64Array): CardWeights<Name> {
  const rounded = [...weights].map((w) => Math.round(w * 1000) / 1000);
  const features = Object.fromEntries(
    names.map((name, i) => [name, rounded[i]]),
  ) as CardWeights<Name>['features'];
  const [opinion] = rounded.slice(names.length);
  return opinion === undefined ? { features } : { features, opinion };
}

/** Fits all models of the judge on the labelled cards. */
function fitJudge(lessons: CardLessons, least: number): JudgeWeights {
  const scale = scaleOf(lessons);
  const names = namesOf(CARD_FEATURES);
  return {
    words: kept(names, gateOf(lessons.signed, 'words', scale)),
    withMeaning: kept(names, gateOf(lessons.signed, 'withMeaning', scale)),
    side: sideWeights(lessons, sideModels(sideLessons(lessons)), least),
  };
}

function sideWeights({ sides }: CardLessons, { bullish, bearish }: SideModels, least: number): SideWeights {
  const names = namesOf(sideFeatures(sides[0]!.card, []));
  return { bullish: kept(names, bullish).features, bearish: kept(names, bearish).features, least };
}

/** Writes `weights.json` fitted on the labelled cards, and prints how the models do on unseen episodes. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const shows = join(projectRoot, '../shared/data/shows');
  const linker = createLinker(loadUniverse());
  const encoder = createEncoder({ warn: console.error });
  const lessons = cardLessons(cardRows(shows, linker));
  for (const by of ['words', 'withMeaning'] as const) {
    const judged = gateHeldOut(lessons, by);
    console.log(by, JSON.stringify({ ...ranking(judged), curve: gateCurve(judged) }));
  }
  const { ideas } = await judgedIdeas(shows, engineOf(judgesHeldOut(lessons, 1), linker, encoder.embed));
  await encoder.close();
  const sides = sidesHeldOut(lessons, ideas);
  const least = leastOf(sides);
  console.log(
    'sides',
    sides.length,
    JSON.stringify(sideCurve(sides, [least, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8])),
  );
  writeFileSync(WEIGHTS, `${JSON.stringify(fitJudge(lessons, least))}\n`);
}
