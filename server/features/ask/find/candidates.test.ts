import { expect, it } from 'vitest';
import { partedNames } from '#server/features/ask/find/candidates.ts';
import { questionReading } from '#server/testing/reading/evidence.ts';

it('looks for a name of two joined words as a transcript parts them', () => {
  const named = (name: string) =>
    partedNames(questionReading({ subjects: [{ name, slug: name, symbols: [], written: name }] }));
  expect(named('OpenAI')).toEqual(['"open ai"']);
  expect(named('CoreWeave')).toEqual(['"core weave"']);
  expect(named('Nvidia')).toEqual([]);
  expect(named('eBay')).toEqual(['"e bay"']);
});
