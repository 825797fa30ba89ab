import { describe, expect, it } from 'vitest';
import { parseTranscript } from './parse.ts';

const read = (document: unknown) =>
  parseTranscript(new TextEncoder().encode(JSON.stringify(document)), {
    contentType: null,
    type: null,
    url: null,
  });

function cues(document: unknown) {
  const result = read(document);
  if (!result.ok) throw new Error(result.reason);
  return result.cues;
}

/** Segments of these speakers, a second each; undefined leaves the field out. */
const spokenBy = (...speakers: readonly (string | null | undefined)[]) => ({
  segments: speakers.map((speaker, index) => ({
    ...(speaker === undefined ? {} : { speaker }),
    startTime: index,
    endTime: index + 1,
    body: 'Copper is scarce.',
  })),
});
const speakersOf = (document: unknown) => cues(document).map(({ speaker }) => speaker);

describe('a segment of JSON without a speaker', () => {
  it('is of the last one where the file names them at changes only', () => {
    const named = [undefined, 'Ann Lee', undefined, undefined, 'Bob Ray', 'Ann Lee', undefined];
    expect(speakersOf(spokenBy(...named))).toEqual([
      null,
      'Ann Lee',
      'Ann Lee',
      'Ann Lee',
      'Bob Ray',
      'Ann Lee',
      'Ann Lee',
    ]);
  });

  it.each([
    ['a speaker is named twice in a row', ['Ann Lee', 'Ann Lee', undefined, 'Bob Ray', 'Ann Lee']],
    ['the field is empty', ['Ann Lee', '', 'Bob Ray', 'Ann Lee', undefined]],
    ['the field is null', ['Ann Lee', null, 'Bob Ray', 'Ann Lee', undefined]],
    ['nobody is named again', ['Ann Lee', 'Bob Ray', undefined]],
  ])('is nobody’s where %s', (_case, named) => {
    const speakers = named.map((speaker) => speaker || null);
    expect(speakersOf(spokenBy(...named))).toEqual(speakers);
  });
});

describe('the JSON of others', () => {
  it('is read: Podlove, whose voice is the name', () => {
    const line = { start: '00:01:02.500', start_ms: 62500, end: '00:01:04.000', end_ms: 64000 };
    expect(cues({ transcripts: [{ ...line, speaker: '17', voice: 'Ann Lee', text: 'Copper.' }] })).toEqual([
      { start: 62.5, end: 64, speaker: 'Ann Lee', text: 'Copper.' },
    ]);
  });

  it('is read: AssemblyAI, in milliseconds', () => {
    const words = 'Copper is scarce because the mines are old and deep.';
    const utterances = ['Ann Lee', 'Bob Ray', 'Ann Lee', 'Bob Ray'].map((speaker, index) => ({
      speaker,
      start: 4_000 * index + 250,
      end: 4_000 * index + 3_750,
      text: words,
    }));
    expect(cues({ utterances }).map(({ start, end, speaker }) => [start, end, speaker])).toEqual([
      [0.25, 3.75, 'Ann Lee'],
      [4.25, 7.75, 'Bob Ray'],
      [8.25, 11.75, 'Ann Lee'],
      [12.25, 15.75, 'Bob Ray'],
    ]);
  });

  it.each([[{ text: 'words' }], [{ results: { channels: [] } }]])(
    'is refused for its shape: %j',
    (document) => {
      expect(read(document)).toEqual({
        ok: false,
        reason: 'The transcript is JSON of a shape that is not known.',
      });
    },
  );
});

describe('milliseconds', () => {
  const words = 'Copper is scarce because the mines are old and deep.';
  const every = (step: number) =>
    Array.from({ length: 60 }, (_, index) => ({ startTime: step * index, body: words }));

  it('are read as such past the longest episode, too', () => {
    const list = cues({ segments: every(4_000) });
    expect(list.at(-1)?.start).toBe(236);
  });

  it('are not seen in seconds with long pauses, nor in clocks', () => {
    expect(cues({ segments: every(60) }).at(-1)?.start).toBe(3540);
    const clocks = every(0).map((segment, index) => ({
      ...segment,
      startTime: `${index % 20}:${index % 20}0:00`,
    }));
    expect(read({ segments: clocks.slice(0, 6) })).toMatchObject({ ok: true });
  });
});
