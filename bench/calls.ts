import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Figures, faultsOf } from './calls/figures.ts';
import {
  type Case,
  type Child,
  type Corpus,
  casesOf,
  type Run,
  run,
  send,
  withServers,
} from './calls/measure.ts';
import { median, rounded } from './statistics.ts';

/**
 * Compares each route with a bare `node:http` and `pg` handler that sends the same statements, prepared, and answers the same
 * body: throughput, CPU, the database's CPU and p99 as ratios to it, so that the machine's speed cancels out. At the end it names
 * what misses its target, or got worse than in `bench/calls/figures.json`. On the sample shows, or on your own corpus with
 * DATABASE_URL and KEY.
 * Run: node bench/calls.ts [seconds per case] [part of a case's name] [--keep]
 */
const seconds = Number(process.argv[2] ?? 1) || 1;
const [part = ''] = process.argv.slice(3).filter((given) => !given.startsWith('--'));
const ROUNDS = 3;
const figuresFile = join(import.meta.dirname, 'calls/figures.json');

await withServers([['served'], ['bare']], async (corpus, [served, bare]) => {
  const kept: Record<string, Figures> = existsSync(figuresFile)
    ? JSON.parse(readFileSync(figuresFile, 'utf8'))
    : {};
  const measured: Record<string, Figures> = { ...kept };
  const faults: string[] = [];
  for (const [name, given] of Object.entries(await casesOf(corpus, served))) {
    if (!name.includes(part)) continue;
    const figures = await compare(corpus, name, given, served, bare, kept[name]);
    measured[name] = figures;
    faults.push(...faultsOf(figures, kept[name]).map((fault) => `${name}: ${fault}`));
  }
  console.log(faults.length === 0 ? 'All hold what is asked, and what was kept.' : faults.join('\n'));
  if (process.argv.includes('--keep')) writeFileSync(figuresFile, `${JSON.stringify(measured, null, 2)}\n`);
});

async function compare(
  corpus: Corpus,
  name: string,
  given: Case,
  served: Child,
  bare: Child,
  kept: Figures | undefined,
): Promise<Figures> {
  await served.ask({ ask: 'days', areEachCalls: given.daily === true });
  await (await send(served, given)).text();
  await served.ask({ ask: 'record' });
  const body = await (await send(served, given)).json();
  const { statements } = await served.ask({ ask: 'recorded' });
  await bare.ask({ ask: 'play', statements, body });
  const runs: { ours: Run; theirs: Run }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    runs.push({
      ours: await run(corpus, served, given, seconds),
      theirs: await run(corpus, bare, given, seconds),
    });
  const ratio = (what: keyof Run) => median(runs.map(({ ours, theirs }) => ours[what] / theirs[what]));
  const database = rounded(ratio('database'));
  const figures = {
    throughput: rounded(ratio('perSecond')),
    cpu: rounded(ratio('cpu')),
    ...(statements.length > 0 && Number.isFinite(database) ? { database } : {}),
  };
  console.log(
    `${name}: ${statements.length} statements, throughput ${figures.throughput}, CPU ${figures.cpu}, of the database ${figures.database ?? 'none'}, p99 ${rounded(ratio('p99'))}` +
      (kept ? ` (kept: ${kept.throughput}, ${kept.cpu}, ${kept.database ?? 'none'})` : ''),
  );
  return figures;
}
