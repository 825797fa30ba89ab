import { describe, expect, it } from 'vitest';
import { chooseEvidence } from '#server/features/ask/choose/selection.ts';
import type { Candidates } from '#server/features/ask/find/candidates.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { readQuery } from '#server/features/ask/read/topic/query.ts';
import { composeSentences } from '#server/features/ask/tell/compose.ts';
import { ideaCandidate, questionReading } from '#server/testing/reading/evidence.ts';
import { asksForFigure, holdsFigure } from './figures.ts';

it.each([
  'What ARR did Lovable reach?',
  'How much did Ryan Cohen want to pay for eBay?',
  'How much is Anthropic worth?',
  'What price did SpaceX agree to for Cursor?',
  'At what multiple does Palantir trade?',
  'What is the valuation of Anthropic?',
  "What's OpenAI's revenue?",
  'What gross margin does Nvidia have?',
  'How many employees does Shopify have?',
])('hears a number asked for: %s', (text) => {
  expect(asksForFigure(questionReading({ text }))).toBe(true);
});

it.each([
  'What was said about Nvidia?',
  "What was said about Nvidia's valuation?",
  "What drives Nvidia's margins?",
  'How big a threat is AMD to Nvidia?',
  'How much of a threat is AMD to Nvidia?',
  'How fast is Anthropic growing?',
  'How do they see the price war?',
  'What is the revenue model of Nvidia?',
  'How many shows mention Nvidia?',
  'Why is Tesla expensive?',
])('hears none asked for: %s', (text) => {
  expect(asksForFigure(questionReading({ text }))).toBe(false);
});

it.each([
  'it is a trillion dollar company',
  'its sales doubled',
  'it trades at fifty times earnings',
  'margins in the mid seventies',
  'a threefold rise',
  'they make 75% gross margins',
  'it was worth $50 in 2012',
])('hears a number: %s', (words) => {
  expect(holdsFigure(words)).toBe(true);
});

it.each(['In 2012 they met', 'It is the one product that everybody needs'])('hears none: %s', (words) => {
  expect(holdsFigure(words)).toBe(false);
});

describe('an answer to a question for a number', () => {
  const now = new Date('2026-09-15T12:00:00Z');
  const answerTo = (given: Parameters<typeof questionReading>[0], theses: string[]) => {
    const ideas: IdeaCandidate[] = theses.map((thesis, i) =>
      ideaCandidate({
        id: String(i),
        thesis,
        quote: null,
        headline: thesis,
        statement: thesis,
        speakerName: 'Bo',
      }),
    );
    const found: Candidates = {
      ideas,
      passages: [],
      ideaCounts: { total: 100, words: [] },
      passageCounts: { total: 100, words: [] },
      companiesIn: () => [],
      alikeIdeas: new Map(),
      alikePassages: new Map(),
    };
    const chosen = chooseEvidence(questionReading(given), found, null, now);
    return composeSentences(chosen.reading, chosen)
      .map(({ text }) => text)
      .join(' ');
  };
  const revenue = { text: 'What revenue did Nvidia make?', query: readQuery('revenue') };

  it('tells what answers it with a number', () => {
    const answer = answerTo(revenue, [
      'Bo argues that Nvidia revenue is under pressure.',
      'Bo argues that Nvidia revenue doubled.',
      'Bo argues that Nvidia has 12 plants.',
    ]);
    expect(answer).toMatch(/^On The Alpha Hour .* Bo argues that Nvidia revenue doubled$/);
  });

  it('says that no figures were found where what answers it has none', () => {
    expect(answerTo(revenue, ['Bo argues that Nvidia revenue is under pressure.'])).toMatch(
      /^On Nvidia, no figures were found in what was said; on .* under pressure$/,
    );
  });

  it('says what else is missing, and not that a number is', () => {
    expect(answerTo(revenue, ['Bo argues that Nvidia has 12 plants.'])).toMatch(
      /^On Nvidia, nothing to quote about revenue was found; /,
    );
    expect(
      answerTo({ ...revenue, text: 'How many shows said that Nvidia made revenue?' }, [
        'Bo argues that Nvidia revenue doubled.',
      ]),
    ).toMatch(/^The record tells what was said, not how many said it; /);
  });
});
