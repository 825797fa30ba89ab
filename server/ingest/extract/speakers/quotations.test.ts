import { describe, expect, it } from 'vitest';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { quotedSentences } from './quotations.ts';

function quoted(...texts: string[]): string[] {
  const cues = texts.map((text, i) => ({ start: i * 5, end: i * 5 + 5, speaker: 'Ann', text }));
  const sentences = splitSentences(cues);
  return [...quotedSentences(sentences)].map((index) => sentences[index]?.text ?? '');
}

describe('quotedSentences', () => {
  it('finds what is read out between quotation marks, over several sentences', () => {
    expect(
      quoted(
        'The chairman put out a letter today.',
        'He wrote, "Harrow will double its revenue by the spring.',
        'Nobody in the trade can match our costs."',
        'I think that is nonsense.',
      ),
    ).toEqual([
      'He wrote, "Harrow will double its revenue by the spring.',
      'Nobody in the trade can match our costs."',
    ]);
  });

  it('finds what its speaker takes back at once, and nothing that another speaker denies', () => {
    expect(
      quoted(
        'Whoever held the data was going to win.',
        "As we're starting to see, that's no longer the case.",
        'Tools can be bought by anybody.',
      ),
    ).toEqual(['Whoever held the data was going to win.']);
    const cues = ['Harrow is cheap.', "That's not true."].map((text, i) => ({
      start: i * 5,
      end: i * 5 + 5,
      speaker: i === 0 ? 'Ann' : 'Bo',
      text,
    }));
    expect([...quotedSentences(splitSentences(cues))]).toEqual([]);
  });

  it('takes an apostrophe for no quotation', () => {
    expect(quoted("Harrow's margins won't hold, and the customers' patience is gone.")).toEqual([]);
  });
});
