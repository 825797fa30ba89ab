import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { opinionIn, opinionsUnseen } from '#server/ingest/eval/labels/opinions.ts';
import { type EditedCard, engineOf, judgedIdeas, servedOf } from '#server/ingest/eval/signed.ts';
import { confidenceCarried, confidenceOf } from '#server/ingest/extract/scoring/confidence.ts';
import {
  type FeatureValues,
  namesOf,
  readFeatures,
  sigmoid,
} from '#server/ingest/extract/scoring/linear-model.ts';
import { CARD_FEATURES, type CardView } from '#server/ingest/extract/writing/card/features.ts';
import {
  asEditor,
  type Judge,
  type JudgeWeights,
  LEAST_SIDED,
} from '#server/ingest/extract/writing/card/judge.ts';
import { amidOf, type Embed } from '#server/ingest/extract/writing/card/meaning.ts';
import { type SideWeights, sideFeatures } from '#server/ingest/extract/writing/card/side.ts';
import type { CardWeights } from '#server/ingest/extract/writing/card/weights.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { projectRoot } from '#server/platform/env.ts';
import { createEncoder } from '#server/reader/encoder.ts';
import {
  type CardRows,
  cardRows,
  type LabelledCard,
  placeOf,
  type ReadCard,
  type SideLabel,
} from './card-rows.ts';
import { dot, fitPoints } from './logistic.ts';
import { heldOut, type RowWithProbability, ranking } from './validation.ts';

const PENALTY = { words: 3, side: 1.5 };
/** What the opinion of the tuned layers counts beside the log-odds by words; from .5 to 1 all does as well on episodes not seen. */
const OPINION = 0.7;
/** A side is told from the sureness on at which it is right so often among all that is served, on episodes not seen. */
const RIGHT = 0.85;
/** A card of less confidence is far from being published. */
const NEAR = 0.3;
const WEIGHTS = new URL('../../extract/writing/card/weights.json', import.meta.url);

/** A labelled card as numbers: its features, and for its side what its sentence means. */
type Read<Label> = LabelledCard<Label> & { readonly x: Float64Array };
/**
 * One that an editor signed or not, with the opinion on it of layers that were tuned on other episodes, and as numbers for its
 * side; null where nobody read it.
 */
type Judged = Read<boolean> & ReadCard & { readonly opinion: number; readonly heard: Float64Array | null };

/** A card's numbers: the named features in their order, then what takes part beside them. */
function numbersOf<Name extends string>(values: FeatureValues<Name>, beside: Iterable<number>) {
  return Float64Array.from([...namesOf(values).map((name) => values[name]), ...beside]);
}

/** What the judge's models learn from: labelled cards, and what the encoder makes of them. */
export type CardLessons = {
  readonly signed: readonly Judged[];
  readonly sides: readonly Read<SideLabel>[];
};

/**
 * Reads every labelled card: by its words, by the opinion of layers that were tuned on other episodes, and by what its
 * sentence means. A card that stands for others is left out where those layers have not seen it, since its subject was linked later.
 */
export async function cardLessons({ signed, sides }: CardRows, embed: Embed): Promise<CardLessons> {
  const heard = await heardOf([...sides, ...signed.filter(({ side }) => side !== null)], embed);
  const unseen = opinionsUnseen();
  const lookUp = new Map(Object.entries(unseen).map(([group, own]) => [group, opinionIn(own)]));
  const judged = signed.flatMap((row) => {
    const { card, group, verdict } = row;
    const opinion = lookUp.get(group)?.(card) ?? null;
    if (opinion !== null) return [{ ...row, opinion }];
    if (verdict === null) return [];
    throw new Error(`No opinion on ${card.subject} in ${group}: run tune.ts first.`);
  });
  const features = (card: CardView) => readFeatures(CARD_FEATURES, card);
  return {
    signed: judged.map((row) => ({
      ...row,
      x: numbersOf(features(row.card), []),
      heard: heard.get(row.card) ?? null,
    })),
    sides: sides.map((row) => ({ ...row, x: heard.get(row.card)! })),
  };
}

