import { expect, it } from 'vitest';
import { saidOfMissing } from '#server/features/ask/tell/missing.ts';
import { questionReading } from '#server/testing/reading/evidence.ts';

it('tells what was counted, and of which shows and time', () => {
  const most = [
    { name: 'OpenAI', ideas: 24, shows: 8 },
    { name: 'Apple', ideas: 1, shows: 1 },
  ];
  expect(saidOfMissing(questionReading({ subjects: [] }), [], { most })).toBe(
    'Most ideas on the record are on OpenAI (24 ideas from 8 shows) and Apple (1 idea from 1 show)',
  );
  const bounded = questionReading({
    shows: [{ id: 's', name: 'All-In' }],
    period: { from: new Date(0), until: null, except: [] },
  });
  expect(saidOfMissing(bounded, [], { held: { ideas: 2, shows: 1 } })).toBe(
    'The record holds 2 ideas from 1 show on Nvidia from All-In in this time, and counts no mentions',
  );
});
