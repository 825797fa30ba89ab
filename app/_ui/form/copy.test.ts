import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Copyable } from './copy.tsx';
import { Share } from './share.tsx';

it('shows no button to a reader whose browser cannot copy', () => {
  const text = renderToStaticMarkup(createElement(Copyable, { text: 'emk_live_x', label: 'Key' }));
  expect(text).toContain('emk_live_x');
  expect(text).toMatch(/<button [^>]*class="[^"]*\binvisible\b/);
  expect(renderToStaticMarkup(createElement(Share, { url: 'https://earmark.example', title: 'A' }))).toBe('');
});
