import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { IdeaPage } from '#server/features/pages/schema.ts';
import { FullArgument } from './argument.tsx';

const nothingBeyond = {
  ...{ sentences: 0, risks: 0, signals: 0, funds: 0, speaker: false },
  ...{ length: false, companies: false },
};
type Own = NonNullable<Parameters<typeof FullArgument>[0]['own']>;

/** The opened section of a reader who opened one idea today. */
function opened(limit: number | null): string {
  const full = { speaker: { name: 'Ana Ruiz' }, participationEtfs: [] };
  const own = { full, argument: [], further: null, reads: { used: 1, limit } } as unknown as Own;
  const idea = { beyond: nothingBeyond } as IdeaPage;
  return renderToStaticMarkup(createElement(FullArgument, { idea, own })).replaceAll('<!-- -->', '');
}

it('says what was spent on it, to a reader whose reads are counted', () => {
  expect(opened(3)).toContain('1 of 3 reads used today; opening it again today is free.');
  expect(opened(null)).not.toContain('used today');
});

it.each([
  ['nobody', null],
  ['an account', { full: null, reads: { used: 0, limit: 3, remaining: 3 } } as unknown as Own],
])('offers %s no read of an idea whose argument is told already', (_reader, own) => {
  const idea = { beyond: { ...nothingBeyond, length: true, funds: 1 } } as IdeaPage;
  const page = renderToStaticMarkup(createElement(FullArgument, { idea, own }));
  expect(page).toContain(
    'there is nothing to open here. Over the API and MCP a full read of it counts as any other.',
  );
  expect(page).not.toContain('Read the full argument');
  expect(page).not.toContain('Sign in');
});
