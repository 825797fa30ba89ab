import { expect, it } from 'vitest';
import { symbolCalled } from './called.ts';

it('names the symbol of the company that people call so', () => {
  expect(symbolCalled('apple')).toEqual({ symbol: 'AAPL', name: 'Apple' });
  expect(symbolCalled(' Apple Inc ')?.symbol).toBe('AAPL');
  expect(symbolCalled('google')?.symbol).toMatch(/^GOOGL?$/);
});

it('names none for a product, for a company without a symbol and for what is no name', () => {
  for (const text of ['iphone', 'zxqv', '', '$$']) expect(symbolCalled(text)).toBeNull();
});
