import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import PageError from './error.tsx';
import GlobalError from './global-error.tsx';

const error = Object.assign(new Error('no words for readers'), { digest: '4711' });

it('tells the number that the operator finds, and promises nothing of what was spent', () => {
  for (const page of [
    renderToStaticMarkup(createElement(PageError, { error, retry: () => undefined })),
    renderToStaticMarkup(createElement(GlobalError, { error })),
  ]) {
    expect(page).toContain('4711');
    expect(page).not.toMatch(/spent|no words for readers/);
  }
});

it('asks the server for the page again, and does not draw the failed answer once more', () => {
  const [retry, reset] = [vi.fn(), vi.fn()];
  const given = { error, retry, reset };
  const { children } = PageError(given).props as {
    children: { type: string; props: { onClick: () => void } }[];
  };
  children.find(({ type }) => type === 'button')?.props.onClick();
  expect([retry.mock.calls.length, reset.mock.calls.length]).toEqual([1, 0]);
});
