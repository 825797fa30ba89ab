import { describe, expect, it } from 'vitest';
import { figuresOnRecord, percentOf } from '#server/features/pages/engines/figures.ts';
import { readEnv } from '#server/platform/env.ts';
import { readBy } from '#server/welcome.ts';

const [own] = figuresOnRecord().engines;
const FIGURES = `${percentOf(own!.precision)} of the ideas it serves readers listed too, ${percentOf(own!.recall)} of theirs it serves`;
const MORE = 'EARMARK_EXTRACT=model reads more (README, "Reading with a language model")';

describe('the line on who reads', () => {
  it('tells how well the built-in reader does, and what reads more', () => {
    expect(readBy(readEnv({}), true)).toBe(`the built-in reader: ${FIGURES}; ${MORE}`);
  });

  it.each([
    ['off', { EARMARK_ENCODER: 'off' }, true],
    ['not installed', {}, false],
  ])('claims no figure of an encoder that is %s', (why, settings, installed) => {
    expect(readBy(readEnv(settings), installed)).toBe(
      `the built-in reader by words alone; with its encoder, which is ${why}, ${FIGURES}; ${MORE}`,
    );
  });

  it('names the model, says that nobody measured it, and how to', () => {
    const model = { EARMARK_EXTRACT: 'model', EARMARK_MODEL_PROVIDER: 'anthropic', EARMARK_MODEL: 'wise-1' };
    expect(readBy(readEnv(model), true)).toBe(
      'wise-1, each field proven against the transcript; how well, only you can measure: npx earmark eval ideas FOLDER --engine model --served --out FOLDER',
    );
  });
});
