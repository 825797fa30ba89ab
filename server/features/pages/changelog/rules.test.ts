import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFeed } from 'feedsmith';
import { expect, it } from 'vitest';
import { changelogFeed, changesIn } from '#server/features/pages/changelog/rules.ts';
import { projectRoot } from '#server/platform/env.ts';

const LOG = `# Changelog

Words before.

## Unreleased

- Clients connect
  with nothing pasted.

## 0.1.0, 2026-11-22

- **Record.** Feeds are polled.

## The contract's dated changes

- **2026-09-25.** Keys.
- **2026-12-01.** More keys.
`;

it('puts what came into force in order, and leaves out what did not', () => {
  expect(changesIn(LOG)).toEqual([
    {
      id: 'the-contract-2026-12-01',
      title: 'The contract, 2026-12-01',
      day: '2026-12-01',
      changes: [{ about: null, text: 'More keys.' }],
    },
    {
      id: '0-1-0-2026-11-22',
      title: '0.1.0, 2026-11-22',
      day: '2026-11-22',
      changes: [{ about: 'Record', text: 'Feeds are polled.' }],
    },
    {
      id: 'the-contract-2026-09-25',
      title: 'The contract, 2026-09-25',
      day: '2026-09-25',
      changes: [{ about: null, text: 'Keys.' }],
    },
  ]);
});

it('tells readers of feeds what came into force', () => {
  const { format, feed } = parseFeed(changelogFeed(changesIn(LOG), 'https://earmark.example'));
  expect(format).toBe('rss');
  const items = (feed as { items: { title: string; link: string }[] }).items;
  expect(items.map(({ title }) => title)).toEqual([
    'The contract, 2026-12-01',
    '0.1.0, 2026-11-22',
    'The contract, 2026-09-25',
  ]);
  expect(items[1]!.link).toBe('https://earmark.example/changelog#0-1-0-2026-11-22');
});

it('reads the changelog of the project', () => {
  const groups = changesIn(readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8'));
  expect(groups.find(({ title }) => title === '0.1.0, 2026-11-22')!.changes.length).toBeGreaterThan(5);
  expect(groups.flatMap(({ changes }) => changes).filter(({ text }) => /\*\*|^- /.test(text))).toEqual([]);
});
