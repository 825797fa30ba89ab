import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EngineFigures, figuresOnRecord } from '#server/features/pages/engines/figures.ts';
import { reachOf, reachReport, segmentsOf } from '#server/ingest/eval/candidates.ts';
import { costOf } from '#server/ingest/eval/cost.ts';
import { figuresOf, recorded, type Score, type Sides, tickerReport } from '#server/ingest/eval/figures.ts';
import { gateCurve, gateHeldOut } from '#server/ingest/eval/fitting/card-gate.ts';
import { cardLessons } from '#server/ingest/eval/fitting/card-lessons.ts';
import { cardRows } from '#server/ingest/eval/fitting/card-rows.ts';
import { sideReport, sidesHeldOut } from '#server/ingest/eval/fitting/card-sides.ts';
import { judgesHeldOut } from '#server/ingest/eval/fitting/fit-card.ts';
import { builtIn, evalIdeas, remembered } from '#server/ingest/eval/ideas.ts';
import { readEpisodes } from '#server/ingest/eval/labels/readings.ts';
import { evalRetrieval } from '#server/ingest/eval/retrieval.ts';
import { evalShows } from '#server/ingest/eval/shows.ts';
import { engineOf, judgedIdeas, servedCurve, stancesServed } from '#server/ingest/eval/signed.ts';
import { evalSpeakers, reportOf } from '#server/ingest/eval/speakers.ts';
import { evalTone, headlineCases, paragraphCases } from '#server/ingest/eval/stance.ts';
import { LEAST_SURE } from '#server/ingest/extract/writing/card/judge.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { utcDay } from '#server/platform/clock.ts';
import { projectRoot } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { createEncoder } from '#server/reader/encoder.ts';

/** Thresholds of sureness, 0..1, from which a side could be told. */
const SURENESS = [0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.5];
/** Thresholds of confidence, 0..1, from which ideas could be served. */
const CONFIDENCES = [0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7];
/** The labels of the built-in engine's figures, as the methodology page tells them: stances of the served cards that an editor read, and of those that an editor signs. */
const labelsOf = ({ all, signed }: { readonly all: Sides; readonly signed: Sides }) =>
  `Ideas and depth: 16 stretches of real shows, 3.4 hours together, whose ideas people listed by hand. Sides: ${all.all} ideas published of other episodes, which people read in the transcript; the side that counts is the one that two of three of them heard, and the parts of the reader that learn from such answers had not seen these episodes. An editor would print ${signed.all} of these ${all.all} as they stand, some for want of better ones; ${signed.given} of the ${signed.all} are told a side, ${signed.right} of them the one that people heard. Names: the ideas published of 127 episodes, in which people checked who really speaks. All of these people are Earmark’s authors.`;
/** Number of episodes on which cost is measured. */
const COSTED = 12;

/** `npm run eval` prints every figure on the labelled data beside the project. */
const shared = join(projectRoot, '../shared');
if (!existsSync(join(shared, 'data/gold'))) {
  console.error('../shared/data is not here: nothing is measured.');
  process.exit(1);
}

const out = join(projectRoot, 'eval-out');
mkdirSync(out, { recursive: true });
const gold = join(shared, 'data/gold');
const shows = join(shared, 'data/shows');
const universe = loadUniverse();
const linker = createLinker(universe);
const encoder = createEncoder(createLog('warn'));
const engines = { words: builtIn(), withMeaning: builtIn(encoder.embed) };
const remembering = remembered(engines.withMeaning);
const { worst: cases = [], ...run } = await evalIdeas(gold, out, engines.withMeaning);
console.log('extraction', JSON.stringify(run));
const scoredFound = score(gold, out);
console.log('ideas found', JSON.stringify(scoredFound));

const served = join(out, 'served');
await evalIdeas(gold, served, engines.words, 'served');
console.log('ideas served, by words alone', JSON.stringify(score(gold, served)));
await evalIdeas(gold, served, engines.withMeaning, 'served');
const scored = score(gold, served);
console.log('ideas served', JSON.stringify(scored));
console.log(`tickers of ideas found: ${tickerReport(scoredFound)}`);
console.log(`tickers of ideas served: ${tickerReport(scored)}`);

