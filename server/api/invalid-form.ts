import type { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';
import { firstIssue } from '#server/api/invalid.ts';

/** The names of our forms' fields, as their pages show them. */
const labels: Readonly<Record<string, string>> = {
  question: 'question',
  symbol: 'ticker',
  ticker: 'ticker',
  date: 'day',
  from: 'first day',
  to: 'last day',
  minDepth: 'depth',
  name: 'name',
  url: 'address',
  text: 'report',
  note: 'reason',
  contact: 'e-mail address',
  email: 'e-mail address',
  confirmEmail: 'e-mail address',
  q: 'search',
  theme: 'theme',
  show: 'show',
  stance: 'side',
  order: 'order',
};

/** The refusal of a form's field that failed its schema, worded for the person who filled it in; null for any other error. */
export function invalidForm(error: unknown): Refusal | null {
  const found = firstIssue(error);
  if (!found) return null;
  const { issue, field } = found;
  return new Refusal('invalid_request', {
    ...(field ? { field } : {}),
    message: issue ? sentence(labels[field ?? ''] ?? 'entry', issue) : 'Something in the form is not right.',
  });
}

function sentence(name: string, issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin !== 'string') return `The ${name} must be at least ${issue.minimum}.`;
      return issue.minimum === 1
        ? `The ${name} is empty: write it first.`
        : `The ${name} is too short: write at least ${issue.minimum} characters.`;
    case 'too_big':
      return issue.origin === 'string'
        ? `The ${name} is too long: ${issue.maximum} characters fit.`
        : `The ${name} must be at most ${issue.maximum}.`;
    case 'invalid_format':
      return issue.format === 'date'
        ? `The ${name} is no date: write it as year, month and day, 2026-03-31 for example.`
        : `The ${name} is not right: look at it once more.`;
    case 'invalid_type':
      return `The ${name} is missing or is not right.`;
    case 'custom':
      return `The ${name} is not right: ${issue.message}.`;
    default:
      return `The ${name} is not right: look at it once more.`;
  }
}
