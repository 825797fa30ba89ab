import { describe, expect, it } from 'vitest';
import { fileName, inOrder, isDue, isOverdue, outdated } from '#server/platform/backup/rules.ts';

const NOW = new Date('2026-09-15T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();
const done = (hours: number) => ({ at: hoursAgo(hours), file: 'f', bytes: 1 });
const failed = (hours: number) => ({ at: hoursAgo(hours), reason: 'The disk is full.' });

describe('the order of tables', () => {
  it('puts each after those that its rows refer to', () => {
    const tables = ['idea', 'episode', 'show', 'account', 'saved'].map((name) => ({ name, columns: [] }));
    const references = [
      { from: 'idea', to: 'episode' },
      { from: 'episode', to: 'show' },
      { from: 'saved', to: 'idea' },
      { from: 'saved', to: 'account' },
      { from: 'show', to: 'show' },
    ];
    expect(inOrder(tables, references).map(({ name }) => name)).toEqual([
      'account',
      'show',
      'episode',
      'idea',
      'saved',
    ]);
  });
});

describe('a scheduled backup', () => {
  it.each([
    ['never made', { done: null, failed: null }, true],
    ['made within the day', { done: done(23), failed: null }, false],
    ['made a day ago', { done: done(24), failed: null }, true],
    ['due, and failed half an hour ago', { done: done(30), failed: failed(0.5) }, false],
    ['made by a clock that is ahead by minutes', { done: done(-0.5), failed: null }, false],
    ['made by a clock that was years ahead', { done: done(-50_000), failed: null }, true],
    ['due, and failed by a clock that was years ahead', { done: done(30), failed: failed(-50_000) }, true],
    ['due, and failed an hour ago', { done: done(30), failed: failed(1) }, true],
  ])('that was %s is due: %s', (_what, record, expected) => {
    expect(isDue(record, 24, NOW)).toBe(expected);
  });

  it('is overdue after two turns, or when there was none', () => {
    expect([47, 49].map((hours) => isOverdue({ done: done(hours), failed: null }, 24, NOW))).toEqual([
      false,
      true,
    ]);
    expect(isOverdue({ done: null, failed: null }, 24, NOW)).toBe(true);
  });
});

describe('backups in a folder', () => {
  const days = ['13', '15', '14'].map((day) => new Date(`2026-09-${day}T12:00:00.123Z`));
  const names = days.map((day) => fileName('scheduled', day));
  const before = days.map((day) => fileName('before-upgrade', day));

  it('are named after their moment', () => {
    expect(names[0]).toBe('earmark-20260913T120000Z.backup');
    expect(before[0]).toBe('earmark-20260913T120000Z-before-upgrade.backup');
  });

  it('stay as many of a kind as are kept, the newest; other files are left alone', () => {
    const all = [...names, ...before, 'mine.backup', 'earmark-20250101T000000Z.backup.7.part'];
    expect(outdated(all, 'scheduled', 2)).toEqual([names[0]]);
    expect(outdated(all, 'before-upgrade', 1)).toEqual([before[0], before[2]]);
    expect(outdated(all, 'scheduled', 7)).toEqual([]);
  });
});
