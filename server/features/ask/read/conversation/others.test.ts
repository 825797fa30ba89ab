import { describe, expect, it } from 'vitest';
import { questionReading } from '#server/testing/reading/evidence.ts';
import { asksWhoDisagreed, sideOnIt } from './others.ts';

const asks = (text: string) => asksWhoDisagreed(questionReading({ text }));

describe('asksWhoDisagreed', () => {
  it.each([
    'Who disagrees?',
    'Where do they disagree?',
    'Any dissenting voices?',
    'Did anyone object?',
    'Who objects to that?',
    'Who disputes it?',
    'Any objections?',
    'Did the guests push back?',
    'What is the other side?',
    'What are the counterarguments?',
    'Did anyone say the opposite about Nvidia?',
    'Who holds the opposing view?',
    'Who sees Nvidia differently?',
    'Did anyone argue otherwise?',
    'Who spoke against it?',
    'Anyone against it?',
    'What are the arguments against it?',
    'What is the best case against it?',
    'Did anyone else object?',
  ])('holds of "%s"', (text) => {
    expect(asks(text)).toBe(true);
  });

  it.each([
    "What are Nvidia's objectives?",
    'What object detection does Tesla use?',
    'What was said about the dispute between Musk and OpenAI?',
    'Are trade disputes bad for Apple?',
    'What would Intel do differently?',
    'How did Apple push back on the EU?',
    'What contrarian bets were discussed?',
    'And the lawsuit against them?',
    'Is there an antitrust case against them?',
  ])('does not hold of "%s"', (text) => {
    expect(asks(text)).toBe(false);
    expect(sideOnIt(text)).toBeNull();
  });
});
