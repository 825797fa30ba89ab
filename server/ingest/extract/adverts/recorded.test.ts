import { describe, expect, it } from 'vitest';
import type { OtherEpisode } from '#server/domain.ts';
import { splitSentences } from '#server/ingest/extract/sentences/sentences.ts';
import { findAdverts } from './adverts.ts';
import { recordedSentences } from './recorded.ts';

const READ =
  'Cloud costs are so unpredictable for founders of growing companies. You planned a budget for one project, and then a bill comes that nobody explains to you.';
const TALKS = ['retail', 'banks', 'chips', 'energy', 'housing', 'shipping'].map((sector) =>
  Array.from({ length: 12 }, (_, k) => `On ${sector} we went through point ${k} of ${sector} today.`).join(
    ' ',
  ),
);

const episode = (said: string): OtherEpisode => ({
  title: 'Other',
  speakers: ['Host'],
  said: { Host: said },
});

function recordedIn(said: string, ...others: string[]): string {
  const sentences = splitSentences(sentencesAsCues(said));
  return [...recordedSentences(sentences, others.map(episode))].map((i) => sentences[i]!.text).join(' ');
}

function sentencesAsCues(said: string) {
  return said.split(/(?<=\.) /).map((text, i) => ({ start: i * 6, end: i * 6 + 6, speaker: 'Host', text }));
}

describe('recordedSentences', () => {
  it('finds a read without an address that another episode has, and nothing else', () => {
    expect(recordedIn(`${TALKS[0]} ${READ} ${TALKS[1]}`, `${TALKS[2]} ${READ} ${TALKS[3]}`)).toBe(READ);
  });

  it('hears it however apostrophes and stops are written', () => {
    const written = READ.replace('You planned', 'You’ve planned').replace(', and then', ' and then');
    const other = `${TALKS[2]} ${written.replace('’', '')} ${TALKS[3]}`;
    expect(recordedIn(`${TALKS[0]} ${written} ${TALKS[1]}`, other)).toBe(written.replace('’', "'"));
  });

  it('finds nothing that only its own episode says', () => {
    expect(recordedIn(`${TALKS[0]} ${READ} ${TALKS[1]}`, TALKS[2]!)).toBe('');
  });

  it('takes the same talk, published again or as a cut, for no read', () => {
    const talk = TALKS.join(' ');
    expect(recordedIn(talk, talk)).toBe('');
    expect(recordedIn(talk, TALKS[2]!)).toBe('');
    expect(recordedIn(TALKS[2]!, talk)).toBe('');
  });

  /** Sentences that no other talk has. */
  const talkOn = (name: string, sentences: number) =>
    Array.from(
      { length: sentences },
      (_, k) => `${name}${k} may do ${name}a${k} or rather ${name}b${k} next.`,
    );

  it('takes clips in a collection of talks for no read, in the collection as in the talk', () => {
    const talks = ['retail', 'banks', 'chips', 'energy', 'housing', 'shipping'].map((name) =>
      talkOn(name, 240),
    );
    const collection = talks.flatMap((lines) => lines.slice(0, 40)).join(' ');
    const whole = talks.map((lines) => lines.join(' '));
    expect(recordedIn(collection, ...whole)).toBe('');
    expect(recordedIn(whole[0]!, collection, ...whole.slice(1))).toBe('');
  });

  it('finds reads that follow one another, where two other episodes have them', () => {
    const reads = talkOn('sponsor', 40).join(' ');
    const around = (name: string) =>
      `${talkOn(name, 200).join(' ')} ${reads} ${talkOn(`${name}z`, 200).join(' ')}`;
    expect(recordedIn(around('retail'), around('banks'), around('chips'))).toBe(reads);
    expect(recordedIn(around('retail'), around('banks'))).toBe('');
  });
});

describe('findAdverts', () => {
  it('counts what is recorded among the sponsor reads', () => {
    const sentences = splitSentences(sentencesAsCues(`${TALKS[0]} ${READ} ${TALKS[1]}`));
    const { ranges } = findAdverts(sentences, [episode(`${TALKS[2]} ${READ} ${TALKS[3]}`)]);
    expect(ranges).toEqual([[72, 84]]);
  });
});
