import { expect, it, vi } from 'vitest';
import { sentFrom } from '#server/edges/pages/site.ts';
import { metadata } from './page.tsx';

vi.mock('../_server/reader.ts', () => ({}));

/** The `Origin` that a browser sends with a form of a page of this referrer policy, to the page's own site. */
const originOf = (policy: unknown) => (policy === 'no-referrer' ? 'null' : 'http://earmark.test');

it('sends its button from our site, also where a browser sends no Sec-Fetch-Site', () => {
  const sent = { site: undefined, origin: originOf(metadata.referrer), host: 'earmark.test' };
  expect(sentFrom(sent)).toBe('ours');
});

it('tells no other site the address of the page, which holds a token', () => {
  expect(metadata.referrer).toBe('same-origin');
});
