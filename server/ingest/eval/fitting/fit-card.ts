import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { confidenceCarried, confidenceOf } from '#server/ingest/extract/scoring/confidence.ts';
import {
  type FeatureValues,
  namesOf,
  readFeatures,
  sigmoid,
} from '#server/ingest/extract/scoring/linear-model.ts';
import { CARD_FEATURES, type CardView } from '#server/ingest/extract/writing/card/features.ts';
import { asEditor, type JudgeWeights, LEAST_SIDED } from '#server/ingest/extract/writing/card/judge.ts';
import { type Embed, meaningsOf } from '#server/ingest/extract/writing/card/meaning.ts';
import { sideFeatures } from '#server/ingest/extract/writing/card/side.ts';
import type { CardMeaning, CardWeights } from '#server/ingest/extract/writing/card/weights.ts';
import { LEAST_IDEA_CONFIDENCE } from '#server/ingest/publish/rules.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { projectRoot } from '#server/platform/env.ts';
import { createEncoder } from '#server/reader/encoder.ts';
import { type CardRows, cardRows, type LabelledCard } from './card-rows.ts';
import { dot, fitPoints } from './logistic.ts';
import { heldOut, type RowWithProbability, ranking } from './validation.ts';

const PENALTY = { words: 3, withMeaning: 4, side: 1.5 };
/** A side is told from the sureness on at which it is right so often, on episodes not seen: two in a hundred more than is promised, which shows not seen cost. */
const RIGHT = 0.87;
const WEIGHTS = new URL('../../extract/writing/card/weights.json', import.meta.url);

/** A labelled card as numbers: its features, then what its texts mean. */
type Read<Label> = LabelledCard<Label> & { readonly x: Float64Array };
type Parts = 'words' | 'said' | 'said and around';

/** A card's numbers: the named features in their order, then the vectors that take part. */
function numbersOf<Name extends string>(
  values: FeatureValues<Name>,
  meaning: CardMeaning | null,
  parts: Parts,
) {
  const vectors =
    parts === 'words' || meaning === null
      ? []
      : parts === 'said'
        ? [meaning.said]
        : [meaning.said, meaning.around];
  return Float64Array.from([
    ...namesOf(values).map((name) => values[name]),
    ...vectors.flatMap((one) => [...one]),
  ]);
}

/** What the judge's models learn from: labelled cards, and what the encoder makes of them. */
export type CardLessons = {
  readonly words: readonly Read<boolean>[];
  readonly withMeaning: readonly Read<boolean>[];
  readonly sides: readonly Read<CardRows['sides'][number]['label']>[];
};

/** Reads every labelled card by its words and its meaning. */
export async function cardLessons({ signed, sides }: CardRows, embed: Embed): Promise<CardLessons> {
  const cards = [...new Set([...signed, ...sides].map(({ card }) => card))];
  const meanings = await meaningsOf(cards, embed);
  if (meanings === null) throw new Error('There is no encoder: the models are fitted together.');
  const meaningOf = new Map(cards.map((card, i) => [card, meanings[i]!]));
  const read =
    <Name extends string>(featuresOf: (card: CardView) => FeatureValues<Name>, parts: Parts) =>
    <Label>(row: LabelledCard<Label>): Read<Label> => ({
      ...row,
      x: numbersOf(featuresOf(row.card), meaningOf.get(row.card) ?? null, parts),
    });
  const features = (card: CardView) => readFeatures(CARD_FEATURES, card);
  return {
    words: signed.map(read(features, 'words')),
    withMeaning: signed.map(read(features, 'said and around')),
    sides: sides.map(read(sideFeatures, 'said')),
  };
}

function fitted<Label>(
  rows: readonly Read<Label>[],
  is: (label: Label) => boolean,
  penalty: number,
): Float64Array {
  return fitPoints(
    rows.map(({ x, label, weight }) => ({ x, y: is(label), weight })),
    penalty,
  );
}

const isTrue = (label: boolean) => label;

/** How likely an editor is thought to sign each card of an episode not seen. */
export function gateHeldOut(
  { words, withMeaning }: CardLessons,
  by: 'words' | 'withMeaning',
): RowWithProbability[] {
  return heldOut(by === 'words' ? words : withMeaning, (seen) => {
    const weights = fitted(seen, isTrue, PENALTY[by]);
    return ({ x, card, label, weight }) => ({
      y: label,
      weight,
      p: asEditor(card, sigmoid(dot(x, weights))),
    });
  });
}

/** By episode of the lessons, the judge with a gate that was fitted on other episodes. */
export function judgesHeldOut(lessons: CardLessons, shipped: JudgeWeights): Map<string, JudgeWeights> {
  const gates = (['words', 'withMeaning'] as const).map((by) =>
    heldOut(lessons[by], (seen) => {
      const weights = kept(namesOf(CARD_FEATURES), fitted(seen, isTrue, PENALTY[by]));
      return ({ group }) => [group, weights] as const;
    }),
  );
  const [words, withMeaning] = gates.map((gate) => new Map(gate));
  return new Map(
    [...words!].map(([group, own]) => [
      group,
      { ...shipped, words: own, withMeaning: withMeaning!.get(group)! },
    ]),
  );
}

/** Right against share given, by episodes not seen: at each threshold how many cards pass and what share of them is signed. */
export function gateCurve(
  judged: readonly RowWithProbability[],
): { readonly at: number; readonly passed: number; readonly signed: number }[] {
  return [0.3, 0.4, 0.5, 0.6, 0.7].map((at) => {
    const passing = judged.filter(({ p }) => p >= at);
    const all = passing.reduce((sum, { weight }) => sum + weight, 0);
    const right = passing.reduce((sum, { y, weight }) => sum + (y ? weight : 0), 0);
    return { at, passed: Math.round(all), signed: Math.round((100 * right) / Math.max(1, all)) / 100 };
  });
}

