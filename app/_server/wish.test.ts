import { expect, it } from 'vitest';
import { packed, readWish } from './wish.ts';

it('reads a wish as it was kept, and nothing into any other text', () => {
  expect(readWish('{"show":"the-long-wire"}')).toEqual({ show: 'the-long-wire' });
  expect(readWish('{"ticker":"TSLA","more":1}')).toEqual({ ticker: 'TSLA' });
  expect(readWish('{"save":"9b66e264"}')).toEqual({ save: '9b66e264' });
  expect(readWish('{"question":"Who doubts it?"}')).toEqual({ question: 'Who doubts it?' });
  expect(['', 'null', '{}', '{"show":3}', '[', '"show"'].map((text) => readWish(text))).toEqual(
    Array(6).fill(null),
  );
});

it('reads a wish under its own id alone', () => {
  const kept = '{"show":"the-long-wire","id":"a"}';
  expect(readWish(kept, 'a')).toEqual({ show: 'the-long-wire' });
  expect([readWish(kept, 'b'), readWish(kept), readWish('{"show":"the-long-wire"}', 'a')]).toEqual([
    null,
    null,
    null,
  ]);
});

it('fits the longest question into a cookie, in whatever letters', () => {
  for (const letter of ['a', 'я', '問', '🙂'])
    expect(packed(JSON.stringify({ question: letter.repeat(600 / letter.length) })).length).toBeLessThan(
      3000,
    );
});
