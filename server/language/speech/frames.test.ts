import { describe, expect, it } from 'vitest';
import { framesIn, isUnderFrame, tellsNoOwnView, tellsOfDanger } from './frames.ts';

/** The clause that stands under the first frame of a kind. */
function held(text: string, kind: string): string | null {
  const frame = framesIn(text).find((one) => one.kind === kind);
  return frame === undefined ? null : text.slice(frame.to, frame.end);
}

describe('framesIn', () => {
  it.each([
    ['others', 'People keep saying that [Costco is finished]'],
    ['others', 'People who short it say [the fee is doomed]'],
    ['others', 'Jim Chanos says that [the books are cooked]'],
    ['others', 'Wall Street thinks [the margins will fall]'],
    ['others', 'According to [the bears, the stores are empty]'],
    ['others', 'The thing short sellers keep telling you is that [its auditor looks away]'],
    ['others', 'What most analysts point out is that [the fee went up]'],
    ['others', 'The rumour is that [Costco will be sold]'],
    ['others', "The market's fear is that [its sales fall by half]"],
    ['others', 'The worry on the street is that [its founder will be indicted]'],
    ['others', 'The bear case is that [its products fall behind]'],
    ['others', 'Investors are worried that [the bank pulls the credit line]'],
    ['danger', 'The risk is that [regulators step in and the fee has to go]'],
    ['danger', 'One danger here is [the fee goes up]'],
    ['danger', 'There is a real risk that [a recession comes]'],
    ['danger', 'What worries me is that [the founder is old]'],
    ['danger', 'I am a little worried that [the fee goes up]'],
    ['supposed', 'If [the fee goes up, they lose the members]'],
    ['supposed', 'Imagine [that the fee is gone]'],
    ['supposed', 'The question is [whether members stay]'],
    ['supposed', 'The idea that [Costco is a fad is wrong]'],
    ['denied', 'It would be wrong to say that [Costco is a bank]'],
    ['denied', "I don't think [the fee matters]"],
    ['denied', 'Nobody believes that [the margins will go up]'],
    ['denied', 'The myth is that [Costco is cheap]'],
    ['former', 'I used to think that [Costco was a fad]'],
    ['denied', 'We thought [the fee would go]'],
  ])('knows what is %s: %s', (kind, marked) => {
    const [, clause] = /\[(.*)\]/.exec(marked) ?? [];
    expect(held(marked.replace(/[[\]]/g, ''), kind)).toBe(clause);
  });

  it.each([
    'I think that Costco is worth twice its price.',
    'My argument is that Costco is too cheap.',
    'The argument I would make is that Costco is too cheap.',
    'Costco thinks long term.',
    'What Costco said is true.',
    'I always think of Costco as a bank.',
    'The risk over the next five years is pretty large.',
    'If you look at Costco, the margins are thin.',
    'People love Costco for its prices.',
  ])('finds none where the speaker speaks for themselves: %s', (text) => {
    expect(framesIn(text)).toEqual([]);
  });

  it('ends where the speaker goes on in their own voice', () => {
    const others = 'People say that Costco is dear, and I think that it is cheap.';
    expect(held(others, 'others')).toBe('Costco is dear');
    expect(held('I used to think that Costco was a fad, but the fee holds.', 'former')).toBe(
      'Costco was a fad',
    );
  });

  it('holds whatever is feared, "but" or not', () => {
    const text = 'The fear is that growth slows, but costs keep rising.';
    expect(isUnderFrame(framesIn(text), text.indexOf('but costs'))).toBe(true);
  });

  it('reads a long talk without stops at once', { timeout: 5_000 }, () => {
    const words =
      'people who also just still keep their risk of it and what others of Costco and Walmart '.repeat(300);
    expect(framesIn(words)).toEqual([]);
  });
});

describe('tellsNoOwnView', () => {
  it.each([
    'People worry that Costco is hiding its losses and that its bank will pull the credit line.',
    'The bear case is that Costco is losing its best buyers and its stores fall behind.',
    'I used to think that Costco was a fad.',
    'But the biggest danger for Costco is that a supplier leaves.',
  ])('is true of %s', (text) => {
    expect(tellsNoOwnView(text)).toBe(true);
  });

  it.each([
    'People say that Costco is finished, but I think it is worth twice its price.',
    'I used to think that Costco was a fad, but it is the best retailer of all.',
    'My worry is that regulators step in.',
    'I worry that Costco is losing its members.',
    'The concern I have is that Costco is losing its members.',
    'I think the risk for Costco is that regulators step in.',
    'The risk is that regulators step in, but I think they lose.',
    'It would be wrong to say that Costco is a bank.',
    'Of all of them I thought Costco was the best.',
  ])('is false of %s', (text) => {
    expect(tellsNoOwnView(text)).toBe(false);
  });
});

describe('tellsOfDanger', () => {
  it('is true of a danger that is named, whoever fears it', () => {
    expect(tellsOfDanger('The danger is that Costco loses its biggest supplier.')).toBe(true);
    expect(tellsOfDanger("The market's fear is that Costco loses its patents.")).toBe(true);
    expect(tellsOfDanger('Costco loses its biggest supplier.')).toBe(false);
    expect(tellsOfDanger('A risk that is small is no reason to sell Costco.')).toBe(false);
  });
});
