import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { Refusal } from '#server/api/errors.ts';

/** What the failed part of a request is called: a field of a body, or a parameter of anything else. */
export type InvalidPart = 'Parameter' | 'Field';

/**
 * The refusal of a part of a request that failed its schema: `field` names it, the message says what would be right. Null for
 * any other error. `status` is 422 when undefined.
 */
export function invalidRequest(
  error: unknown,
  status: number | undefined,
  part: InvalidPart,
): Refusal | null {
  const found = firstIssue(error);
  if (!found) return null;
  const { issue, field } = found;
  return new Refusal('invalid_request', {
    ...(status ? { status } : {}),
    ...(field ? { field } : {}),
    message: issue ? sentence(part, field, issue) : 'The request is not valid.',
  });
}

/** The first thing that a schema found wrong, and the parameter or field concerned; null for any other error. */
export function firstIssue(
  error: unknown,
): { issue: z.core.$ZodIssue | undefined; field: string | undefined } | null {
  const cause = error instanceof TRPCError ? error.cause : error;
  if (!(cause instanceof z.ZodError) && (cause as Error | undefined)?.name !== 'ZodError') return null;
  const issue = (cause as z.ZodError).issues[0];
  return { issue, field: issue ? fieldOf(issue) : undefined };
}

function fieldOf(issue: z.core.$ZodIssue): string | undefined {
  if (issue.path.length > 0) return String(issue.path[0]).slice(0, 64);
  return issue.code === 'unrecognized_keys' ? issue.keys[0]?.slice(0, 64) : undefined;
}

function sentence(part: InvalidPart, field: string | undefined, issue: z.core.$ZodIssue): string {
  const name = field === undefined ? 'The request' : `${part} ${field}`;
  if (issue.code === 'unrecognized_keys') return `${name} is not known here.`;
  if (issue.code === 'invalid_type' && 'input' in issue && issue.input === undefined)
    return `${name} is required.`;
  if (issue.code === 'invalid_type' && /received undefined/.test(issue.message))
    return `${name} is required.`;
  if (issue.code === 'invalid_type') return `${name} must be ${article(issue.expected)}.`;
  if (issue.code === 'too_big')
    return `${name} must be at most ${issue.maximum}${unit(issue.origin, issue.maximum)}.`;
  if (issue.code === 'too_small')
    return `${name} must be at least ${issue.minimum}${unit(issue.origin, issue.minimum)}.`;
  if (issue.code === 'invalid_format')
    return `${name} must be a valid ${FORMATS[issue.format] ?? issue.format}.`;
  if (issue.code === 'invalid_value') return `${name} must be one of ${issue.values.map(String).join(', ')}.`;
  return `${name} is not valid: ${issue.message}.`;
}

/** Formats in the contract's words, where zod has others. */
const FORMATS: Readonly<Record<string, string>> = { date: 'date (YYYY-MM-DD)', guid: 'uuid' };

function article(expected: string): string {
  // Every number that a parameter takes is whole.
  if (expected === 'int' || expected === 'number') return 'a whole number';
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function unit(origin: string, count: number | bigint): string {
  if (origin !== 'string') return '';
  return Number(count) === 1 ? ' character long' : ' characters long';
}
