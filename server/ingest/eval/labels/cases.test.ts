import { describe, expect, it } from 'vitest';
import { type LabelIdea, type PredictedIdea, readAgainst } from './cases.ts';

const idea = (subject: string, start: number, more: Partial<LabelIdea> = {}): LabelIdea => ({
  subject,
  tickers: [],
  stance: 'BULLISH',
  depth: 2,
  speaker: 'Ann',
  start,
  end: start + 20,
  quote: 'Harrow will win.',
  ...more,
});
const found = (subject: string, start: number, more: Partial<PredictedIdea> = {}): PredictedIdea => ({
  ...idea(subject, start),
  confidence: 0.5,
  ...more,
});
const input = {
  showName: 'Open Outcry',
  episodeTitle: 'Grain',
  episodeDescription: null,
  publishedAt: new Date(0),
  people: [],
  cues: [{ start: 0, end: 30, speaker: 'Ann', text: 'So here it is. Harrow will win.' }],
};

describe('readAgainst', () => {
  const gold = {
    segment: 'seg01',
    ideas: [idea('Harrow', 0), idea('Tallow', 200, { depth: 4 }), idea('Maybe', 600, { certain: false })],
    mentions: [{ ticker: 'HRW' }, { ticker: 'TLW' }],
  };
  const predicted = {
    segment: 'seg01',
    ideas: [
      found('Harrow Foods', 4, { stance: 'BEARISH', speaker: 'Bob' }),
      found('Rye', 400, { confidence: 0.7, quote: 'Nobody said this.' }),
    ],
    mentions: [{ ticker: 'HRW' }],
  };
  const reading = readAgainst([{ gold, predicted, input }]);

  it('names what was missed, invented, read the wrong way round or given to another speaker', () => {
    expect(reading.worst.map(({ kind, second }) => [kind, second])).toEqual([
      ['missed', 200],
      ['false', 400],
      ['stance', 4],
      ['speaker', 4],
    ]);
  });

  it('counts no stance and no speaker that is withheld as wrong', () => {
    const withheld = { ...predicted, ideas: [found('Harrow Foods', 4, { stance: null, speaker: null })] };
    expect(readAgainst([{ gold, predicted: withheld, input }]).worst.map(({ kind }) => kind)).toEqual([
      'missed',
    ]);
  });

  it('counts the symbols found and the quotes that stand in their passage', () => {
    expect(reading).toMatchObject({ mentionRecall: 0.5, quotesVerbatim: 0.5 });
  });

  it('keeps to the limit', () => {
    expect(readAgainst([{ gold, predicted, input }], 2).worst).toHaveLength(2);
  });
});
