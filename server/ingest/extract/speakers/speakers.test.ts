import { describe, expect, it } from 'vitest';
import type { Cue, EpisodeInput } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { castOf, namesOf, speakerOf } from './speakers.ts';

type Said = readonly [speaker: string, text: string];

function read(said: readonly Said[], more: Partial<EpisodeInput> = {}) {
  const cues: Cue[] = said.map(([speaker, text], i) => ({ start: i * 20, end: i * 20 + 19, speaker, text }));
  const input = {
    showName: 'The Long Wire',
    episodeTitle: 'Chips and grids',
    episodeDescription: null,
    publishedAt: new Date(0),
    people: [],
    cues,
    ...more,
  };
  const sentences = splitSentences(input.cues);
  const cast = castOf(input, sentences);
  const named = Object.fromEntries([...cast.members].map(([label, { name }]) => [label, name]));
  const roles = Object.fromEntries([...cast.members].map(([label, { role }]) => [label, role]));
  return { cast, sentences, named, roles };
}

const talk = (topic: string) =>
  `The ${topic} is what matters here and everybody in the room can see it. `.repeat(8);
const asks = (name: string) => `How do you see it? ${name}, who pays for it now?`;

/** An interview: the host asks, the guest answers. */
const INTERVIEW: Said[] = [
  ['Mara Voss', asks('Ida')],
  ['Ida Brandt', talk('grid')],
  ['Mara Voss', asks('Ida')],
  ['Ida Brandt', talk('moat')],
];
const hosts = (...speakers: string[]) => ({
  otherEpisodes: [1, 2, 3].map((n) => ({ title: `Number ${n}`, speakers })),
});

/** Ways of talking, each person's own. */
const mara = (topic: string) => `Look, I mean the ${topic} is a huge deal, right, you know it. `.repeat(120);
const ida = (topic: string) => `Perhaps one should rather ask whether the ${topic} would have. `.repeat(90);
const episodesWith = (ways: Readonly<Record<string, (topic: string) => string>>) =>
  ['bank', 'chip', 'mine'].map((topic) => ({
    title: topic,
    speakers: Object.keys(ways),
    said: Object.fromEntries(Object.entries(ways).map(([label, way]) => [label, way(topic)])),
  }));

