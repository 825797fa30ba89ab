import { describe, expect, it } from 'vitest';
import { isOwnView, modalityOf } from './modality.ts';

describe('modalityOf', () => {
  it.each([
    ['What do you think about Nvidia at this price?', 'question'],
    ["So why isn't Apple doing more in AI?", 'question'],
    ['If Nvidia ever stumbled on a launch.', 'hypothetical'],
    ['According to the report Apple cut its orders.', 'reported'],
    ['Sometimes we think that robots are going to be one thing.', 'reported'],
    ["You'd think Apple would be dead by now.", 'reported'],
    ['Oracle announced a new data center in Texas.', 'news'],
    ['In 1968, Harrow launches its latest campaign, which is an enormous success.', 'history'],
    ['By 2010 Harrow had a lead, and it still does.', 'claim'],
    ['Back in the 1990s Intel sold memory chips.', 'history'],
    ["Apple should buy Disneyland, I'm kidding.", 'joke'],
    ['Yeah, exactly.', 'smallTalk'],
    ['Nvidia has a huge lead in software.', 'claim'],
    ['They are going to double the price again, right?', 'claim'],
    ['I think Google announced too much and shipped too little.', 'claim'],
  ])('%s -> %s', (text, modality) => {
    expect(modalityOf(text)).toBe(modality);
  });

  it('reads a run of fillers at once', { timeout: 1_000 }, () => {
    expect(modalityOf(`${'Yeah '.repeat(28)}$5 is a lot.`)).toBe('claim');
  });

  it('hears an own view', () => {
    expect(isOwnView("I'd be shocked, I think they win")).toBe(true);
    expect(isOwnView('The factory is in Ohio.')).toBe(false);
  });
});
