import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { casesOf, type Run, run, send, withServers } from './calls/measure.ts';
import { median, rounded } from './statistics.ts';

/**
 * What traces cost: the same calls by turns to a server that sends no traces, to one that sends all to a collector in this
 * process, and to one that sends a tenth. Prints medians of CPU a call and throughput as ratios to the one without.
 * Run: node bench/traces.ts [seconds per case] [part of a case's name]
 */
const seconds = Number(process.argv[2] ?? 2) || 2;
const asked = process.argv[3] ?? '';
const ROUNDS = 5;

let [posts, bytes] = [0, 0];
const collector = createServer((req, res) => {
  req.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  req.on('end', () => {
    posts += 1;
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
});
await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
const roles = [
  ['served'],
  ['served', traces],
  ['served', { ...traces, OTEL_TRACES_SAMPLER_ARG: '0.1' }],
] as const;
await withServers(roles, async (corpus, [plain, traced, tenth]) => {
  for (const [name, given] of Object.entries(await casesOf(corpus, plain))) {
    if (!name.includes(asked)) continue;
    for (const server of [plain, traced, tenth]) await (await send(server, given)).text();
    const runs: { without: Run; all: Run; some: Run }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      runs.push({
        without: await run(corpus, plain, given, seconds),
        all: await run(corpus, traced, given, seconds),
        some: await run(corpus, tenth, given, seconds),
      });
    const ratio = (which: 'all' | 'some', what: keyof Run) =>
      rounded(median(runs.map((one) => one[which][what] / one.without[what])));
    console.log(
      `${name}: CPU ${ratio('all', 'cpu')}, throughput ${ratio('all', 'perSecond')}; a tenth kept: CPU ${ratio('some', 'cpu')}, throughput ${ratio('some', 'perSecond')}; without ${Math.round(median(runs.map(({ without }) => without.cpu)))} µs a call`,
    );
  }
  console.log(`The collector took ${posts} posts, ${Math.round(bytes / 1e6)} MB.`);
}).finally(() => {
  collector.closeAllConnections();
  collector.close();
});
