import { describe, expect, it } from 'vitest';
import { mentionRoleOf } from './mention-roles.ts';

function role(text: string, name: string, theme = false) {
  const start = text.indexOf(name);
  return mentionRoleOf(text, { start, end: start + name.length }, theme);
}

describe('mentionRoleOf', () => {
  it.each([
    ['Harrow is taking share from everybody.', 'Harrow', 'subject'],
    ['I am bullish on Harrow for the decade.', 'Harrow', 'subject'],
    ["Harrow's co-founder came to see us.", 'Harrow', 'office'],
    ['She worked at Harrow for six years.', 'Harrow', 'employer'],
    ['They raised a round led by Harrow last spring.', 'Harrow', 'backer'],
    ['We had investors like Harrow in the seed.', 'Harrow', 'backer'],
    ['Harrow reports that the deal is off.', 'Harrow', 'source'],
    ['I read the comments on Harrow this morning.', 'Harrow', 'source'],
    ['I booked the whole trip using Harrow.', 'Harrow', 'place'],
    ['Take a payroll company, such as Harrow, in a small town.', 'Harrow', 'example'],
  ])('%s', (text, name, expected) => {
    expect(role(text, name)).toBe(expected);
  });

  it('tells a theme that only qualifies a thing from one that is spoken of', () => {
    expect(role('We shipped a robotics demo in May.', 'robotics', true)).toBe('modifier');
    expect(role('I think robotics is where the returns will be.', 'robotics', true)).toBe('subject');
    expect(role('I would buy robotics stocks today.', 'robotics', true)).toBe('subject');
  });
});
