import { expect, it } from 'vitest';
import { givenNameBefore, pairFrom } from '#server/features/ask/find/spelling.ts';

it('reads a misspelt first word together with the name after it', () => {
  expect(pairFrom('Genral', 'How does Genral Atlantic invest?')).toEqual(['Genral Atlantic', 'Atlantic']);
  expect(pairFrom('Nvida', 'What did Nvida announce?')).toEqual(['Nvida', null]);
});

it('hears a given name before a family name, which is then nobody else', () => {
  expect(givenNameBefore('Galloway', 'Scott Galloway on Netflix')).toBe('scott');
  expect(givenNameBefore('Galloway', 'What does Galloway say?')).toBeNull();
});
