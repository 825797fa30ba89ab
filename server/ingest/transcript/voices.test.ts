import { describe, expect, it } from 'vitest';
import { isAnonymousSpeaker } from '#server/language/people/anonymous.ts';
import { parseTranscript } from './parse.ts';

/** Who says what in captions of these blocks, four seconds each. */
function said(...blocks: readonly string[]): (readonly [string | null, string])[] {
  const clock = (index: number) => `00:${String(4 * index).padStart(2, '0')}.000`;
  const text = blocks.map((words, index) => `${clock(index)} --> ${clock(index + 1)}\n${words}`).join('\n\n');
  const result = parseTranscript(new TextEncoder().encode(`WEBVTT\n\n${text}\n`), {
    contentType: null,
    type: null,
    url: null,
  });
  if (!result.ok) throw new Error(result.reason);
  return result.cues.map(({ speaker, text: words }) => [speaker, words] as const);
}

/** The words of each voice in a row, where every label but null is one that names nobody. */
function unnamedVoices(...blocks: readonly string[]): string[] {
  const turns: { speaker: string | null; words: string[] }[] = [];
  for (const [speaker, words] of said(...blocks)) {
    expect(speaker === null || isAnonymousSpeaker(speaker)).toBe(true);
    if (turns.length > 0 && turns.at(-1)?.speaker === speaker) turns.at(-1)?.words.push(words);
    else turns.push({ speaker, words: [words] });
  }
  return turns.map(({ words }) => words.join(' '));
}

describe('a dash at the head of a line', () => {
  it.each(['- ', '– ', '— ', '-'])(
    '%j is somebody else, within a block too, and no word of theirs',
    (dash) => {
      const blocks = [
        `${dash}Copper is scarce,\n${dash}No, it is plentiful.`,
        `${dash}The mines are old\nand deep.`,
        'They close one by one.',
        `${dash}New ones open.`,
      ];
      expect(unnamedVoices(...blocks)).toEqual([
        'Copper is scarce,',
        'No, it is plentiful.',
        'The mines are old and deep. They close one by one.',
        'New ones open.',
      ]);
    },
  );

  it('is somebody else without a capital, too, where hardly any stands within a line', () => {
    const blocks = ['- i would sell it\n- and i would not', '- it is dear\n- but it grows', 'and it pays'];
    expect(unnamedVoices(...blocks)).toEqual([
      'i would sell it',
      'and i would not',
      'it is dear',
      'but it grows and it pays',
    ]);
  });

  it('gives no voice back to somebody who spoke before: who it is, is not known', () => {
    const speakers = said('- One.\n- Two.', '- Three.\n- Four.').map(([speaker]) => speaker);
    expect(new Set(speakers).size).toBe(4);
  });

  it('leaves a label its words', () => {
    const blocks = [
      '- Ann Lee: Copper is scarce.\n- Bob Ray: Is it?',
      '- Ann Lee: It is.\n- Hm.',
      '- Bob Ray: Well.',
    ];
    expect(said(...blocks)).toEqual([
      ['Ann Lee', 'Copper is scarce.'],
      ['Bob Ray', 'Is it?'],
      ['Ann Lee', 'It is.'],
      [null, 'Hm.'],
      ['Bob Ray', 'Well.'],
    ]);
  });

  it('is part of the talk where words are put in, a figure is below zero, or it stands alone', () => {
    const blocks = [
      'The mine',
      '– which is old –',
      'lost money',
      '– as mines do –',
      '-5 percent',
      '-- and so on',
      '– until it closed.',
    ];
    expect(said(...blocks)).toEqual(blocks.map((words) => [null, words]));
    expect(said('Copper is scarce.', '- Is it?')).toEqual([
      [null, 'Copper is scarce.'],
      [null, '- Is it?'],
    ]);
  });
});

it('tells voices apart that follow each other at >>', () => {
  const blocks = ['>> Copper is scarce,', '>> No, it is plentiful.\n>> It is what', 'it is.'];
  expect(unnamedVoices(...blocks)).toEqual([
    'Copper is scarce,',
    'No, it is plentiful.',
    'It is what it is.',
  ]);
});

describe('a label at the head of a line', () => {
  it.each([
    ['in square brackets', '[Ann Lee] ', '[Bob Ray] '],
    ['in square brackets before a colon', '[Ann Lee]: ', '[Bob Ray]: '],
    ['in round brackets', '(Ann Lee) ', '(Bob Ray) '],
    ['above its words', '[Ann Lee]\n', '[Bob Ray]\n'],
    ['before a time', 'Ann Lee 00:12 ', 'Bob Ray 1:02:03 '],
    ['before a time in brackets', 'Ann Lee (0:12): ', 'Bob Ray [00:15] '],
    ['before a time, above its words', 'Ann Lee  00:12\n', 'Bob Ray - 00:15\n'],
  ])('%s is the speaker’s', (_form, ann, bob) => {
    expect(
      said(`${ann}Copper is scarce.`, 'It is dear.', `${bob}Is it?`, `${ann}It is.`, `${bob}Well.`),
    ).toEqual([
      ['Ann Lee', 'Copper is scarce.'],
      ['Ann Lee', 'It is dear.'],
      ['Bob Ray', 'Is it?'],
      ['Ann Lee', 'It is.'],
      ['Bob Ray', 'Well.'],
    ]);
  });

  it('may be a name of one word, and in capitals', () => {
    const blocks = [
      '[ANN] Copper.',
      '[BOB] Tin.',
      '[ANN] Zinc.',
      '[BOB] Lead.',
      '[ANN] Iron.',
      '[BOB] Gold.',
    ];
    expect(said(...blocks).map(([speaker]) => speaker)).toEqual(['ANN', 'BOB', 'ANN', 'BOB', 'ANN', 'BOB']);
  });

  it.each([
    '[Music]',
    '[Laughter]',
    '(Inaudible)',
    '(Speaking Spanish)',
    '[Upbeat Music Playing]',
    '(Laughs)',
  ])('%s is none', (sound) => {
    const blocks = [`${sound} Copper`, 'is scarce', `${sound} and dear`, `${sound} today.`];
    expect(said(...blocks)).toEqual(blocks.map((words) => [null, words]));
  });

  it('is none where an aside in brackets stands once, beside labels of another form too', () => {
    const aside = '(New York) The mine is shut.';
    expect(said('Copper is scarce.', aside)[1]).toEqual([null, aside]);
    expect(said('Ann Lee: Copper.', 'Bob Ray: Tin.', 'Ann Lee: Zinc.', aside, 'Bob Ray: Lead.')[3]).toEqual([
      'Ann Lee',
      aside,
    ]);
  });

  it('is none where it is a time of day', () => {
    const blocks = ['At 10:30 it fell.', 'At 11:00 it rose.', 'At 11:30 it fell.', 'At 12:00 it shut.'];
    expect(said(...blocks)).toEqual(blocks.map((words) => [null, words]));
  });
});

it('reads the breaks and hard spaces that converters leave as spaces, and as the ends of lines', () => {
  const blocks = ['Copper is scarce,\\Nbecause\\hmines\\nare old.', '- Is it?\\N- It is.', '- Well.'];
  expect(said(...blocks).map(([, words]) => words)).toEqual([
    'Copper is scarce, because mines are old.',
    'Is it?',
    'It is.',
    'Well.',
  ]);
});
