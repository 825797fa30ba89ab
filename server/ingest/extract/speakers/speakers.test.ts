import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { castOf } from './speakers.ts';

/** Who is who, when these are the first words of each voice. */
function rolesOf(turns: readonly (readonly [string | null, string])[], episodeTitle = 'Chips and grids') {
  const cues: Cue[] = turns.map(([speaker, text], i) => ({ start: i * 20, end: i * 20 + 19, speaker, text }));
  const input = {
    showName: 'The Long Wire',
    episodeTitle,
    episodeDescription: null,
    publishedAt: new Date(0),
    people: [],
    cues,
  };
  const cast = castOf(input, splitSentences(cues));
  return Object.fromEntries([...cast].map(([label, { name, role }]) => [label, `${name}: ${role}`]));
}

const talk = (topic: string) =>
  `The ${topic} is what matters here and everybody in the room can see it. `.repeat(8);

describe('castOf', () => {
  it('takes who says their own name at the opening for a host, whatever the title names', () => {
    const roles = rolesOf(
      [
        ['Mara Voss', `Hello, I'm Mara Voss. ${talk('grid')}`],
        ['Tom Ely', talk('price')],
      ],
      'Mara Voss says the grid is full',
    );
    expect(roles['Mara Voss']).toBe('Mara Voss: host');
  });

  it('takes whom another voice presents for a guest, though a clip of them comes first', () => {
    const roles = rolesOf([
      ['Ida Brandt', `Welcome to the show is what they all say. What is a grid? ${talk('moat')}`],
      [
        'Mara Voss',
        `I'm thrilled to welcome one of the best builders of the last decade, Ida Brandt. ${talk('grid')}`,
      ],
    ]);
    expect(roles['Ida Brandt']).toBe('Ida Brandt: guest');
  });

  it('does not guess at a panel: who asks nothing there may present it all the same', () => {
    const roles = rolesOf([
      ['Mara Voss', `Welcome to the show. ${'What is the price of it? Who pays for it now? '.repeat(12)}`],
      ['Tom Ely', talk('price')],
      ['Ann Roe', talk('grid')],
      ['Bo Lind', talk('moat')],
    ]);
    expect(roles).toMatchObject({ 'Mara Voss': 'Mara Voss: host', 'Ann Roe': 'Ann Roe: unclear' });
  });

  it('attributes nothing by name under a label whose voice says another name to be theirs', () => {
    const roles = rolesOf([
      ['Mara Voss', `Hello and welcome back. My name is Alex. It is Wednesday. ${talk('grid')}`],
      ['Tom Ely', talk('price')],
    ]);
    expect(roles['Mara Voss']).toMatch(/^null: /);
  });

  it('keeps a name where a place or a thing is presented', () => {
    const roles = rolesOf([
      ['Mara Voss', `Hello and welcome back. ${talk('grid')} This is Japan, a first-world country.`],
      ['Tom Ely', talk('price')],
    ]);
    expect(roles['Mara Voss']).toMatch(/^Mara Voss: /);
  });
});
