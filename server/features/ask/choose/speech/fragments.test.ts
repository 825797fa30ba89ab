import { expect, it } from 'vitest';
import { announces, isFragment } from './fragments.ts';

it.each([
  'The chips and the other parts of CapEx that do get paid this year.',
  'And the cocoa pod that you smash open to get out cocoa beans.',
  'A buyer who does not care about the price.',
  "And it's looking at the ratio of Capex to revenue and what percent of GDP was involved in this.",
  "If ultimately there's a Tesla fleet that is a hundred million vehicles, which I think we probably will get to at some point a hundred million vehicle fleet.",
  'And if the prices of memory keep going up, which they will, because nobody builds.',
  'So this is a chart of the spending of all five companies over ten years.',
])('is a sentence that says nothing alone: %s', (line) => {
  expect(isFragment(line)).toBe(true);
});

it.each([
  'The company that makes the chips is great at software.',
  'All of that shows up as an operating expense.',
  'Those are two of the brands that were created in house.',
  'The chips that they sell cost more each year.',
  'The people who buy it will pay whatever it costs.',
  'If you own the store, which they do, you own the customer.',
  'If they win the market is theirs.',
  'If the chips are late, then nobody gets paid.',
  "It's looking good for the whole of the chip industry.",
])('is none that has a verb of its own: %s', (line) => {
  expect(isFragment(line)).toBe(false);
});

it.each([
  'I want to go back to the Nvidia overvalued question.',
  "So let's talk about what Anthropic did this week.",
  'Well, no, I will say this because it actually is part of the story of Anduril.',
  "And we're going to get into the numbers of OpenAI in a minute.",
  'I want to go back to the point you made on margins.',
])('announces, and says nothing: %s', (line) => {
  expect(announces(line)).toBe(true);
});

it.each([
  'I want to say that Nvidia is overvalued.',
  "We need to move to nuclear power, because the grid can't carry it.",
  "I'm going to go long Nvidia because the builders will not stop.",
  'I will say this is the best quarter that Micron ever had.',
  "We're going to get to the point where inference costs nothing.",
  'We will go back to growth next year.',
  'We will start with the largest customers of all.',
  "We're going to get into the chip business.",
])('makes a statement: %s', (line) => {
  expect(announces(line)).toBe(false);
});
