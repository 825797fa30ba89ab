import type { Extractor } from '#server/domain.ts';
import { encodeWaiting } from '#server/ingest/encode.ts';
import { waitingEpisodes } from '#server/ingest/episodes/store.ts';
import { pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed } from '#server/ingest/poll/store.ts';
import { processEpisode } from '#server/ingest/process.ts';
import { openTools } from '#server/ingest/tools.ts';
import { type Spent, startMeter, withServices } from './service.ts';

type Stage = 'transcript' | 'extraction' | 'publishing' | 'vectors';

/** About this many episodes are read, spread over all shows. */
const EPISODES = 16;

/** Prints what an hour of talk costs by stage, and what the first poll of the feeds costs. */
export function measureStages(feeds: readonly string[]): Promise<void> {
  return withServices(async (services, dir) => {
    const tools = await openTools(services);
    const meter = startMeter(dir);
    for (const url of feeds) {
      const { id } = await addFeed(services.db, url, services.clock());
      await pollFeed(services, tools.fetchGuarded, id);
    }
    const polled = meter.lap();
    const waiting = await waitingEpisodes(services.db, services.clock(), 1000);
    const chosen = waiting.filter((_, at) => at % Math.ceil(waiting.length / EPISODES) === 0);
    // The first episode is not counted: the engine loads its models and names.
    await processEpisode(services, tools, chosen.shift()!);
    await encodeWaiting(services);
    const costs: Record<Stage, Spent[]> = { transcript: [], extraction: [], publishing: [], vectors: [] };
    let seconds = 0;
    const extractor: Extractor = {
      version: tools.extractor.version,
      extract: async (input, signal) => {
        costs.transcript.push(meter.lap());
        seconds += (input.cues.at(-1)?.end ?? 0) - (input.cues[0]?.start ?? 0);
        const extraction = await tools.extractor.extract(input, signal);
        costs.extraction.push(meter.lap());
        return extraction;
      },
    };
    for (const id of chosen) {
      meter.lap();
      await processEpisode(services, { ...tools, extractor }, id);
      costs.publishing.push(meter.lap());
      await encodeWaiting(services);
      costs.vectors.push(meter.lap());
    }
    meter.end();
    await tools.close();
    console.log(
      `${feeds.length} feeds polled for the first time: ${polled.cpu.toFixed(1)} s of CPU, ${polled.database.toFixed(1)} s of the database's`,
    );
    print(costs, seconds / 3600);
  });
}

function print(costs: Readonly<Record<string, readonly Spent[]>>, hours: number): void {
  console.log(`${hours.toFixed(1)} hours of talk; for one hour:`);
  console.log('| Stage | CPU seconds | of the database | most memory, MB |\n|---|---|---|---|');
  for (const [stage, spent] of Object.entries(costs)) {
    const hourly = (what: 'cpu' | 'database') => spent.reduce((all, one) => all + one[what], 0) / hours;
    const most = Math.max(...spent.map(({ megabytes }) => megabytes));
    console.log(
      `| ${stage} | ${hourly('cpu').toFixed(2)} | ${hourly('database').toFixed(2)} | ${most.toFixed(0)} |`,
    );
  }
}
