import { describe, expect, it } from 'vitest';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { isRecited } from './recited.ts';

/** Whether the last of these sentences is recited, each said for `seconds`; "Bo: " says who speaks, else Ann does. */
function isLastRecited(said: readonly string[], seconds = 8): boolean {
  const cues = said.map((text, i) => ({
    start: i * seconds,
    end: (i + 1) * seconds,
    speaker: text.startsWith('Bo: ') ? 'Bo' : 'Ann',
    text: text.replace('Bo: ', ''),
  }));
  const sentences = splitSentences(cues);
  const sentence = sentences.at(-1)!;
  const previous = sentences.at(-2);
  return isRecited({
    line: { sentence },
    before: previous?.turn === sentence.turn ? previous : null,
    earlier: sentences.slice(0, -1),
  } as unknown as Parameters<typeof isRecited>[0]);
}

const CONTRACT = 'The two of them sign a contract that includes the following terms.';
const TERM = 'The Halyard company will provide all of the valves.';

describe('a document', () => {
  it('is recited by whoever announced it, term by term', () => {
    expect(isLastRecited([CONTRACT, TERM])).toBe(true);
    expect(isLastRecited([CONTRACT, 'They may never buy from anybody else.', TERM])).toBe(true);
    expect(
      isLastRecited([CONTRACT, 'And if they run out of ore, the Halyard contract will be forfeit.']),
    ).toBe(true);
    expect(isLastRecited(['The charter says that nobody owns the mine.', TERM])).toBe(true);
  });

  it('is no longer recited once the speaker has told a view, or another speaks, or two minutes later', () => {
    expect(isLastRecited([CONTRACT, 'I think that was a mistake.', TERM])).toBe(false);
    expect(isLastRecited([CONTRACT, `Bo: ${TERM}`])).toBe(false);
    expect(isLastRecited([CONTRACT, ...Array<string>(16).fill('It goes on for a while.'), TERM])).toBe(false);
  });

  it('is not what a view, or a sentence without a duty, tells of it', () => {
    expect(isLastRecited([CONTRACT, 'I think Halyard will lose money on every one of these valves.'])).toBe(
      false,
    );
    expect(isLastRecited([CONTRACT, 'Halyard has the best valves in the trade.'])).toBe(false);
    expect(isLastRecited(['They signed a contract last week.', TERM])).toBe(false);
  });
});

describe('advertising copy', () => {
  const COPY = 'Halyard is the surest valve that was ever made.';

  it('is read out right after it was announced', () => {
    expect(isLastRecited(["So here's some of the early ad copy.", COPY])).toBe(true);
    expect(isLastRecited(["So here's what I like about the company.", COPY])).toBe(false);
    expect(isLastRecited(["So here's some of the early ad copy.", 'It is long.', COPY])).toBe(false);
  });

  it('is a slogan, announced or not', () => {
    expect(
      isLastRecited(['Thank you.', 'So, Halyard is all about spending smarter, moving faster, performance.']),
    ).toBe(true);
    expect(isLastRecited(['Thank you.', 'The next decade of Halyard is all about valves that last.'])).toBe(
      false,
    );
  });
});

describe('a story', () => {
  const SCENE = 'So after this whole foundry disaster, Halyard stock is in the dumps.';

  it('is told in the present of a year that was named before', () => {
    expect(isLastRecited(['In March of 1985, the foundry burns down.', SCENE])).toBe(true);
  });

  it('is none without such a year, of today, or where the speaker tells a view', () => {
    expect(isLastRecited(['In March of this year, the foundry burned down.', SCENE])).toBe(false);
    expect(
      isLastRecited(['In 1985 the foundry burns down.', 'After this fire, Halyard is still in the dumps.']),
    ).toBe(false);
    expect(
      isLastRecited(['In 1985 the foundry burns down.', 'After this fire, I think Halyard is a sell.']),
    ).toBe(false);
    expect(isLastRecited(['In 1985 the foundry burns down.', 'Halyard stock is in the dumps.'])).toBe(false);
  });
});
