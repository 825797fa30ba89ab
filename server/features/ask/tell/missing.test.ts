import { expect, it } from 'vitest';
import { saidOfMissing } from '#server/features/ask/tell/missing.ts';
import { questionReading } from '#server/testing/reading/evidence.ts';

it('tells what was counted, and of which shows and time', () => {
  const most = [
    { name: 'OpenAI', ideas: 24, shows: 8 },
    { name: 'Apple', ideas: 1, shows: 1 },
  ];
  expect(saidOfMissing(questionReading({ subjects: [] }), [], { most })).toBe(
    'The most ideas on the record are on OpenAI (24 ideas from 8 shows) and Apple (1 idea from 1 show)',
  );
  const bounded = questionReading({
    shows: [{ id: 's', name: 'All-In' }],
    period: { from: new Date(0), until: null, except: [] },
  });
  expect(saidOfMissing(bounded, [], { held: { ideas: 2, shows: 1 } })).toBe(
    'The record holds 2 ideas from 1 show on Nvidia from All-In in this time, and counts no mentions',
  );
});

it.each([
  [['plans'], 'Nothing that answers all of this was found, so “plans” is left aside'],
  [[], 'Nothing that answers all of this was found'],
])('tells what was left aside in whole sentences: %s', (aside, told) => {
  expect(saidOfMissing(questionReading({}), [], { aside })).toBe(told);
});

it('tells of a side left out only that it is held', () => {
  expect(saidOfMissing(questionReading({}), [], { leftOut: 'bullish' })).toBe(
    'The record also holds a bullish case on Nvidia, which is not told here',
  );
});
