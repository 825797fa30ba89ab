import { expect, it } from 'vitest';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { personName } from '#server/language/people/names.ts';
import { introductionsOf } from './introductions.ts';

const name = (label: string) => personName(label) as NonNullable<ReturnType<typeof personName>>;

/** What Ada Marsh's label says of who speaks, where Tom Ferro may speak too. */
function introduced(text: string) {
  const own = splitSentences([{ start: 0, end: 5, speaker: 'Ada Marsh', text }]);
  return introductionsOf(name('Ada Marsh'), own, [name('Tom Ferro')]);
}

it('knows a label that says its own name', () => {
  expect(introduced("Hello, I'm Ada Marsh, and this is Open Outcry.")).toMatchObject({
    own: true,
    another: null,
  });
});

it('knows a label that says another name to be its own', () => {
  expect(introduced('My name is Alex. Let us begin.').another).toBe('Alex');
  expect(introduced("I'm Tom Ferro.").another).toBe('Tom Ferro');
});

it.each(["I'm Ada Lund, managing partner at Halyard.", 'My name is Ada Lund.'])(
  'bears no label out by its given name alone beside another family name: %s',
  (text) => expect(introduced(text)).toMatchObject({ own: false, another: null }),
);

it('takes a comparison with somebody who is not here for no introduction', () => {
  expect(introduced("Some days I'm Michael Jordan.").another).toBeNull();
});

it('counts what only a host says, and what only a guest says', () => {
  expect(introduced('Welcome back to the show. Thank you for your time.')).toMatchObject({
    hosts: 2,
    visits: 0,
  });
  expect(introduced('Thanks for having me. It is great to be here.')).toMatchObject({ hosts: 0, visits: 2 });
});

it.each([
  'Thanks for having me, Ada. It is good to be here.',
  'So. Ada Marsh, thank you so much for joining us.',
  'Thank you for joining us, Ada.',
])('knows a label that thanks its own name: %s', (text) => {
  expect(introduced(text).thanksThemselves).toBe(true);
});

it.each(['Thanks for having me, Tom.', 'Ada Marsh, welcome.', 'They said thanks to Ada for having me.'])(
  'knows no such thanks in: %s',
  (text) => expect(introduced(text).thanksThemselves).toBe(false),
);
