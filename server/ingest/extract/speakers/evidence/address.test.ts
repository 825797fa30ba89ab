import { describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { addressOf } from './address.ts';
import { turnsOf } from './voices.ts';

/** How "Ada" is called when these are the turns. */
function called(...said: [speaker: string, text: string][]) {
  const cues = said.map(([speaker, text], i): Cue => ({ start: i * 9, end: i * 9 + 8, speaker, text }));
  const { met, missed, toItself } = addressOf('Ada Marsh', ['Ada', 'Marsh'], turnsOf(splitSentences(cues)));
  return { met, missed, toItself: toItself.length };
}

describe('addressOf', () => {
  it('meets who answers a question, and who is thanked', () => {
    expect(called(['Tom', 'What do you say, Ada?'], ['Ada Marsh', 'It holds up well.'])).toMatchObject({
      met: 1,
    });
    expect(called(['Ada Marsh', 'It holds up well.'], ['Tom', 'Thanks, Ada. Now the grid.'])).toMatchObject({
      met: 1,
    });
  });

  it.each(['So Ada, what now?', 'well, Ada, what now?', 'Thank you Ada.', 'HEY Ada.'])(
    'hears a call in any case: %s',
    (text) => {
      expect(called(['Tom', text], ['Ada Marsh', 'It holds up well.'])).toMatchObject({ met: 1 });
    },
  );

  it('misses where somebody else answers', () => {
    const turns = called(['Tom', 'What do you say, Ada?'], ['Bo', 'It holds up well.']);
    expect(turns).toEqual({ met: 0, missed: 1, toItself: 0 });
  });

  it('passes over "Yeah." between question and answer', () => {
    const turns = called(['Tom', 'What now, Ada?'], ['Bo', 'Yeah.'], ['Ada Marsh', 'It holds up well.']);
    expect(turns).toMatchObject({ met: 1, missed: 0 });
  });

  it('takes no mention for a call', () => {
    expect(called(['Tom', 'I read what Ada wrote.'], ['Bo', 'So did I.'])).toMatchObject({ missed: 0 });
  });

  it('counts a label that calls its own name, but not in words it tells, nor at a turn of its edges', () => {
    const own = (text: string) => called(['Ada Marsh', `It holds. ${text} It will hold.`]).toItself;
    expect(own('So you, Ada, will be happy.')).toBe(1);
    expect(own('He said, Ada, come in.')).toBe(0);
    expect(called(['Ada Marsh', 'Ada, what now? It will hold.']).toItself).toBe(0);
  });
});
