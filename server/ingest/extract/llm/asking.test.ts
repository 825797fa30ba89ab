import { expect, it } from 'vitest';
import { answerTo, type LlmEngineParts } from '#server/ingest/extract/llm/asking.ts';
import type { Ended } from '#server/ingest/extract/llm/ledger.ts';

/** A model that always gives the same answer, and what its calls came to. */
function model(answer: string) {
  const ended: Ended[] = [];
  const call = { end: async (one: Ended) => void ended.push(one) };
  const parts = {
    ask: async () => ({ text: answer, tokens: { input: 1, output: 1 }, isCut: false, call }),
    ledger: {
      recall: async () => ended.findLast((one) => one.answer !== null)?.answer ?? null,
      begin: async () => call,
    },
  } as unknown as LlmEngineParts;
  return { parts, ended };
}
const asked = (signal: AbortSignal) =>
  ({ input: { episodeId: 'e' }, signal, windowKey: 'w', window: 1 }) as unknown as Parameters<
    typeof answerTo
  >[1];
const QUESTION = { prompt: '?', form: 'ideas' } as const;

it('a paid answer whose reading a stop ends is read in the next turn, and the model is not asked again', async () => {
  const { parts, ended } = model('the answer');
  const stop = new AbortController();
  const stopped = answerTo(parts, asked(stop.signal), QUESTION, async () => {
    stop.abort();
    throw new Error('The extraction thread ended.');
  });
  await expect(stopped).rejects.toThrow('The extraction thread ended.');
  const result = await answerTo(parts, asked(new AbortController().signal), QUESTION, async (text) => ({
    result: text,
    tally: { outcome: 'answered', ideasKept: 0, ideasDropped: 0, faults: [], faultsBeside: [] },
  }));
  expect(result).toBe('the answer');
  expect(ended).toHaveLength(1);
});

it('an answer that cannot be read for what it says is not kept', async () => {
  const { parts, ended } = model('the answer');
  const failed = answerTo(parts, asked(new AbortController().signal), QUESTION, async () => {
    throw new Error('no such subject');
  });
  await expect(failed).rejects.toThrow('no such subject');
  expect(ended).toMatchObject([{ outcome: 'failed', answer: null }]);
});
