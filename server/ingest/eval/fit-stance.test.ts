import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { STANCE_FEATURES } from '#server/ingest/extract/stance-features.ts';
import { STANCE_WEIGHTS } from '#server/ingest/extract/stance-weights.ts';
import { fitStances, type ReadStances, stanceRows } from './fit-stance.ts';
import { classProbabilities } from './softmax.ts';

const read = JSON.parse(readFileSync(new URL('read-stances.json', import.meta.url), 'utf8')) as ReadStances;

describe('the stance model', () => {
  it('ships the weights that its readings give', () => {
    for (const [stance, weights] of Object.entries(fitStances(stanceRows(read)))) {
      const shipped = STANCE_WEIGHTS[stance as keyof typeof STANCE_WEIGHTS];
      weights.forEach((weight, i) => {
        expect(weight, `${stance} ${STANCE_FEATURES[i]}`).toBeCloseTo(shipped[i] as number, 1);
      });
    }
  });

  it('refuses readings made with other features', () => {
    expect(() => stanceRows({ ...read, features: ['bias'] })).toThrow('other features');
  });

  it('gives probabilities that add up to one', () => {
    for (const { x } of read.rows) {
      const sum = classProbabilities(Object.values(STANCE_WEIGHTS), x).reduce((total, one) => total + one, 0);
      expect(sum).toBeCloseTo(1, 9);
    }
  });
});