const speakers = await evalSpeakers(join(shared, 'data/speakers.json'), shows, remembering);
console.log('names of speakers, beside what readers heard:');
for (const line of speakers === null ? ['skipped: no checked labels'] : reportOf(speakers))
  console.log(`  ${line}`);
console.log('ideas to read, the worst of each kind:');
for (const { kind, segment, second, told } of cases) console.log(`  ${kind} ${segment}@${second}s ${told}`);

const lessons = cardLessons(cardRows(shows, linker));
const judged = await judgedIdeas(shows, engineOf(judgesHeldOut(lessons, LEAST_SURE), linker, encoder.embed));
const sides = sidesHeldOut(lessons, judged.ideas);
const told = stancesServed(judged.ideas);
console.log(
  `stance of served cards of episodes not seen: ${sidesReport(told.signed)} that an editor signs, ${sidesReport(told.all)} that an editor read; heard, by how sure:`,
);
for (const line of sideReport(sides, SURENESS, LEAST_SURE)) console.log(`  ${line}`);
console.log('  direction follows from stance: it is told and withheld with it');

if (process.argv.includes('--write') && speakers !== null) {
  const engine = {
    name: 'Built-in reader',
    version: engines.withMeaning.version,
    measured: utcDay(new Date()),
    labels: labelsOf(told),
  };
  writeFigures(figuresOf(engine, scored, told.all, speakers.total.served));
}

for (const by of ['words', 'withMeaning'] as const)
  console.log(
    `cards that an editor signs, ${by}, by episodes not seen`,
    JSON.stringify(gateCurve(gateHeldOut(lessons, by))),
  );

console.log('what is served from a confidence on, and what of it an editor signs, by episodes not seen:');
for (const { at, anHour, read, signed, outright } of servedCurve(judged, CONFIDENCES))
  console.log(
    `  ${at}: ${anHour.toFixed(1)} an hour, signed ${signed.toFixed(2)} of ${read} read, ${outright.toFixed(2)} outright`,
  );

const read = existsSync(shows) ? readEpisodes(shows) : [];
console.log(
  'published of the shows that were read',
  JSON.stringify(await evalShows(read, remembering, join(out, 'shows'))),
);
console.log(
  'ideas of the shows that were read',
  JSON.stringify(score(join(out, 'shows/listed'), join(out, 'shows/predicted'))),
);

console.log('listed ideas that have a candidate (the wordings were made on the first half):');
for (const [name, listed] of [
  ['readings, first half', read.filter((_, i) => i % 2 === 0)],
  ['readings, second half', read.filter((_, i) => i % 2 === 1)],
  ['labelled segments', segmentsOf(gold)],
] as const)
  for (const line of reachReport(name, reachOf(listed, linker, universe))) console.log(`  ${line}`);

const dearest = read.slice(0, COSTED).map(({ input }) => input);
console.log(
  'cost of an hour of talk, CPU seconds and MB',
  JSON.stringify(await costOf(dearest, linker, engines)),
);

const labelled = (name: string) => readFileSync(join(shared, 'data/labelled', name), 'utf8');
console.log(
  'tone of headlines',
  JSON.stringify(evalTone(headlineCases(labelled('entity-sentiment-headlines.csv')))),
);
console.log(
  'tone of paragraphs',
  JSON.stringify(evalTone(paragraphCases(labelled('entity-sentiment-paragraphs.json')))),
);
const pairs = JSON.parse(labelled('finance-questions-answers.json'));
for (const by of [null, encoder]) {
  const { worst, ...retrieval } = await evalRetrieval(pairs, by);
  console.log(`retrieval by ${retrieval.by}`, JSON.stringify(retrieval));
  console.log(`worst questions: ${worst.map((miss) => miss.question).join(' | ')}`);
}
await encoder.close();

function score(labels: string, predictions: string): Score {
  const tool = join(shared, 'tools/score-ideas.mjs');
  return JSON.parse(
    spawnSync(process.execPath, [tool, labels, predictions, '--json'], { encoding: 'utf8' }).stdout,
  ) as Score;
}

function sidesReport({ all, given, right }: Sides): string {
  return `${right} right of ${given} given of ${all}`;
}

/** Writes the built-in engine's figures for the methodology page; those of other engines stay. */
function writeFigures(engine: EngineFigures): void {
  const file = new URL('../../features/pages/engines/figures.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(recorded(figuresOnRecord(), engine), null, 2)}\n`);
}
