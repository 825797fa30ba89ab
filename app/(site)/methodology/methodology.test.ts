import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { figuresOnRecord } from '#server/features/pages/engines/figures.ts';
import { StanceMark } from '../../_ui/record/stance.tsx';
import { Methodology, readBySentence } from './article.tsx';

const page = renderToStaticMarkup(createElement(Methodology, { readBy: { rules: 31, model: 1 } }));

it('tells the mark that a card shows beside the word of a stance', () => {
  expect(renderToStaticMarkup(createElement(StanceMark, { stance: 'BULLISH' }))).toContain('<svg');
  expect(page).toContain('the small mark beside it says no more than the word');
});

it('tells mixed as one speaker’s argument both ways, not as speakers who differ', () => {
  expect(page).toContain('mixed (good in one respect and bad in another, or one thing set against another)');
  expect(page).not.toContain('speakers differ');
});

it('says beside the figures by which engine this server’s episodes were read, and that they are mixed', () => {
  expect(page).toContain(
    'On this server 32 episodes were read: 31 by the built-in reader and 1 by a language model, whose ideas stand side by side.',
  );
  expect(readBySentence({ rules: 1, model: 0 })).toBe(
    'On this server 1 episode was read, by the built-in reader alone.',
  );
  expect(readBySentence({ rules: 0, model: 2 })).toContain(
    '2 episodes were read, by a language model alone.',
  );
  expect(readBySentence({ rules: 0, model: 0 })).toBe('No episode has been read on this server yet.');
});

/** The cells of a measure in the table, one for each engine. */
function told(measure: string): string[] {
  const row = page.split('<tr>').find((one) => one.includes(`>${measure}</th>`)) ?? '';
  return [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => (cell ?? '').replace(/<[^>]*>/g, ''));
}

const [own] = figuresOnRecord().engines;

it('tells the figures of model mode beside those of the built-in reader, with how many they stand on', () => {
  const { count, of } = own!.tickerRecall;
  expect(told('Of ideas that readers listed on listed companies: served')).toEqual([
    expect.stringContaining(`% (${count} of ${of})`),
    '77 % (23 of 30)',
  ]);
  expect(told('Of ideas served and listed: the reader’s depth, or the next')[1]).toBe('100 % (77 of 77)');
});

it('says that stance and names were measured on something else than ideas and depth', () => {
  expect(page).toContain('for ideas and depth, what would be served of these episodes is compared');
  expect(page).toContain('Stance and names were measured on what the lines below the table say.');
  expect(told('Of stances told: the reader’s')).toHaveLength(2);
});

it('tells names over several voices, and where nobody looked for them', () => {
  const { count, of } = own!.namedMixed!;
  expect(told('Of names: over several voices')).toEqual([
    expect.stringContaining(`(${count} of ${of})`),
    'not measured',
  ]);
});

it('heads no column by a language model in which none was measured', () => {
  expect(page).toContain('Careful readers, in place of a language model');
});

it('says that careful readers answered in the model’s place, and that another model will do otherwise', () => {
  expect(page).toContain('Careful readers answered in the model’s place');
  expect(page).toContain('that an operator sets up will do otherwise than careful readers');
});
