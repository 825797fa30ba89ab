import { expect, it } from 'vitest';
import { saidBy } from './said-by.ts';

it('tells who said the title of a thesis, where and when', () => {
  const said = {
    text: 'It grows',
    stance: null,
    ideaId: '1',
    show: 'Margin Notes',
    airedAt: '2026-09-03T10:00:00Z',
  };
  expect(saidBy({ ...said, speaker: 'Ana Ruiz' })).toBe('said by Ana Ruiz on Margin Notes, 3 Sept 2026');
  expect(saidBy({ ...said, speaker: null })).toBe('said on Margin Notes, 3 Sept 2026');
});
