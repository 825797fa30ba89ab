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
  expect(told('Of ideas on listed companies that any careful person would list: published')).toEqual([
    expect.stringContaining(`% (${count} of ${of})`),
    '77 % (23 of 30)',
  ]);
  expect(told('Of ideas published and listed: the depth that people gave, or the one next to it')[1]).toBe(
    '100 % (77 of 77)',
  );
});

it('says that rows are counted over different ideas, and of each column over which and by whom', () => {
  expect(page).toContain('The rows are not all counted over the same ideas');
  expect(told('Of sides told: the one that people heard')).toHaveLength(2);
  const { of } = own!.stanceGiven;
  expect(page).toMatch(new RegExp(`Sides: ${of} ideas published of other episodes.*Earmark’s authors`, 's'));
});

it('tells what an editor would print by its counts, and as another question than what people list', () => {
  const [, printed, of] = /An editor would print (\d+) of these (\d+) as they stand/.exec(page) ?? [];
  expect(Number(of)).toBe(own!.stanceGiven.of);
  expect(Number(printed)).toBeLessThanOrEqual(Number(of));
  expect(page).toContain('two questions that were asked of different ideas');
  expect(page).not.toContain('fewer than half');
});

it('uses no word of the workshop', () => {
  expect(page.replace(/<code>.*?<\/code>|<[^>]*>/g, ' ')).not.toMatch(
    /\b(?:sign(?:s|ed)?|labels?|labelled|segments?|served|gold)\b/i,
  );
});

it('says where a talk that was published more than once is counted once', () => {
  expect(page).toMatch(
    /counts for each of them where one show or one episode is shown; where several are, it counts once/,
  );
});

it('tells names over several voices, and where nobody looked for them', () => {
  const { count, of } = own!.namedMixed!;
  expect(told('Of names told: over the words of several people')).toEqual([
    expect.stringContaining(`(${count} of ${of})`),
    'not measured',
  ]);
});

it('heads no column by a language model in which none was measured', () => {
  expect(page).toContain('Careful people, in place of a language model');
});

it('says that careful people answered in the model’s place, and that another model will do otherwise', () => {
  expect(page).toContain('No language model was measured: careful people answered in its place');
  expect(page).toContain('that an operator sets up will do otherwise than the people in its place');
});