/** A signed card of an episode not seen: how sure the models are of their side, and whether it is the reader's. */
export type JudgedSide = { readonly sure: number; readonly isRight: boolean };

/** How likely each card of an episode not seen is signed, by its meaning too. */
function signedHeldOut(rows: CardLessons['withMeaning']): Map<CardView, number> {
  const judged = heldOut(rows, (seen) => {
    const weights = fitted(seen, isTrue, PENALTY.withMeaning);
    return ({ x, card }) => [card, asEditor(card, sigmoid(dot(x, weights)))] as const;
  });
  return new Map(judged);
}

/**
 * The sides of the cards that are served and signed, judged by models fitted on other episodes, the surest first; of those
 * that are too unlikely to be signed nothing is sure.
 */
export function sidesHeldOut({ words, withMeaning, sides }: CardLessons): JudgedSide[] {
  const sound = soundOf(words);
  const signed = signedHeldOut(withMeaning);
  const judged = heldOut(sides, (seen) => {
    const up = fitted(seen, (label) => label === 'BULLISH', PENALTY.side);
    const down = fitted(seen, (label) => label === 'BEARISH', PENALTY.side);
    return ({ x, card, label }) => {
      const [bullish, bearish] = [sigmoid(dot(x, up)), sigmoid(dot(x, down))];
      const heard = bullish >= bearish ? 'BULLISH' : 'BEARISH';
      const isSided = (signed.get(card) ?? 0) >= LEAST_SIDED;
      return { card, sure: isSided ? Math.max(bullish, bearish) : 0, isRight: heard === label };
    };
  });
  return judged.filter(({ card }) => sound.has(card)).sort((a, b) => b.sure - a.sure);
}

/** The signed cards that readers see. */
function soundOf(rows: readonly Read<boolean>[]): Set<CardView> {
  const weights = fitted(rows, isTrue, PENALTY.words);
  const isServed = ({ card, x }: Read<boolean>) =>
    confidenceCarried(confidenceOf(card.candidate.features), asEditor(card, sigmoid(dot(x, weights)))) >=
    LEAST_IDEA_CONFIDENCE;
  return new Set(rows.filter((row) => row.label && isServed(row)).map(({ card }) => card));
}

/** Of the cards judged: the share that is given a side at a threshold, and of those the share that is right. */
export function sideCurve(judged: readonly JudgedSide[], leasts: readonly number[]) {
  return leasts.map((least) => {
    const given = judged.filter(({ sure }) => sure >= least);
    const right = given.filter(({ isRight }) => isRight).length;
    return {
      least,
      given: given.length / Math.max(1, judged.length),
      right: right / Math.max(1, given.length),
    };
  });
}

/** The lowest threshold at which a side is right often enough. */
function leastOf(judged: readonly JudgedSide[]): number {
  const steps = Array.from({ length: 50 }, (_, i) => (50 + i) / 100);
  return sideCurve(judged, steps).find(({ right }) => right >= RIGHT)?.least ?? 1;
}

/** Weights as they are kept: by name what has one, in lists what the vectors weigh; three decimals. */
function kept<Name extends string>(names: readonly Name[], weights: Float64Array): CardWeights<Name> {
  const rounded = [...weights].map((w) => Math.round(w * 1000) / 1000);
  const features = Object.fromEntries(
    names.map((name, i) => [name, rounded[i]]),
  ) as CardWeights<Name>['features'];
  const vectors = rounded.slice(names.length);
  const half = vectors.length > MEANING ? { around: vectors.slice(MEANING) } : {};
  return vectors.length === 0 ? { features } : { features, said: vectors.slice(0, MEANING), ...half };
}

/** Numbers of a vector of the encoder. */
const MEANING = 384;

/** Fits all models of the judge on the labelled cards. */
function fitJudge(lessons: CardLessons, least: number): JudgeWeights {
  const { words, withMeaning, sides } = lessons;
  const names = namesOf(CARD_FEATURES);
  const sideNames = namesOf(sideFeatures(sides[0]!.card));
  return {
    words: kept(names, fitted(words, isTrue, PENALTY.words)),
    withMeaning: kept(names, fitted(withMeaning, isTrue, PENALTY.withMeaning)),
    side: {
      bullish: kept(
        sideNames,
        fitted(sides, (label) => label === 'BULLISH', PENALTY.side),
      ),
      bearish: kept(
        sideNames,
        fitted(sides, (label) => label === 'BEARISH', PENALTY.side),
      ),
      least,
    },
  };
}

/** Writes `weights.json` fitted on the labelled cards, and prints how the models do on episodes they were not fitted on. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = cardRows(join(projectRoot, '../shared/data/shows'), createLinker(loadUniverse()));
  const encoder = createEncoder({ warn: console.error });
  const lessons = await cardLessons(rows, encoder.embed);
  await encoder.close();
  for (const by of ['words', 'withMeaning'] as const) {
    const judged = gateHeldOut(lessons, by);
    console.log(by, JSON.stringify({ ...ranking(judged), curve: gateCurve(judged) }));
  }
  const sides = sidesHeldOut(lessons);
  const least = leastOf(sides);
  console.log(
    'sides',
    sides.length,
    JSON.stringify(sideCurve(sides, [least, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85])),
  );
  writeFileSync(WEIGHTS, `${JSON.stringify(fitJudge(lessons, least))}\n`);
}
