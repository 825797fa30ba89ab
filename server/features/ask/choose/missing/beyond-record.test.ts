import { describe, expect, it } from 'vitest';
import { questionReading, quoted, said } from '#server/testing/reading/evidence.ts';
import { asksBeyondRecord, byAirDate, turnsTold } from './beyond-record.ts';

const asks = (text: string, given = {}) => asksBeyondRecord(questionReading({ text, ...given }));
const person = { subjects: [], people: ['Thomas Laffont'] };

describe('asksBeyondRecord', () => {
  it.each([
    ['How many shows discussed Nvidia?', 'count'],
    ['How many people are bullish on Nvidia?', 'count'],
    ['How often was Nvidia mentioned?', 'count'],
    ['Who hosts All-In?', 'hosts'],
    ['When was Nvidia first mentioned?', 'first'],
    ['Who was the first to speak on Nvidia?', 'first'],
    ['Who spoke of Nvidia first?', 'first'],
    ['Who was the last to speak on Nvidia?', 'last'],
    ['When was Nvidia last discussed?', 'last'],
    ['Which show talks most about Nvidia?', 'most'],
    ['Which AI companies are most discussed?', 'count'],
    ['Who mentions Nvidia the most?', 'most'],
    ['Is The Alpha Hour bullish or bearish on Nvidia?', 'sides'],
    ['Who was neutral on Nvidia?', 'neutral'],
    ['Is anyone on the fence about Nvidia?', 'neutral'],
    ['Who turned bullish on Nvidia?', 'turn'],
    ['Has anyone changed their mind on Nvidia?', 'turn'],
    ['Which guests flipped to negative on Nvidia?', 'turn'],
  ])('is told of "%s": %s', (text, beyond) => {
    expect(asks(text)).toBe(beyond);
  });

  it('is told of a show that changed its mind', () => {
    const shows = [{ id: 's1', name: 'All-In' }];
    expect(asks('Has All-In changed its mind on Nvidia?', { shows })).toBe('turn');
    expect(asks("What changed in All-In's view on Nvidia?", { shows })).toBe('turn');
    expect(asks('What did All-In say changed at Nvidia?', { shows })).toBeNull();
  });

  it('is told of who somebody is', () => {
    expect(asks('Who is Thomas Laffont?', person)).toBe('person');
    expect(asks('What did Thomas Laffont say?', person)).toBeNull();
  });

  it.each([
    'How many chips does Nvidia sell?',
    'How many people does Nvidia employ?',
    'Who is bullish on Nvidia?',
    'What was said about Nvidia last month?',
    'Was Nvidia first to market?',
    'Is Nvidia carbon-neutral by 2030?',
    'Is Nvidia carbon neutral?',
    'Are the data centers of Nvidia climate-neutral?',
    'When did Beta Notes turn bearish on Nvidia?',
    'What is the latest on Nvidia?',
    'Which company will come last?',
    'Who said the first?',
    'Who is most bullish on Nvidia?',
    'Who said that most of Nvidia is overvalued?',
  ])('is null of what statements can tell: %s', (text) => {
    expect(asks(text)).toBeNull();
  });
});

it('hears a change of mind in words, or in two sides of one person', () => {
  const turned = quoted({ text: "I've turned cautious on Nvidia, because the builders borrow" });
  const doubting = said({ id: '2', stance: 'BEARISH' }, 'bearish');
  const another = said({ id: '3', speakerName: 'Bo', episodeId: 'e3', stance: 'BEARISH' }, 'bearish');
  expect(turnsTold([turned, said()])).toEqual([turned]);
  expect(turnsTold([said()])).toEqual([]);
  expect(turnsTold([said(), doubting])).toEqual([said(), doubting]);
  expect(turnsTold([said(), another])).toEqual([]);
});

it('hears a change of mind in two sides of a show, each in an episode of its own, where nobody is named', () => {
  const before = said({ speakerName: null });
  const later = (episodeId: string, speakerName: string | null) =>
    said({ id: '2', episodeId, speakerName, stance: 'BEARISH' }, 'bearish');
  expect(turnsTold([before, later('e2', null)])).toHaveLength(2);
  expect(turnsTold([before, later('e2', 'Bo')])).toEqual([]);
  expect(turnsTold([before, later(before.idea.episodeId, null)])).toEqual([]);
});

it('orders what is cited by air date, from either end', () => {
  const [early, late] = [said({ episodePublishedAt: new Date('2026-01-02') }), quoted()];
  expect(byAirDate([late, early], 'first', 1)).toEqual([early]);
  expect(byAirDate([early, late], 'last', 3)).toEqual([late, early]);
});

it.each([
  ['first', [552, 1468, 2814]],
  ['last', [2814, 1468, 552]],
] as const)(
  'puts what an episode says in the order of its seconds, the %s of it at the head',
  (order, expected) => {
    const evidence = [2814, 552, 1468].map((timestampSeconds) => said({ timestampSeconds }));
    expect(
      byAirDate(evidence, order, 3).map((item) => item.kind === 'idea' && item.idea.timestampSeconds),
    ).toEqual(expected);
  },
);
