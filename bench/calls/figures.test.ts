import { describe, expect, it } from 'vitest';
import { faultsOf } from './figures.ts';

const KEPT = { throughput: 0.8, cpu: 1.5, database: 0.5 };

describe('what the bench marks', () => {
  it('is nothing where a route holds what is asked and what was kept', () => {
    expect(faultsOf({ throughput: 0.75, cpu: 1.6, database: 0.55 }, KEPT)).toEqual([]);
  });

  it('is a route that falls short of what is asked, kept before or not', () => {
    expect(faultsOf({ throughput: 0.59, cpu: 2.3, database: 1.3 }, undefined)).toEqual([
      'throughput under 0.6',
      'CPU over 2.2',
      'CPU of the database over 1.2',
    ]);
  });

  it('is a route that got worse, though it still holds what is asked', () => {
    expect(faultsOf({ throughput: 0.62, cpu: 1.9, database: 0.9 }, KEPT)).toEqual([
      'throughput worse than kept',
      'CPU worse than kept',
      'CPU of the database worse than kept',
    ]);
  });

  it('asks nothing of a database that a route does not ask', () => {
    expect(faultsOf({ throughput: 5, cpu: 0.1 }, { throughput: 5, cpu: 0.1 })).toEqual([]);
  });
});
