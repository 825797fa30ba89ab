import { describe, expect, it } from 'vitest';
import type { OtherEpisode } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { mannersOf } from './manner.ts';

const TOPICS = ['grid', 'bank', 'chip', 'mine', 'port', 'drug', 'farm', 'loan'];

/** Two people who talk about the same things, each in their own way. */
const voss = (topic: string) =>
  `Look, I mean the ${topic} is a huge deal, right, and at the end of the day you know it. `.repeat(20);
const brandt = (topic: string) =>
  `Perhaps one should rather ask whether the ${topic} would indeed have been as large as it seemed. `.repeat(
    20,
  );

const before = (...topics: string[]): OtherEpisode[] =>
  topics.map((topic) => ({
    title: topic,
    speakers: ['Mara Voss', 'Ida Brandt'],
    said: { 'Mara Voss': voss(topic), 'Ida Brandt': brandt(topic) },
  }));

function mannersIn(said: readonly (readonly [string, string])[], episodes: readonly OtherEpisode[]) {
  const cues = said.map(([speaker, text], i) => ({ start: i * 200, end: i * 200 + 199, speaker, text }));
  const sentences = splitSentences(cues);
  return { manners: mannersOf(sentences, episodes), sentences };
}

const EPISODES = before('grid', 'bank', 'chip', 'mine');

describe('mannersOf', () => {
  it.each(TOPICS)('knows who talks by how they talked of other things: the %s', (topic) => {
    const { manners } = mannersIn(
      [
        ['Mara Voss', voss(topic)],
        ['Ida Brandt', brandt(topic)],
      ],
      EPISODES,
    );
    expect(manners.get('Mara Voss')?.likeness).toBeGreaterThan(0.9);
    expect(manners.get('Ida Brandt')?.likeness).toBeGreaterThan(0.9);
  });

  it('knows exchanged labels', () => {
    const { manners } = mannersIn(
      [
        ['Mara Voss', brandt('loan')],
        ['Ida Brandt', voss('loan')],
      ],
      EPISODES,
    );
    expect(manners.get('Mara Voss')?.likeness).toBeLessThan(0.1);
    expect(manners.get('Ida Brandt')?.likeness).toBeLessThan(0.1);
  });

  it('takes a stranger under a host’s label for nobody', () => {
    const stranger = 'My company builds kilns, so clay gets fired twice before any glaze touches it. '.repeat(
      25,
    );
    const { manners } = mannersIn([['Mara Voss', stranger]], EPISODES);
    expect(manners.get('Mara Voss')?.likeness).toBeLessThan(0.65);
  });

  it('tells which sentences under a label are another’s', () => {
    const { manners, sentences } = mannersIn(
      [
        ['Mara Voss', voss('loan').repeat(3)],
        ['Mara Voss', brandt('loan').repeat(4)],
      ],
      EPISODES,
    );
    const unlike = manners.get('Mara Voss')?.unlike ?? new Set();
    expect(unlike.has(0)).toBe(false);
    expect(unlike.has(sentences.length - 1)).toBe(true);
  });

  it('knows no voice by two other episodes, nor one without a family name', () => {
    expect(mannersIn([['Mara Voss', voss('loan')]], before('grid', 'bank')).manners.size).toBe(0);
    const unnamed = EPISODES.map((episode) => ({
      ...episode,
      said: { SPEAKER_01: voss('grid'), Mara: 'Hi.' },
    }));
    expect(mannersIn([['SPEAKER_01', voss('loan')]], unnamed).manners.size).toBe(0);
    expect(mannersIn([['Mara', voss('loan')]], unnamed).manners.size).toBe(0);
  });

  it('knows nobody where only labels are known of other episodes', () => {
    const labels = EPISODES.map(({ title, speakers }) => ({ title, speakers }));
    expect(mannersIn([['Mara Voss', voss('loan')]], labels).manners.size).toBe(0);
  });
});
