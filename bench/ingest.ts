import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { serveFolder } from './ingest/hosts.ts';
import { measureLatency } from './ingest/latency.ts';
import { measurePolling } from './ingest/polling.ts';
import { measureStages } from './ingest/stages.ts';

/**
 * What ingestion costs: CPU seconds and memory for an hour of talk by stage, the slowest calls of a server that ingests
 * compared with the same server at rest, and polling of a thousand feeds, most of them unchanged. The folder holds shows, each as
 * `<show>/feed.xml` with its transcripts beside it; polling needs none.
 * Run: node bench/ingest.ts [folder] [stages|latency|polling]
 */
const folder = process.argv[2] ?? join(import.meta.dirname, '../../shared/data/shows');
const only = process.argv[3];
const wanted = (part: string) => only === undefined || only === part;

if (existsSync(folder)) {
  const host = await serveFolder(folder);
  const feeds = readdirSync(folder)
    .filter((show) => existsSync(join(folder, show, 'feed.xml')))
    .map((show) => `${host.url}/${show}/feed.xml`);
  if (wanted('stages')) await measureStages(feeds);
  if (wanted('latency')) await measureLatency(feeds);
  await host.close();
} else console.log(`No shows in ${folder}: what an hour of talk costs is not measured.`);
if (wanted('polling')) await measurePolling();
