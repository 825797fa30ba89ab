import { describe, expect, it } from 'vitest';
import { searchPath } from '#server/features/ideas/search/rules.ts';
import { keptOf, nameOf } from '#server/features/searches/rules.ts';

describe('a saved search', () => {
  it('keeps what narrows a search, but no days, no order and no empty field', () => {
    const kept = keptOf({
      q: '  data   center ',
      ticker: '$brk-b',
      from: '2026-09-01',
      order: 'newest',
      theme: '',
      minDepth: 1,
    });
    expect(kept).toEqual({ q: 'data center', ticker: 'BRK.B' });
    expect(searchPath(kept!)).toBe('/search?q=data+center&ticker=BRK.B');
    expect(keptOf({ from: '2026-09-01', order: 'newest', minDepth: 1, q: ' ' })).toBeNull();
  });

  it('is one search however the slug of its show is written', () => {
    expect(keptOf({ showId: 'All-In' })).toEqual(keptOf({ showId: 'all-in' }));
  });

  it('cuts no character of its name in half', () => {
    expect(nameOf({ q: `${'x'.repeat(79)}🙂🙂` })).toBe('x'.repeat(79));
  });

  it('is called by its words alone, or by all that it asks', () => {
    expect(nameOf({ q: '"data center" NOT tesla' })).toBe('"data center" NOT tesla');
    expect(nameOf({ ticker: 'NVDA', stance: 'bearish', person: 'Ana Ruiz', minDepth: 3 })).toBe(
      'NVDA, Ana Ruiz, bearish, depth 3 or more',
    );
    expect(nameOf({ ticker: 'NVDA', stance: 'not told' })).toBe('NVDA, stance not told');
    expect(nameOf({ showId: 'margin-notes', theme: 'nuclear' }, 'Margin Notes')).toBe(
      'Nuclear power, Margin Notes',
    );
    expect(nameOf({ q: 'x'.repeat(200) })).toHaveLength(80);
  });
});
