import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Plan } from '#server/domain.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addIdea, addShow, addTicker } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** Two shows on Eli Lilly: one turns from bullish to bearish in August, on the other a second host differs. One on Costco, once; on Microsoft, four times. */
let services: TestServices;

beforeAll(async () => {
  services = await testServices();
  await addTicker(services, 'LLY', 'Eli Lilly');
  await addTicker(services, 'COST', 'Costco');
  await addTicker(services, 'MSFT', 'Microsoft');
  const turned = await addShow(services, { name: 'Capital Letters' });
  const stayed = await addShow(services, { name: 'Pilot Hour' });
  const say = async (
    showId: string,
    publishedAt: string,
    stance: 'BULLISH' | 'BEARISH',
    argued: string,
    speakerName = 'Ada Quill',
  ) => {
    const episode = await addEpisode(services, { showId, title: 'Pens', publishedAt });
    const [name, key, slug] = argued.includes('Costco')
      ? (['Costco', 'COST', 'costco'] as const)
      : argued.includes('Microsoft')
        ? (['Microsoft', 'MSFT', 'microsoft'] as const)
        : (['Eli Lilly', 'LLY', 'eli-lilly'] as const);
    await addIdea(services, {
      episodeId: episode.id,
      subjectKind: 'ticker',
      subjectKey: key,
      subjectName: name,
      tickers: [key],
      entities: [slug],
      speakerName,
      stance,
      thesis: `${speakerName} argues that ${argued}.`,
    });
  };
  await say(turned.id, '2026-05-04T10:00:00Z', 'BULLISH', 'patients of Eli Lilly stay on its drug');
  await say(turned.id, '2026-08-10T10:00:00Z', 'BEARISH', 'patients of Eli Lilly give up within a year');
  await say(stayed.id, '2026-06-01T10:00:00Z', 'BULLISH', 'Eli Lilly sells more each month');
  await say(stayed.id, '2026-07-01T10:00:00Z', 'BULLISH', 'Eli Lilly has a pill to come');
  await say(turned.id, '2026-07-06T10:00:00Z', 'BEARISH', 'members of Costco pay too much');
  await say(stayed.id, '2026-08-03T10:00:00Z', 'BEARISH', 'Eli Lilly sells too few pens', 'Bo Hale');
  await say(turned.id, '2026-01-05T10:00:00Z', 'BULLISH', 'Microsoft sells more seats');
  await say(turned.id, '2026-02-02T10:00:00Z', 'BEARISH', 'Microsoft sells fewer seats');
  await say(turned.id, '2026-03-02T10:00:00Z', 'BULLISH', 'Microsoft has the best cloud');
  await say(turned.id, '2026-04-06T10:00:00Z', 'BEARISH', 'Microsoft spends more than it earns');
});
afterAll(() => services.close());

it('takes no change by speakers without a name for that of somebody whom their episodes name', async () => {
  await addTicker(services, 'NVO', 'Novo Nordisk');
  const { id: showId } = await addShow(services, { name: 'Grid Talk' });
  const say = async (title: string, publishedAt: string, stance: 'BULLISH' | 'BEARISH') => {
    const { id: episodeId } = await addEpisode(services, { showId, title, publishedAt });
    const thesis = 'A speaker argues that Novo Nordisk has a pen.';
    const of = {
      subjectKey: 'NVO',
      subjectName: 'Novo Nordisk',
      tickers: ['NVO'],
      entities: ['novo-nordisk'],
    };
    await addIdea(services, { episodeId, subjectKind: 'ticker', ...of, speakerName: null, stance, thesis });
  };
  await say('Pens', '2026-05-04T10:00:00Z', 'BULLISH');
  await say('Pens', '2026-06-01T10:00:00Z', 'BEARISH');
  await say('Pens with Orla Vantongeren', '2026-07-06T10:00:00Z', 'BEARISH');
  await say('More pens with Orla Vantongeren', '2026-07-13T10:00:00Z', 'BULLISH');
  expect((await ask('Has anyone changed their mind on Novo Nordisk?', 'premium')).answer).toContain(
    'changed from',
  );
  const { answer } = await ask('Has Orla Vantongeren changed her mind on Novo Nordisk?', 'premium');
  expect(answer).not.toContain('changed from');
  expect(answer).toContain('with nothing found there that answers all of this');
});

async function ask(question: string, plan: Plan) {
  const { key } = await accountWithKey(services, { plan });
  const { body } = await call(services, 'POST', '/v1/agent/ask', { key, body: { question } });
  return body;
}

describe('a question who changed their mind on a listed company', () => {
  const change =
    'On Capital Letters the stance of Ada Quill on Eli Lilly changed from bullish (4 May 2026) to bearish (10 August 2026)';

  it.each([
    'Which shows turned bearish on Eli Lilly in 2026?',
    'Which shows turned bearish on Eli Lilly in August 2026?',
    'Has anyone changed their mind on Eli Lilly?',
    'When did Capital Letters turn bearish on Eli Lilly?',
  ])('is told the change that the timeline serves, and both statements: "%s"', async (question) => {
    const { answer, citations } = await ask(question, 'premium');
    expect(answer).toBe(
      `${change} [1][2]. On Capital Letters (4 May 2026), Ada Quill argues that patients of Eli Lilly stay on its drug [1]. On Capital Letters (10 August 2026), Ada Quill argues that patients of Eli Lilly give up within a year [2].`,
    );
    expect(citations).toHaveLength(2);
  });

  it('is told the latest changes of all the companies that it names', async () => {
    const { answer } = await ask('Has anyone changed their mind on Eli Lilly and Microsoft?', 'premium');
    expect(answer).toContain(change);
    expect(answer).not.toContain('5 January 2026');
    expect(answer).toContain('bearish (6 April 2026)');
  });

  it.each([
    'Which shows turned bullish on Eli Lilly in 2026?',
    'Which shows turned bearish on Eli Lilly in June 2026?',
    'When did Pilot Hour turn bearish on Eli Lilly?',
    'Did anyone on Pilot Hour change their mind on Eli Lilly?',
    'Who turned bearish on Costco?',
  ])('is told no change to another side, at another time, or by another show: "%s"', async (question) => {
    expect((await ask(question, 'premium')).answer).not.toContain('changed from');
  });

  it.each([
    ['Which shows turned bearish on Eli Lilly in 2026?', 'Eli Lilly'],
    ['Has anyone changed their mind on Eli Lilly?', 'Eli Lilly'],
    ['Which shows turned bearish on Costco in 2026?', 'Costco'],
  ])(
    'is told on the free plan neither that there is a change nor that there is none: "%s"',
    async (question, name) => {
      const { answer, coverage } = await ask(question, 'free');
      expect(coverage).toBe('low');
      expect(answer).toMatch(
        new RegExp(`^When shows changed their stance on ${name} is told with a Premium account; on `),
      );
      expect(answer).not.toMatch(/changed from|No change/);
    },
  );
});
