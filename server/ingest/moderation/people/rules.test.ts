import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { personKey } from '#server/features/visibility/withdrawn/rules.ts';
import type { ParsedFeed } from '#server/feeds/types.ts';
import {
  ideasUnder,
  labelOfPassage,
  shortName,
  withdrawnHere,
  withoutPeople,
  withoutWords,
} from '#server/ingest/moderation/people/rules.ts';

const cue = (speaker: string | null, text: string): Cue => ({ start: 0, end: 1, speaker, text });
const withdrawn = new Set([personKey(' Ann ARCHER')]);

/** Their name with what is written beside it. */
const WRITTEN = [
  'Dr. Ann Archer',
  'Ann Archer, CFA',
  'Archer, Ann',
  'Ann Archer - Acme',
  'Ann B. Archer',
  'Ann Archer & Bob Baker',
  'Archer, Ann & Baker, Bob',
  'Ann Archer (guest)',
];

describe('a transcript without what a withdrawn person says', () => {
  it('loses what stands under their name, however it is written, and nothing else', () => {
    const cues = [
      cue('ANN ARCHER ', 'Mine.'),
      cue('Ann \u00a0Archer', 'Mine, too.'),
      cue('Ann', 'Somebody else’s.'),
      cue(null, 'Nobody’s, on Ann Archer.'),
    ];
    expect(withoutWords(cues, withdrawn).map(({ text }) => text)).toEqual([
      'Somebody else’s.',
      'Nobody’s, on Ann Archer.',
    ]);
  });

  it.each([
    ["Kevin O'Leary", 'Kevin O’Leary'],
    ['Kevin O’Leary', 'Kevin Oʼleary'],
    ['José Ruiz'.normalize('NFC'), 'José Ruiz'.normalize('NFD')],
    ['José Ruiz'.normalize('NFD'), 'José Ruiz'.normalize('NFC')],
  ])('knows them by other characters of the same name: %s, %s', (name, label) => {
    expect(withoutWords([cue(label, 'Mine.')], new Set([personKey(name)]))).toEqual([]);
  });

  it.each(WRITTEN)('loses what stands under the whole name with what is written beside it: %s', (label) => {
    expect(withoutWords([cue(label, 'Mine.')], withdrawn)).toEqual([]);
  });

  it.each(['Ann Archer Cole', 'Joann Archer', 'A. Archer', 'Archer'])(
    'keeps what stands under a name that may be another’s: %s',
    (label) => expect(withoutWords([cue(label, 'Theirs.')], withdrawn)).toHaveLength(1),
  );

  it('loses what stands under a label that is known to be theirs', () => {
    const cues = [cue('Speaker 1', 'Mine.'), cue('Speaker 2', 'His.')];
    const names = { 'Speaker 1': 'Ann Archer', 'Speaker 2': 'Bob Baker' };
    expect(withoutWords(cues, withdrawn, { names }).map(({ text }) => text)).toEqual(['His.']);
  });

  it('keeps what stands under a label that reads as a property of every object', () => {
    const cues = [cue('constructor', 'Theirs.')];
    expect(withoutWords(cues, withdrawn, { names: {} })).toEqual(cues);
  });

  it('loses what stands under the short name of somebody whom the feed lists', () => {
    const cues = [
      cue('ANN', 'Mine.'),
      cue('Ann Cho', 'Hers.'),
      cue('Anna', 'Hers, too.'),
      cue(null, 'Ann says.'),
    ];
    const shortNames = [shortName('Ann Archer')!];
    expect(withoutWords(cues, new Set(), { shortNames }).map(({ text }) => text)).toEqual([
      'Hers.',
      'Hers, too.',
      'Ann says.',
    ]);
  });
});

