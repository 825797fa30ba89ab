import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STANCE_FEATURES } from '#server/ingest/extract/stance-features.ts';
import { STANCE_WEIGHTS } from '#server/ingest/extract/stance-weights.ts';
import { fitStances, heldOut, type ReadStances, stanceRows } from './fit-stance.ts';

const read = JSON.parse(readFileSync(new URL('read-stances.json', import.meta.url), 'utf8')) as ReadStances;

describe('the stance model', () => {
  it('ships the weights that its readings give', () => {
    fitStances(stanceRows(read)).forEach((weight, i) => {
      expect(weight, STANCE_FEATURES[i]).toBeCloseTo(STANCE_WEIGHTS[i] as number, 1);
    });
  });

  it('tells more of the episodes it has not seen than calling every passage bullish would', () => {
    const rows = stanceRows(read);
    const bullish = rows.filter((row) => row.y === 'BULLISH').length / rows.length;
    expect(heldOut(rows).agreement).toBeGreaterThan(bullish + 0.02);
  });

  it('refuses readings made with other features', () => {
    expect(() => stanceRows({ ...read, features: ['bias'] })).toThrow('other features');
  });
});
