import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stanceCurve, stanceRows } from '#server/ingest/eval/fitting/fit-stance.ts';
import { builtIn, evalIdeas } from '#server/ingest/eval/ideas.ts';
import { markPassages } from '#server/ingest/eval/labels/labelled.ts';
import { readEpisodes } from '#server/ingest/eval/labels/readings.ts';
import { evalRetrieval } from '#server/ingest/eval/retrieval.ts';
import { evalShows } from '#server/ingest/eval/shows.ts';
import { evalSpeakers, reportOf } from '#server/ingest/eval/speakers.ts';
import { evalTone, headlineCases, paragraphCases } from '#server/ingest/eval/stance.ts';
import { createLinker } from '#server/linking/linker.ts';
import { loadUniverse } from '#server/linking/universe.ts';
import { projectRoot } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { createEncoder } from '#server/reader/encoder.ts';

/** Least scores, in log-odds, at which the stance model may speak. */
const LEASTS = [Infinity, 2.5, 2, 1.75, 1.5, 1.25, 1, 0.5, 0];

/** `npm run eval`: every figure on the labelled data beside the project, one line each. */
const shared = join(projectRoot, '../shared');
if (!existsSync(join(shared, 'data/gold'))) {
  console.error('../shared/data is not here: nothing is measured.');
  process.exit(1);
}

const out = join(projectRoot, 'eval-out');
mkdirSync(out, { recursive: true });
const gold = join(shared, 'data/gold');
const { worst: cases = [], ...run } = await evalIdeas(gold, out);
console.log('extraction', JSON.stringify(run));
console.log('ideas found', score(gold, out));
const served = join(out, 'served');
await evalIdeas(gold, served, builtIn(), 'served');
console.log('ideas served', score(gold, served));

console.log('ideas to read, the worst of each kind:');
for (const { kind, segment, second, told } of cases) console.log(`  ${kind} ${segment}@${second}s ${told}`);

const shows = join(shared, 'data/shows');
const read = existsSync(shows) ? readEpisodes(shows) : [];
console.log(
  'published of the shows that were read',
  JSON.stringify(await evalShows(read, builtIn(), join(out, 'shows'))),
);
console.log(
  'ideas of the shows that were read',
  score(join(out, 'shows/listed'), join(out, 'shows/predicted')),
);

const speakers = await evalSpeakers(join(shared, 'data/speakers.json'), shows, builtIn());
console.log('names of speakers, beside what readers heard:');
for (const line of speakers === null ? ['skipped: no checked labels'] : reportOf(speakers))
  console.log(`  ${line}`);

const linker = createLinker(loadUniverse());
const stances = read.flatMap((episode) => stanceRows(markPassages(episode, linker)));
console.log(`stance given and right in ${stances.length} passages of episodes not seen, by the least score:`);
for (const { least, given, right } of stanceCurve(stances, LEASTS))
  console.log(
    `  ${least === Infinity ? 'declared' : least}: given ${given.toFixed(3)}, right ${right.toFixed(3)}`,
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
const encoder = createEncoder(createLog('warn'));
for (const by of [null, encoder]) {
  const { worst, ...retrieval } = await evalRetrieval(pairs, by);
  console.log(`retrieval by ${retrieval.by}`, JSON.stringify(retrieval));
  console.log(`worst questions: ${worst.map((miss) => miss.question).join(' | ')}`);
}
await encoder.close();

function score(labels: string, predictions: string): string {
  const tool = join(shared, 'tools/score-ideas.mjs');
  return spawnSync(process.execPath, [tool, labels, predictions, '--json'], {
    encoding: 'utf8',
  }).stdout.trim();
}