/** Each card as numbers for its side. */
async function heardOf(rows: readonly Pick<Judged, 'card'>[], embed: Embed) {
  const cards = [...new Set(rows.map(({ card }) => card))];
  const said = await embed(cards.map((card) => amidOf(card).said));
  if (said === null) throw new Error('There is no encoder: the models are fitted together.');
  return new Map(cards.map((card, i) => [card, numbersOf(sideFeatures(card), said[i]!)]));
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

/** By which model of the gate: by words alone, or by the opinion of the tuned layers beside them. */
type By = 'words' | 'withMeaning';

/** What makes chances of the sum of both: no more is fitted together, since the opinions come from layers of several folds. */
type Scale = { readonly shift: number; readonly steep: number };

function scaleOf({ signed }: CardLessons): Scale {
  const points = heldOut(signed, (seen) => {
    const weights = fitted(seen, isTrue, PENALTY.words);
    return ({ x, opinion, label, weight }) => ({
      x: Float64Array.of(1, dot(x, weights) + OPINION * opinion),
      y: label,
      weight,
    });
  });
  const [shift = 0, steep = 1] = fitPoints(points, 0);
  return { shift, steep };
}

/** A model of the gate fitted on cards: the weights of the features, then that of the opinion. */
function gateOf(seen: readonly Judged[], by: By, { shift, steep }: Scale): Float64Array {
  const words = fitted(seen, isTrue, PENALTY.words);
  if (by === 'words') return words;
  return Float64Array.from([...words.map((w, i) => steep * w + (i === 0 ? shift : 0)), steep * OPINION]);
}

function chanceOf({ card, x, opinion }: Judged, gate: Float64Array): number {
  const beside = gate.length > x.length ? gate[x.length]! * opinion : 0;
  return asEditor(card, sigmoid(dot(x, gate) + beside));
}

/** How likely an editor is thought to sign each card of an episode not seen. */
export function gateHeldOut(lessons: CardLessons, by: By): RowWithProbability[] {
  return signedHeldOut(lessons, by).map(({ row: { label, weight }, chance }) => ({
    y: label,
    weight,
    p: chance,
  }));
}

function signedHeldOut(lessons: CardLessons, by: By) {
  const scale = scaleOf(lessons);
  return heldOut(lessons.signed, (seen) => {
    const gate = gateOf(seen, by, scale);
    return (row) => ({ row, chance: chanceOf(row, gate) });
  });
}

/** By episode of the lessons, the judge of whose models and tuned layers all have seen other episodes alone; sides are told from `least` on. */
export function judgesHeldOut(lessons: CardLessons, least: number): Map<string, Judge> {
  const scale = scaleOf(lessons);
  const gates = (['words', 'withMeaning'] as const).map((by) =>
    heldOut(lessons.signed, (seen) => {
      const weights = kept(namesOf(CARD_FEATURES), gateOf(seen, by, scale));
      return ({ group }) => [group, weights] as const;
    }),
  );
  const unseen = opinionsUnseen();
  const sides = sideModelsHeldOut(lessons);
  const [words, withMeaning] = gates.map((gate) => new Map(gate));
  return new Map(
    [...words!].map(([group, own]) => [
      group,
      {
        words: own,
        withMeaning: withMeaning!.get(group)!,
        side: sideWeights(lessons, sides.get(group)!, least),
        opinionUnseen: opinionIn(unseen[group]),
      },
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

/** A served card of an episode not seen: how sure the models are of their side, and whether it is the reader's. */
export type JudgedSide = { readonly sure: number; readonly isRight: boolean };

/**
 * The sides of the cards that are served, signed or not, judged by models fitted on other episodes, the surest first; of
 * those that are too unlikely to be signed nothing is sure.
 */
export function sidesHeldOut(lessons: CardLessons, served: readonly EditedCard[]): JudgedSide[] {
  const places = new Set(served.map(({ group, subject, start }) => `${group} ${placeOf(subject, start)}`));
  const isServed = ({ group, card }: Judged) =>
    places.has(`${group} ${placeOf(card.subject, card.line.sentence.start)}`);
  const chances = chancesHeldOut(lessons);
  const models = sideModelsHeldOut(lessons);
  const judged = lessons.signed.flatMap((row): JudgedSide[] => {
    if (!isServed(row) || row.heard === null) return [];
    const { bullish, bearish } = models.get(row.group)!;
    const [up, down] = [sigmoid(dot(row.heard, bullish)), sigmoid(dot(row.heard, bearish))];
    const isSided = chances.get(row.card)! >= LEAST_SIDED;
    return [
      {
        sure: isSided ? Math.max(up, down) : 0,
        isRight: row.side === (up >= down ? 'BULLISH' : 'BEARISH'),
      },
    ];
  });
  return judged.sort((a, b) => b.sure - a.sure);
}

type SideModels = { readonly bullish: Float64Array; readonly bearish: Float64Array };

/** By episode, the models of a side that have seen other episodes alone. */
function sideModelsHeldOut(lessons: CardLessons): Map<string, SideModels> {
  const learnt = sideLessons(lessons).map((lesson) => ({ group: lesson.group, lesson }));
  const asked = lessons.signed.map(({ group }) => ({ group, lesson: null }));
  return new Map(
    heldOut([...learnt, ...asked], (seen) => {
      const models = sideModels(seen.flatMap(({ lesson }) => lesson ?? []));
      return ({ group }) => [group, models] as const;
    }),
  );
}

/** The cards whose side a reader heard, and those near to being published of which a reader could tell none. */
function sideLessons(lessons: CardLessons): Read<SideLabel>[] {
  const chances = chancesHeldOut(lessons);
  const sided = new Set(lessons.sides.map(({ card }) => card));
  const unsided = lessons.signed.flatMap(({ card, group, weight, side, heard }): Read<SideLabel>[] => {
    const worth = confidenceOf(card.candidate.features);
    const isNear = confidenceCarried(worth, chances.get(card)!) >= NEAR;
    if (side !== 'none' || heard === null || sided.has(card) || !isNear) return [];
    return [{ card, group, weight, label: 'other', x: heard }];
  });
  return [...lessons.sides, ...unsided];
}

function sideModels(seen: readonly Read<SideLabel>[]): SideModels {
  return {
    bullish: fitted(seen, (label) => label === 'BULLISH', PENALTY.side),
    bearish: fitted(seen, (label) => label === 'BEARISH', PENALTY.side),
  };
}

function chancesHeldOut(lessons: CardLessons): Map<CardView, number> {
  return new Map(signedHeldOut(lessons, 'withMeaning').map(({ row, chance }) => [row.card, chance]));
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
  const [opinion, ...rest] = rounded.slice(names.length);
  if (opinion === undefined) return { features };
  return rest.length === 0 ? { features, opinion } : { features, said: [opinion, ...rest] };
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
  const names = namesOf(sideFeatures(sides[0]!.card));
  return { bullish: kept(names, bullish), bearish: kept(names, bearish), least };
}

/** Writes `weights.json` fitted on the labelled cards, and prints how the models do on episodes they were not fitted on. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const shows = join(projectRoot, '../shared/data/shows');
  const linker = createLinker(loadUniverse());
  const encoder = createEncoder({ warn: console.error });
  const lessons = await cardLessons(cardRows(shows, linker), encoder.embed);
  for (const by of ['words', 'withMeaning'] as const) {
    const judged = gateHeldOut(lessons, by);
    console.log(by, JSON.stringify({ ...ranking(judged), curve: gateCurve(judged) }));
  }
  const { ideas } = await judgedIdeas(shows, engineOf(judgesHeldOut(lessons, 1), linker, encoder.embed));
  await encoder.close();
  const sides = sidesHeldOut(
    lessons,
    servedOf(ideas).map(({ card }) => card),
  );
  const least = leastOf(sides);
  console.log(
    'sides',
    sides.length,
    JSON.stringify(sideCurve(sides, [least, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8])),
  );
  writeFileSync(WEIGHTS, `${JSON.stringify(fitJudge(lessons, least))}\n`);
}
