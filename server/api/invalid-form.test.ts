import { expect, it } from 'vitest';
import { z } from 'zod';
import { queryInteger, utcDate } from '#server/api/inputs.ts';
import { invalidForm } from '#server/api/invalid-form.ts';

const schema = z.object({
  question: z.string().min(1).max(600).default('x'),
  date: utcDate.default('2026-01-01'),
  minDepth: queryInteger(1, 5).default(1),
  text: z.string().min(10).default('long enough'),
});
const told = (sent: object) => invalidForm(schema.safeParse(sent).error)?.message;

it('tells who filled in a form what is wrong, and names no parameter', () => {
  expect(told({ question: '' })).toBe('The question is empty: write it first.');
  expect(told({ question: 'x'.repeat(601) })).toBe('The question is too long: 600 characters fit.');
  expect(told({ date: 'yesterday' })).toBe(
    'The day is no date: write it as year, month and day, 2026-03-31 for example.',
  );
  expect(told({ minDepth: '9' })).toBe('The depth must be at most 5.');
  expect(told({ text: 'short' })).toBe('The report is too short: write at least 10 characters.');
  expect(told({ minDepth: 'deep' })).toBe('The depth is missing or is not right.');
});

it('is of refused schemas alone', () => {
  expect(invalidForm(new Error('something else'))).toBeNull();
});
