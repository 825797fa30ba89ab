import { describe, expect, it } from 'vitest';
import { asksForAdvice } from './judge.ts';

describe('a question which of the stocks on record to prefer', () => {
  it.each([
    "What's the best stock the podcasts mentioned?",
    'Best stock mentioned on the podcasts?',
    'What was the safest stock they mentioned?',
    'What is the top pick among those discussed on BG2?',
    'Which of the stocks mentioned on All-In is the best?',
    'Which company mentioned by the guests is the best investment?',
    'From the shows, what is the strongest buy?',
    'Out of everything the podcasts covered, which stock wins?',
    'Pick me a winner from the last All-In episode',
    'pick a stock from the last episode of pivot',
    'Select one stock from the podcasts for me',
    'Of all the names the shows covered, which is the best buy?',
    'Give me one winner from the last episode',
    'Name the best stock from the last episode',
    'Which of the stocks mentioned would do best?',
  ])('asks for a trade decision: "%s"', (question) => {
    expect(asksForAdvice(question, null)).toBe(true);
  });

  it.each([
    'Are puts on CoreWeave sensible?',
    'Do calls on Nvidia make sense?',
    'Is a straddle on Tesla reasonable?',
    'Would a put spread on Palantir be smart?',
    'Puts on CoreWeave: sensible?',
  ])('asks for a trade decision, of an option: "%s"', (question) => {
    expect(asksForAdvice(question, null)).toBe(true);
  });

  it.each([
    'Which stocks were pitched at the All-In best ideas competition?',
    'Who won the best ideas pitch competition?',
    'Which company did the hosts say is the best run?',
    'What was the best argument for Nvidia?',
    'Which stocks did the podcasts mention most?',
    'What was the best performing stock they mentioned?',
    'What were the top stocks mentioned on All-In?',
    'Select a winner of the debate on Tesla',
    'Which of the stocks discussed is in China?',
    'Which AI lab did guests pick as the winner?',
    'Which stock was recommended on All-In?',
    'What did they say about puts on CoreWeave?',
    'Why does Burry hold puts on Nvidia?',
    'What did the podcasts say about calls for regulation?',
    'Are calls for a ban on chips reasonable according to the hosts?',
    'Pick out the arguments on Nvidia',
    'Choose three quotes about Tesla',
    'Give me the stocks from the last All-In episode',
    'Name three stocks in the last episode',
    'Name the stocks on which hosts were bearish',
    'Give me the ticker of the company that makes turbines',
    'Tell me the share of revenue from China at Apple',
    'Tell me the investment of SoftBank in OpenAI',
    'What do most of the companies do?',
    'Which of these companies did the guests say is the best?',
    'Are puts on Nvidia expensive?',
  ])('asks what was said: "%s"', (question) => {
    expect(asksForAdvice(question, null)).toBe(false);
  });
});
