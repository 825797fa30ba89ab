import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { builtIn } from './ideas.ts';
import { evalSpeakers, reportOf } from './speakers.ts';

const folder = mkdtempSync(join(tmpdir(), 'names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ITEM = `<item><title>Ada Marsh on the grid</title><guid>a</guid><pubDate>Tue, 16 Dec 2025 10:00:00 +0000</pubDate>
  <podcast:transcript url="https://cdn.example/outcry/a.vtt" type="text/vtt"/></item>`;
const FEED = `<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Open Outcry</title>${ITEM}</channel></rss>`;
const VTT = `WEBVTT

00:00.000 --> 00:09.000
<v Tom Ferro>How do you see the grid? Who pays for it?

00:09.000 --> 00:59.000
<v Ada Marsh>The grid is full and nobody can build. I think Nvidia is the best business there is, because its customers cannot leave.
`;

it('counts the names given beside what readers heard, by show', async () => {
  mkdirSync(join(folder, 'shows/outcry'), { recursive: true });
  writeFileSync(join(folder, 'shows/outcry/feed.xml'), FEED);
  writeFileSync(join(folder, 'shows/outcry/a.vtt'), VTT);
  const labels = { 'Ada Marsh': { verdict: 'right' }, 'Tom Ferro': { verdict: 'mixed' } };
  writeFileSync(join(folder, 'truth.json'), JSON.stringify({ 'outcry/a.vtt': { labels } }));
  const found = await evalSpeakers(join(folder, 'truth.json'), join(folder, 'shows'), builtIn());
  expect(found?.total.labels).toMatchObject({ all: 2, named: 1, right: 1, wrong: 0, mixed: 0 });
  expect(reportOf(found as NonNullable<typeof found>)[0]).toBe(
    'all shows, labels: 1 of 2 named (50.0%): 1 right, 0 wrong, 0 mixed',
  );
});

it('tells what each way of naming gives, of what is found and of what is served', () => {
  const none = { all: 0, named: 0, right: 0, wrong: 0, mixed: 0, generic: 0, unknown: 0 };
  const all = (count: number) => ({ ...none, all: count });
  const named = (right: number, mixed: number) => ({ ...none, named: right + mixed, right, mixed });
  const report = reportOf({
    shows: {},
    total: { labels: none, words: none, found: all(10), served: all(4) },
    ways: {
      'asks the guest': { found: named(1, 1), served: named(1, 0) },
      'the guest': { found: named(3, 0), served: named(0, 0) },
    },
  });
  expect(report.slice(4)).toEqual([
    'found, "the guest": 3 of 3 ideas right; so far 3 of 10 named (30.0%): 3 right, 0 wrong, 0 mixed',
    'found, "asks the guest": 1 of 2 ideas right; so far 5 of 10 named (50.0%): 4 right, 0 wrong, 1 mixed',
    'served, "asks the guest": 1 of 1 ideas right; so far 1 of 4 named (25.0%): 1 right, 0 wrong, 0 mixed',
    'served, "the guest": 0 of 0 ideas right; so far 1 of 4 named (25.0%): 1 right, 0 wrong, 0 mixed',
  ]);
});

it('measures nothing where there are no checked labels', async () => {
  expect(await evalSpeakers(join(folder, 'none.json'), folder, builtIn())).toBeNull();
});
