import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frontDoor } from '#server/edges/listener.ts';
import { watchProcess } from '#server/platform/observe/metrics.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

const root = join(import.meta.dirname, '../../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');
const rules = text('ops/prometheus/earmark.rules.yml');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);

let services: TestServices;
beforeAll(async () => {
  watchProcess('1', 'server');
  services = await testServices({ EARMARK_MODEL_PROVIDER: 'anthropic', EARMARK_MODEL: 'a model' });
});
afterAll(() => services.close());

/** Every metric of a server, as its `/metrics` declares them. */
async function declared(): Promise<Set<string>> {
  const server = createServer(frontDoor(services, () => undefined));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const told = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  server.closeAllConnections();
  server.close();
  return new Set([...told.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
}

const named = (words: string) =>
  [...words.matchAll(/\b(?:earmark|process|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  );

describe('the files for Prometheus and Grafana', () => {
  it('name only metrics that there are', async () => {
    const known = await declared();
    const panels = JSON.parse(text('ops/grafana/earmark.json')).panels as { targets?: { expr: string }[] }[];
    const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const names = new Set([
      ...named(asked.join('\n')),
      ...named(rules.replaceAll(/^.*runbook_url.*$/gm, '')),
    ]);
    expect(names.size).toBeGreaterThan(30);
    expect([...names].filter((name) => !known.has(name))).toEqual([]);
  });

  it('leave out no metric of our own', async () => {
    const shown = new Set(named(text('ops/grafana/earmark.json')));
    const own = [...(await declared())].filter((name) => name.startsWith('earmark_'));
    expect(own.filter((name) => !shown.has(name) && name !== 'earmark_build_info')).toEqual([]);
  });

  it('say for each alert what to do', () => {
    expect(alerts.length).toBeGreaterThanOrEqual(10);
    const operations = text('docs/operations.md');
    expect(alerts.filter((name) => !operations.includes(`### ${name}\n`))).toEqual([]);
    const linked = [...rules.matchAll(/operations\.md#(\w+)/g)].map(([, anchor]) => anchor);
    expect(linked).toEqual(alerts.map((name) => name.toLowerCase()));
  });
});