describe('castOf', () => {
  it('names the guest of the title who answers, and the usual host who asks', () => {
    const { named, roles } = read(INTERVIEW, { episodeTitle: 'Ida Brandt on grids', ...hosts('Mara Voss') });
    expect(named).toEqual({ 'Mara Voss': 'Mara Voss', 'Ida Brandt': 'Ida Brandt' });
    expect(roles['Ida Brandt']).toBe('guest');
  });

  it('takes who opens the show with their own name for a host, though the others ask', () => {
    const opened: Said[] = [['Ida Brandt', 'Ida here, with Mara.'], ...INTERVIEW];
    expect(read(opened, hosts('Mara Voss', 'Ida Brandt')).roles['Ida Brandt']).toBe('host');
  });

  it('names nobody where guest and host are exchanged', () => {
    const { named } = read(INTERVIEW, { episodeTitle: 'Mara Voss on grids', ...hosts('Ida Brandt') });
    expect(named).toEqual({ 'Mara Voss': null, 'Ida Brandt': null });
  });

  it('names whom nothing else bears out by how they talk in other episodes, where they talk so', () => {
    const otherEpisodes = episodesWith({ 'Mara Voss': mara, 'Ida Brandt': ida });
    const said: Said[] = [
      ['Mara Voss', mara('grid')],
      ['Bo Lind', talk('moat')],
      ['Mara Voss', ida('grid')],
      ['Mara Voss', mara('port')],
    ];
    const { cast, sentences, named } = read(said, { otherEpisodes });
    expect(named).toEqual({ 'Mara Voss': 'Mara Voss', 'Bo Lind': null });
    const within = (text: string) =>
      sentences.filter((one) => one.text.includes(text)).map(({ index }) => index);
    expect(speakerOf(cast, 'Mara Voss', within('the port').slice(-1))?.name).toBe('Mara Voss');
    expect(speakerOf(cast, 'Mara Voss', within('the grid would').slice(40, 41))?.name).toBeNull();
    expect(namesOf(cast.members)).toEqual({});
  });

  it('names the one whom a known voice asks, though nothing announces them, by a full name', () => {
    const asked = (guest: string): Said[] =>
      Array.from({ length: 7 }, () => [
        ['Mara Voss', `${mara('grid').slice(0, 1200)} How do you see it? Who pays?`] as const,
        [guest, talk('moat').repeat(3)] as const,
      ]).flat();
    const otherEpisodes = episodesWith({ 'Mara Voss': mara, 'Ida Brandt': ida });
    expect(read(asked('Bo Lind'), { otherEpisodes }).named).toEqual({
      'Mara Voss': 'Mara Voss',
      'Bo Lind': 'Bo Lind',
    });
    expect(read(asked('Bo'), { otherEpisodes }).named.Bo).toBeNull();
  });

  it('names no public figure whom nothing announces', () => {
    expect(read(INTERVIEW, hosts('Mara Voss')).named['Ida Brandt']).toBeNull();
  });

  it('names the guest whom nothing announces where they are welcomed, called by name and asked', () => {
    const visit: Said[] = [
      ['Mara Voss', 'Ida, good to see you.'],
      ['Ida Brandt', 'Thanks for having me.'],
      ...INTERVIEW,
    ];
    const named = (said: Said[], more: Partial<EpisodeInput> = {}) => read(said, more).named['Ida Brandt'];
    expect(named(visit)).toBe('Ida Brandt');
    expect(named(visit.filter((_, i) => i !== 1))).toBeNull();
    expect(named(visit.map(([speaker, text]) => [speaker, text.replace('Ida,', 'And')]))).toBeNull();
  });

  it('takes a call for no family name: nobody is named where the notes name another of that given name', () => {
    const visit: Said[] = [
      ['Mara Voss', 'Ida, good to see you.'],
      ['Ida Brandt', 'Thanks for having me.'],
      ...INTERVIEW,
    ];
    const other = { episodeDescription: 'With Ida Lund.' };
    expect(read(visit, other).named['Ida Brandt']).toBeNull();
    const short = visit.map(([speaker, text]): Said => [speaker === 'Mara Voss' ? speaker : 'Ida', text]);
    expect(read(short).named.Ida).toBeNull();
  });

  it('names whom the title names where a usual host plainly asks them, though nobody calls', () => {
    const said: Said[] = INTERVIEW.map(([speaker, text]) => [speaker, text.replace('Ida, who', 'Who')]);
    const title = { episodeTitle: 'Inside the grid of Ida Brandt' };
    expect(read(said, { ...title, ...hosts('Mara Voss') }).named['Ida Brandt']).toBe('Ida Brandt');
    expect(read(said, { ...title, ...hosts('Bo Lind') }).named['Ida Brandt']).toBeNull();
  });

  it('names nobody for being what the title is about', () => {
    const said: Said[] = INTERVIEW.map(([speaker, text]) => [speaker, text.replace('Ida, who', 'Who')]);
    expect(read(said, { episodeTitle: 'The return of Ida Brandt' }).named['Ida Brandt']).toBeNull();
  });

  it('names no label whose voice says to be another', () => {
    const said: Said[] = [['Mara Voss', 'Hello and welcome back. My name is Alex.'], ...INTERVIEW];
    const more = { episodeTitle: 'Ida Brandt on grids', ...hosts('Mara Voss') };
    expect(read(said, more).named['Mara Voss']).toBeNull();
  });

  it('names whom a panel calls, and who answers', () => {
    const round: Said[] = [
      ['Mara Voss', 'We go around the table. Ida, what of the grid?'],
      ['Ida Brandt', talk('grid')],
      ['Mara Voss', 'I hear that. Tom, what of the price?'],
      ['Tom Ely', talk('price')],
    ];
    const opening: Said = [
      'Mara Voss',
      'With me are Ida Brandt and Tom Ely. Ida Brandt is the head of a fund. ',
    ];
    const { named } = read([opening, ...round, ...round], hosts('Mara Voss'));
    expect(named).toMatchObject({ 'Ida Brandt': 'Ida Brandt', 'Mara Voss': null });
  });

  it('names nobody in a panel whose calls others answer', () => {
    const round: Said[] = [
      ['Mara Voss', 'We go around the table. Ida, what of the grid?'],
      ['Tom Ely', talk('grid')],
      ['Mara Voss', 'I hear that. Tom, what of the price?'],
      ['Ida Brandt', talk('price')],
    ];
    const more = { episodeTitle: 'With Ida Brandt and Tom Ely', ...hosts('Mara Voss') };
    expect(read([...round, ...round], more).named).toMatchObject({ 'Ida Brandt': null, 'Tom Ely': null });
  });

  it('names those whom the feed lists when just they speak', () => {
    const people = ['Mara Voss', 'Ida Brandt', 'Tom Ely'].map((name) => ({
      name,
      role: 'host' as const,
      title: null,
    }));
    const said: Said[] = [
      ['Mara Voss', `Hello, I'm Mara Voss. ${talk('grid')}`],
      ['Ida Brandt', talk('price')],
      ['Tom Ely', talk('moat')],
    ];
    expect(read(said, { people }).named['Tom Ely']).toBe('Tom Ely');
    expect(read(said, { people: people.slice(0, 2) }).named['Tom Ely']).toBeNull();
  });

  const unnamed = (said: readonly Said[]) =>
    said.map(([label, text]): Said => [label === 'Mara Voss' ? 'SPEAKER_00' : 'SPEAKER_01', text]);

  it('tells parts by how labels talk that name nobody', () => {
    const { roles } = read(unnamed(Array<Said[]>(4).fill(INTERVIEW).flat()));
    expect(roles).toEqual({ SPEAKER_00: 'host', SPEAKER_01: 'guest' });
  });

  it('tells no part where a name is not borne out: the words may be the other’s', () => {
    const { roles, named } = read(Array<Said[]>(4).fill(INTERVIEW).flat());
    expect(named).toEqual({ 'Mara Voss': null, 'Ida Brandt': null });
    expect(roles).toEqual({ 'Mara Voss': 'unclear', 'Ida Brandt': 'unclear' });
  });

  it('takes nobody for a host who thanks for their visit in the words of any guest', () => {
    const said: Said[] = [
      ['Mara Voss', `Welcome to the show. ${talk('grid')}`],
      ['Ida Brandt', `Thank you all so much for having us. Before we start, a word. ${talk('moat')}`],
    ];
    expect(read(unnamed(said)).roles).toEqual({ SPEAKER_00: 'host', SPEAKER_01: 'guest' });
  });
});

describe('speakerOf', () => {
  it('withholds name and part for a sentence that a change of label breaks', () => {
    const said: Said[] = [
      ...INTERVIEW,
      ['Mara Voss', 'And the price of'],
      ['Ida Brandt', `copper is up. ${talk('ore')}`],
    ];
    const { cast, sentences } = read(said, { episodeTitle: 'Ida Brandt on grids', ...hosts('Mara Voss') });
    const broken = sentences.findIndex(({ text }) => text.startsWith('copper'));
    expect(speakerOf(cast, 'Ida Brandt', [broken])).toEqual({ name: null, title: null, role: 'unclear' });
    expect(speakerOf(cast, 'Ida Brandt', [broken + 1])?.name).toBe('Ida Brandt');
  });
});
