import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoted, said } from '#server/testing/reading/evidence.ts';
import { restsOn, verified } from './verify.ts';

describe('restsOn', () => {
  const on = [said()];
  it.each([
    ['On The Alpha Hour (1 September 2026), Dana Reyes said Nvidia sells 90% of it', true],
    ['On The Alpha Hour, Dana Reyes said Nvidia sells ninety percent', true],
    ['Dana Reyes said Nvidia sells 95% of it', false],
    ['Chamath said Nvidia sells 90% of it', false],
    ['Dana Reyes prefers AMD', false],
    ['On All-In, Dana Reyes said it', false],
  ])('%s: %s', (sentence, expected) => {
    expect(restsOn(sentence, on)).toBe(expected);
  });

  it('rests on nothing without evidence', () => {
    expect(restsOn('Dana Reyes said it', [])).toBe(false);
  });
});

describe('verified', () => {
  const evidence = [
    said(),
    said(
      {
        id: '2',
        thesis: 'Ann Lee argues that custom chips take share.',
        speakerName: 'Ann Lee',
        showName: 'Beta Notes',
      },
      'bearish',
    ),
  ];
  const kept = (text: string) => verified(text, evidence).map((sentence) => sentence.text);

  it('keeps sentences that cite evidence and hold to it', () => {
    expect(
      kept(
        'On The Alpha Hour, Dana Reyes argued that Nvidia sells 90% of what it can package [1]. On Beta Notes, Ann Lee argued that custom chips take share. [2]',
      ),
    ).toEqual([
      'On The Alpha Hour, Dana Reyes argued that Nvidia sells 90% of what it can package.',
      'On Beta Notes, Ann Lee argued that custom chips take share.',
    ]);
  });

  it.each([
    'Dana Reyes argued that Nvidia sells what it can package.',
    'Dana Reyes argued that Nvidia sells what it can package [3].',
    'Dana Reyes argued that Nvidia sells 50% of what it can package [1].',
    'Chamath Palihapitiya argued that Nvidia sells what it can package [1].',
    'Dana Reyes argued that custom chips take share [1].',
    'Investors should buy what Nvidia can package and sell [1].',
    'Dana Reyes said “Nvidia sells everything it can package, all of it” [1].',
    'Dana Reyes said “Nvidia sells 90% of what it can pack” [1].',
    '',
  ])('drops "%s"', (text) => {
    expect(kept(text)).toEqual([]);
  });
});

describe('a sentence on what will fall and who will leave', () => {
  const evidence = [
    quoted({
      text: 'I think Costco margins will fall next year and members will leave. They don’t raise the fee.',
    }),
  ];
  const kept = (text: string) => verified(text, evidence).map((sentence) => sentence.text);

  it.each([
    'Dana Reyes said Costco margins will rise next year [1].',
    'Dana Reyes said Costco margins will not fall next year [1].',
    'Dana Reyes said Costco margins will fall next year and members will not leave [1].',
    'Dana Reyes said Costco margins will rise next year and members will not leave [1].',
    'Dana Reyes said that they raise the fee at Costco [1].',
  ])('is dropped where it says the opposite: "%s"', (text) => {
    expect(kept(text)).toEqual([]);
  });

  it.each([
    'Dana Reyes said Costco margins will fall next year and members will leave [1].',
    'On The Alpha Hour, Dana Reyes said that members will leave Costco [1].',
    'Dana Reyes said members will leave, and that they do not raise the fee [1].',
  ])('is kept where it says the same: "%s"', (text) => {
    expect(kept(text)).toHaveLength(1);
  });
});

describe('the sentences of an open text', () => {
  const evidence = [
    quoted({ speaker: null, text: 'Nvidia ships more every quarter, the packaging lines are the limit.' }),
  ];
  const words = [
    'Nvidia ships more',
    'the packaging lines are the limit',
    '[1]',
    '[1].',
    '.',
    '. ',
    ' ',
    'Inc.',
    '“',
    '[2]',
    '!',
  ];

  it('stay what they were, whatever follows', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 24 }), (parts) => {
        const whole = verified(parts.join(''), evidence).map(({ text }) => text);
        for (let end = 0; end <= parts.length; end += 1) {
          const open = verified(parts.slice(0, end).join(''), evidence, 'open').map(({ text }) => text);
          expect(open).toEqual(whole.slice(0, open.length));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('sentences of a model and the licence', () => {
  const spoken =
    'They sell ninety percent of what they can package and the rest is promised to people who waited a year for it.';
  const told = `Dana Reyes said on The Alpha Hour on 1 September 2026 that they sell ninety percent of what they can package and the rest is promised to people who waited a year for it [1].`;

  it('hold an idea’s words to it with quotation marks or without', () => {
    expect(verified(told, [said({ quote: spoken })])).toHaveLength(1);
    expect(verified(told, [said({ quote: spoken, quoteChars: 80 })])).toEqual([]);
    const retold =
      'Dana Reyes argued on The Alpha Hour that they sell ninety percent of what they package [1].';
    expect(verified(retold, [said({ quote: spoken, quoteChars: 80 })])).toHaveLength(1);
  });

  it('hold the words of a transcript to it too', () => {
    const passage = { text: spoken, publishedAt: new Date('2026-09-01T08:00:00Z') };
    expect(verified(told, [quoted(passage)])).toHaveLength(1);
    expect(verified(told, [quoted({ ...passage, quoteChars: 80 })])).toEqual([]);
  });
});
