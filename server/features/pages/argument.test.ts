import { describe, expect, it } from 'vitest';
import { timedSentences } from '#server/features/pages/argument.ts';

const cue = (start: number, text: string) => ({ start, end: start + 5, speaker: null, text });
const cues = [
  cue(60.4, 'Packaging is the limit, not'),
  cue(65, 'demand. They’ve sold every unit they can'),
  cue(70, 'put together this year.'),
];

describe('the seconds of an argument', () => {
  it('are those of the cue in which a sentence begins, over the edges of cues and whatever its marks', () => {
    expect(
      timedSentences(
        ['Packaging is the limit, not demand.', "They've sold every unit they can put together."],
        cues,
      ),
    ).toEqual([
      { text: 'Packaging is the limit, not demand.', second: 60 },
      { text: "They've sold every unit they can put together.", second: 65 },
    ]);
  });

  it('are those of the words in quotation marks where a sentence quotes', () => {
    for (const text of [
      'Ana Ruiz argues that “they’ve sold every unit they can”.',
      'Ana Ruiz on Nvidia: "They\'ve sold every unit they can put together."',
    ])
      expect(timedSentences([text], cues)).toEqual([{ text, second: 65 }]);
  });

  it('are those of the words that a report takes over', () => {
    const text = 'The speaker says that they sold every unit they can put together this year.';
    expect(timedSentences([text], cues)).toEqual([{ text, second: 65 }]);
  });

  it('are the moment that a sentence tells, which its text then leaves out', () => {
    expect(
      timedSentences(['Ana Ruiz adds that packaging is the limit, not demand (1:04:05).'], cues),
    ).toEqual([{ text: 'Ana Ruiz adds that packaging is the limit, not demand.', second: 3845 }]);
  });

  it('are unknown for what nobody said so, and for a few words that could stand anywhere', () => {
    expect(
      timedSentences(['She expects a shortage of packaging.', 'They sold.'], cues).map(
        ({ second }) => second,
      ),
    ).toEqual([null, null]);
    expect(timedSentences([], cues)).toEqual([]);
    expect(timedSentences(['Packaging is the limit, not demand.'], [])[0]?.second).toBeNull();
  });
});
