import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { StanceMark } from '../../_ui/record/stance.tsx';
import Methodology from './page.tsx';

const page = renderToStaticMarkup(createElement(Methodology));

it('tells the mark that a card shows beside the word of a stance', () => {
  expect(renderToStaticMarkup(createElement(StanceMark, { stance: 'BULLISH' }))).toContain('<svg');
  expect(page).toContain('the small mark beside it says no more than the word');
});

it('tells mixed as one speaker’s argument both ways, not as speakers who differ', () => {
  expect(page).toContain('mixed (good in one respect and bad in another, or one thing set against another)');
  expect(page).not.toContain('speakers differ');
});
