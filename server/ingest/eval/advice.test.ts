import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEncoder } from '#server/reader/encoder.ts';
import { evalAdvice, isAdviceLabel, type LabelledQuestion } from './advice.ts';

const questionsOf = (set: string) =>
  JSON.parse(
    readFileSync(new URL(`../../features/ask/read/advice/questions/${set}.json`, import.meta.url), 'utf8'),
  ) as LabelledQuestion[];

describe('evalAdvice', () => {
  it('refuses trade decisions and hardly any research, of questions kept aside', {
    timeout: 60_000,
  }, async (test) => {
    const encoder = createEncoder({ warn: console.warn });
    const figures = await evalAdvice(questionsOf('kept-aside'), encoder);
    await encoder.close();
    if (!figures.byMeaning) return test.skip('no encoder here: words alone are measured below');
    expect(figures.questions).toBe(477);
    expect(figures.recall).toBeGreaterThanOrEqual(0.95);
    expect(figures.wronglyRefusedShare).toBeLessThanOrEqual(0.025);
  });

  it('answers short questions on an idea, on the hour and on the day', { timeout: 60_000 }, async (test) => {
    const encoder = createEncoder({ warn: console.warn });
    const research = [
      'What is the risk here?',
      'When will this happen?',
      'What time is it?',
      'When does the moon rise over Lisbon?',
    ].map((question) => ({ question, label: 'research' }));
    const figures = await evalAdvice(research, encoder);
    await encoder.close();
    if (!figures.byMeaning) return test.skip('no encoder here');
    expect(figures.wronglyRefused).toEqual([]);
  });

  it('refuses a bare trade on an offering and answers what companies may do', {
    timeout: 60_000,
  }, async (test) => {
    const encoder = createEncoder({ warn: console.warn });
    const labelled = (label: string, questions: readonly string[]) =>
      questions.map((question) => ({ question, label }));
    const figures = await evalAdvice(
      [
        ...labelled('advice', [
          'get in on the SpaceX IPO?',
          'load up on Stripe at the IPO',
          'average down on Adobe?',
        ]),
        ...labelled('research', [
          'Should Microsoft acquire Figma?',
          'Is Uber going to buy Waymo?',
          'Should companies buy back shares?',
          'What would make Anthropic worth three trillion?',
        ]),
      ],
      encoder,
    );
    await encoder.close();
    if (!figures.byMeaning) return test.skip('no encoder here');
    expect([...figures.missed, ...figures.wronglyRefused]).toEqual([]);
  });

  it('tells them apart by words alone where there is no encoder, of questions kept aside', async () => {
    const figures = await evalAdvice(questionsOf('kept-aside'), null);
    expect(figures.recall).toBeGreaterThanOrEqual(0.91);
    expect(figures.wronglyRefusedShare).toBeLessThanOrEqual(0.03);
  });

  it('keeps aside what nothing is fitted on', () => {
    const fitted = new Set(['worded', 'fitted'].flatMap(questionsOf).map(({ question }) => question));
    expect(fitted.size).toBeGreaterThan(2500);
    expect(questionsOf('kept-aside').filter(({ question }) => fitted.has(question))).toEqual([]);
  });

  it('reads labels however they are written', () => {
    for (const label of ['advice', 'refuse', 'refused', 'trade', 'Trade decision', true, 1, 'yes'])
      expect(isAdviceLabel(label)).toBe(true);
    for (const label of ['research', 'answer', 'allowed', false, 0, 'no', 'ok'])
      expect(isAdviceLabel(label)).toBe(false);
  });

  it('tells which questions it got wrong, and by which signs', async () => {
    const figures = await evalAdvice(
      [
        { question: 'Should I buy Nvidia?', label: 'research' },
        { question: 'What did they say about Nvidia?', label: 'advice' },
      ],
      null,
    );
    expect(figures.accuracy).toBe(0);
    expect(figures.missed).toHaveLength(1);
    expect(figures.wronglyRefused).toMatchObject([
      { question: 'Should I buy Nvidia?', expected: 'research' },
    ]);
    expect(figures.wronglyRefused[0]!.signs.length).toBeGreaterThan(0);
  });
});
