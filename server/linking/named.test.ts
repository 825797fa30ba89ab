import { expect, it } from 'vitest';
import { subjectNamed } from '#server/linking/named.ts';
import { loadUniverse } from '#server/linking/universe.ts';

const theme = (name: string) => subjectNamed(loadUniverse(), { name, kind: 'theme' })?.subject;

it.each([
  'cybersecurity industry',
  'the cybersecurity sector',
  'Cybersecurity companies',
  'cybersecurity stocks',
])('files the "%s" under the theme', (name) =>
  expect(theme(name)).toEqual({ kind: 'theme', key: 'cybersecurity', name: 'Cybersecurity' }),
);

it('keeps a theme that goes by such a word of its own', () => {
  expect(theme('stock market')?.key).toBe('stock-market');
});

it('keeps the whole name of what no theme is called', () => {
  expect(theme('umbrella industry')).toEqual({
    kind: 'theme',
    key: 'umbrella-industry',
    name: 'Umbrella industry',
  });
});