describe('an idea of a withdrawn person’s words', () => {
  const said = [
    ['Ann Archer', 'Sell it.'],
    ['Bob Baker', 'Sell it.'],
    ['Bob Baker', 'I think that'],
    ['Ann Archer', 'it grows.'],
  ].map(([speaker, text], at) => ({ start: at * 10, end: at * 10 + 9, speaker: speaker!, text: text! }));

  it.each([
    ['that both say, at their moment', 'Sell it.', null, 0, true],
    ['that both say, at the other’s moment', 'Sell it.', null, 10, false],
    ['that begin under another’s label', 'I think that it grows.', 'Bob Baker', 20, true],
    ['that were put right, at their moment', 'It grows fast.', null, 32, true],
    ['that are another’s by name and do not stand there', 'It grows fast.', 'Bob Baker', 32, false],
    ['that were taken out of the idea, at their moment', null, null, 32, true],
  ])('is known by the words %s', (_which, quote, speakerName, startSeconds, isTheirs) => {
    const idea = { quote, speakerName, startSeconds };
    expect(ideasUnder(new Set(['Ann Archer']), said, [idea])).toEqual(isTheirs ? [idea] : []);
  });
});

describe('a feed without a withdrawn person', () => {
  const admitted = (name: string) => {
    const people = [{ name, role: 'guest', title: null }];
    const show = { people, author: name, ownerName: name };
    const { show: told, episodes } = withoutPeople(
      { show, episodes: [{ people }] } as unknown as ParsedFeed,
      withdrawn,
    );
    return { told, episode: episodes[0]! };
  };
  const names = (people: readonly { name: string }[]) => people.map(({ name }) => name);

  it.each(WRITTEN)('lists them nowhere, whatever is written beside the name: %s', (name) => {
    const { told, episode } = admitted(name);
    expect(told).toMatchObject({ author: null, ownerName: null });
    expect([...names(told.people), ...names(episode.people)].join()).not.toContain('Archer');
    expect(episode.shortNames).toEqual(['ann']);
  });

  it.each(['Ann Archer & Bob Baker', 'Bob Baker and Dr. Ann Archer, CFA'])(
    'keeps the others of a joint name: %s',
    (name) => expect(names(admitted(name).episode.people)).toEqual(['Bob Baker']),
  );

  it('keeps nobody for the employer that is written after the name', () => {
    expect(admitted('Ann Archer, Acme Capital').episode.people).toEqual([]);
  });

  it('keeps a name that may be another’s', () => {
    const { told, episode } = admitted('Joann Archer');
    expect(told).toMatchObject({ author: 'Joann Archer' });
    expect(episode).toMatchObject({ people: [{ name: 'Joann Archer' }], shortNames: [] });
  });
});

