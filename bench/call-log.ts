import { casesOf, type Run, run, send, withServers } from './calls/measure.ts';
import { median, rounded } from './statistics.ts';

/**
 * What the list of a holder's calls costs: the same calls by turns to a server that keeps it and to one that does not. Prints
 * medians of CPU a call, throughput and p99 as ratios to the one without.
 * Run: node bench/call-log.ts [seconds per case] [part of a case's name]
 */
const seconds = Number(process.argv[2] ?? 2) || 2;
const asked = process.argv[3] ?? '';
const ROUNDS = 7;

await withServers([['unlisted'], ['served']], async (corpus, [without, listed]) => {
  for (const [name, given] of Object.entries(await casesOf(corpus, without))) {
    // Calls without a key are not listed.
    if (!name.includes(asked) || !given.headers) continue;
    for (const server of [without, listed]) await (await send(server, given)).text();
    const rounds: [Run, Run][] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push([await run(corpus, without, given, seconds), await run(corpus, listed, given, seconds)]);
    const ratio = (what: keyof Run) =>
      rounded(median(rounds.map(([plain, kept]) => kept[what] / plain[what])));
    console.log(`${name}: CPU ${ratio('cpu')}, throughput ${ratio('perSecond')}, p99 ${ratio('p99')}`);
  }
});