describe('the labels of a withdrawn person in a transcript that is fetched anew', () => {
  const said = (speaker: string | null, text: string) => ({ start: 0, end: 1, speaker, text });
  const HOST = 'Welcome back to the show, we talk of margins. What do you make of the new foundry?';
  const BO = 'I would rather wait for the figures of spring.';
  const THEIRS = 'I bought the foundry because its margins grow each year.';
  const NOTED = { S1: 'ann lee' };
  const former = [said('S0', HOST), said('S2', BO)];
  const here = (cues: Parameters<typeof withdrawnHere>[0], left = former) =>
    withdrawnHere(cues, left, NOTED, new Set(['ann lee']));
  const short = (speaker: string, text: string) =>
    (text.match(/(?:\S+ ?){1,4}/g) ?? []).map((words) => said(speaker, words));

  it('are those noted where cues are cut and set otherwise', () => {
    const [first, second] = HOST.split('. ');
    const cut = [said('S0', `${first}.`), said('S0', second!), said('S2', 'i would rather wait')];
    const rest = said('S2', 'for the figures of spring');
    expect(here([...cut, rest, said('S1', THEIRS)])).toEqual({ S1: 'ann lee' });
  });

  it('are others where voices changed their numbers', () => {
    expect(here([said('S0', HOST), said('S1', BO), said('S3', THEIRS)])).toEqual({ S3: 'ann lee' });
    expect(here([said('S0', HOST), said('S2', BO), said('S3', THEIRS)])).toEqual({ S3: 'ann lee' });
  });

  it('are none where they speak no more, or all is said in other words', () => {
    expect(here([said('S0', HOST), said('S1', BO)])).toEqual({});
    expect(here([said('S0', 'We are back and ask what margins do.'), said('S1', THEIRS)])).toEqual({});
  });

  it('are all that give no name and say something new where no other label was left', () => {
    const alone = [said('S0', THEIRS), said('S1', BO), said('Bob Baker', HOST)];
    expect(here(alone, [])).toEqual({ S0: 'ann lee', S1: 'ann lee' });
    expect(here(alone, [said(null, BO)])).toEqual({ S0: 'ann lee' });
  });

  it('are those noted where every cue is short, also where nobody else speaks', () => {
    expect(here([...short('S0', HOST), ...short('S1', THEIRS)], short('S0', HOST))).toEqual(NOTED);
    expect(here(short('S1', THEIRS), [])).toEqual(NOTED);
  });

  it('are the others, and no label of the former’s words, where short cues changed their numbers', () => {
    expect(here([...short('S1', HOST), ...short('S0', THEIRS)], short('S0', HOST))).toEqual({
      S0: 'ann lee',
    });
  });

  it('are those noted where the host has no label and speaks in other words', () => {
    const reworded = said(null, 'We are back and ask what margins do.');
    expect(here([reworded, said('S1', THEIRS)], [said(null, HOST)])).toEqual(NOTED);
  });

  it('are those noted where a host without a label came under one, with a few words of theirs at the end', () => {
    expect(here([said('S1', HOST), said('S1', 'I bought it.')], [said(null, HOST)])).toEqual(NOTED);
    expect(here([said('S1', HOST)], [said(null, HOST)])).toEqual({});
  });

  it('are not the host’s where the words are cut longer, with a few more of them', () => {
    const inOne = said('S1', `${HOST} ${BO} Bye now.`);
    expect(here([inOne, said('S0', THEIRS)], [said('S0', HOST), said('S0', BO)])).toEqual({ S0: 'ann lee' });
  });

  it('may be anybody’s of several withdrawn people, each of whom stays out when another is admitted', () => {
    const noted = { S1: 'ann lee', S2: 'bob cho' };
    const left = [said('S0', HOST)];
    const cues = [said('S0', BO), said('S1', HOST), said('S2', THEIRS)];
    const anew = withdrawnHere(cues, left, noted, new Set(['ann lee', 'bob cho']));
    expect(anew).toEqual({ S0: 'ann lee & bob cho', S2: 'ann lee & bob cho' });
    const onlyBob = new Set(['bob cho']);
    const next = withdrawnHere(cues, [said('S1', HOST)], { ...noted, ...anew }, onlyBob);
    expect(next).toEqual({ S0: 'bob cho', S2: 'bob cho' });
    expect(withoutWords(cues, onlyBob, { names: next })).toEqual([said('S1', HOST)]);
  });

  it('are none once the person is admitted', () => {
    expect(withdrawnHere([said('S0', THEIRS)], [], { S1: 'ann lee' }, new Set())).toEqual({});
  });
});

describe('the label of a passage', () => {
  const cue = (start: number, speaker: string | null, text: string) => ({
    start,
    end: start + 10,
    speaker,
    text,
  });

  it('is that of its words, not of what others throw in or say beside it', () => {
    const cues = [
      cue(0, 'A', 'Right.'),
      cue(10, 'B', 'Right. Margins  grow and grow.'),
      cue(20, 'A', 'Right.'),
      cue(30, 'B', 'So I hold.'),
      cue(40, 'A', 'Thank you for that.'),
    ];
    const passage = { startSeconds: 10, endSeconds: 40, text: 'Right. Margins grow and grow. So I hold.' };
    expect(labelOfPassage(cues, passage)).toBe('B');
  });

  it('is that of a paragraph of which it is a part', () => {
    const cues = [cue(0, 'A', 'Hello.'), cue(10, 'B', 'First part. Second part.')];
    expect(labelOfPassage(cues, { startSeconds: 10, endSeconds: 20, text: 'Second part.' })).toBe('B');
  });

  it('is none where the transcript says something else by now, whatever somebody throws in', () => {
    const passage = { startSeconds: 0, endSeconds: 10, text: 'Right. Margins grow and grow.' };
    expect(labelOfPassage([cue(0, 'A', 'Right.'), cue(5, 'B', 'Margins are growing.')], passage)).toBeNull();
    expect(
      labelOfPassage([cue(0, 'A', 'Hello.')], { startSeconds: 0, endSeconds: 10, text: 'Bye.' }),
    ).toBeNull();
  });
});
