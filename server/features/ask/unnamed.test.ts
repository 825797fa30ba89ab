import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerQuestion } from '#server/features/ask/pipeline.ts';
import { keepWithdrawn } from '#server/features/visibility/withdrawn/store.ts';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

/** Episodes that name people whose words stand under nobody's name, and that their titles alone say what they are about. */
let services: TestServices;
const COSTCO = 'I think that Costco is the best business that anybody has run in the world today.';
const RIPE = 'I think that Nvidia is the best business that I have seen in all of my years so far.';
const POWER = 'Every new reactor that we sell makes power cheaper than any gas turbine does today.';
const MARGIN = 'Nvidia keeps its gross margin because nobody else has the software to sell with the chips.';
const HALVES = [
  'I said it before. One of the things I have changed my mind on this',
  'year is that Broadcom is a cheap stock with a poor business.',
];

beforeAll(async () => {
  services = await testServices();
  const { id: showId } = await addShow(services, { name: 'Grid Talk' });
  const add = async (title: string, labels: readonly string[], ...said: readonly string[]) => {
    const { id } = await addEpisode(services, { showId, title, publishedAt: '2026-03-02T10:00:00Z' });
    const cues = labels.map((label, i) => [i, i + 1, label, 'Well.']);
    await services.db.run(sql`
      INSERT INTO transcript ("episodeId", type, "textHash", cues) VALUES (${id}::uuid, 'text/vtt', ${id}, ${JSON.stringify(cues)}::jsonb)`);
    for (const [i, text] of said.entries())
      await services.db.run(sql`
        INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", speaker, text) VALUES (${id}::uuid, ${i * 10}, ${i * 10 + 10}, NULL, ${text})`);
    return id;
  };
  const say = (episodeId: string, speaker: string, text: string) =>
    services.db.run(sql`
      INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", speaker, text) VALUES (${episodeId}::uuid, 500, 510, ${speaker}, ${text})`);
  await add('Small reactors with Orla Vantongeren', ['SPEAKER_00'], POWER);
  await add('Chips and money', ['**Tadeo Brimsley> **', 'Ada'], MARGIN);
  await say(
    await add('Fruit with Odile Frampton', ['Odile Frampton'], 'Nothing of note is said here.'),
    'Odile Frampton',
    RIPE,
  );
  await say(await add('More fruit', ['Ada']), 'Ada Quill', COSTCO);
  await add('Gone quiet', ['Pavel Novotny'], 'The banks of Japan sell more bonds than any other bank does.');
  await add(
    'Does Salesforce need a rescue?',
    ['Ada'],
    'They sell Salesforce to the largest banks. The seats are what pays for it all. I think that a rescue would cost the government billions of dollars.',
  );
  await add(
    'Snowflake merger, debt bombs, new Etsy head',
    ['Ada'],
    'I think that the merger of these two costs Snowflake billions of dollars.',
    'Etsy sells lamps. I think that the merger would be the largest that anybody has paid for.',
  );
  await add('Chips again', ['Ada'], ...HALVES);
  await keepWithdrawn(services.db, new Set(['pavel novotny']));
});
afterAll(() => services.close());

async function ask(question: string): Promise<{ answer: string | null; message: string | null }> {
  const { key } = await accountWithKey(services);
  const told = await call(services, 'POST', '/v1/agent/ask', { key, body: { question } });
  expect(told.status).toBe(200);
  return told.body as { answer: string | null; message: string | null };
}

describe('asked for the words of somebody whom an episode names and no words are told of', () => {
  it('quotes a speaker of the episode whose title names them', async () => {
    const { answer } = await ask('What did Orla Vantongeren say about reactors?');
    expect(answer).toContain('Transcripts do not reliably tell who spoke');
    expect(answer).toContain(`a speaker said: “${POWER.slice(0, -1)}”`);
    expect(answer).not.toContain('Vantongeren said');
  });

  it('quotes a speaker of the episode whose transcript has a label of the name', async () => {
    const { answer } = await ask('What did Tadeo Brimsley say about Nvidia and its margin?');
    expect(answer).toContain(
      'the episode “Chips and money” gives the name of Tadeo Brimsley in its title, notes, people or labels',
    );
    expect(answer).toContain(`a speaker said: “${MARGIN.slice(0, -1)}”`);
  });

  it('offers what was said there to the name alone', async () => {
    const { answer } = await ask('Tadeo Brimsley');
    expect(answer).toContain(`a speaker said: “${MARGIN.slice(0, -1)}”`);
  });

  it('says where they are named if nothing there answers', async () => {
    const { answer, message } = await ask('What did Tadeo Brimsley say about copper mines?');
    expect(answer).toBeNull();
    expect(message).toContain(
      'labels of the episode “Chips and money” (Grid Talk, 2 March 2026) give the name of Tadeo Brimsley.',
    );
    expect(message).not.toContain('quoted');
  });

  it('says of one of two people only that nothing of theirs was found, where all that is told is by the other', async () => {
    const { answer } = await ask('What did Odile Frampton and Ada Quill say about Costco?');
    expect(answer).toMatch(/^Nothing was found by Odile Frampton; .*Ada Quill said.*: “I think that Costco/);
  });

  it('tells of two people the one whose name the episode gives', async () => {
    const { answer } = await ask(
      'What did Tadeo Brimsley and Pavel Novotny say about Nvidia and its margin?',
    );
    expect(answer).toContain('gives the name of Tadeo Brimsley in');
    expect(answer).not.toContain('gives the name of Pavel');
  });

  it.each([
    'What did Odile Frampton say about Nvidia in January 2026?',
    'What did Orla Vantongeren say about Nvidia in January 2026?',
    'What did Odile Frampton say about copper mines?',
  ])('doubts no speaker whom the record knows: "%s"', async (question) => {
    const { answer, message } = await ask(question);
    expect(answer).toBeNull();
    expect(message).not.toMatch(/knows of no speaker|reliably/);
  });

  it('tells what stands in their name of the company, where they take no side that is asked for', async () => {
    const { answer } = await ask('Did Odile Frampton make a bearish case on Nvidia?');
    expect(answer).toMatch(/^No bearish case on Nvidia was found; .*Odile Frampton said/);
  });

  it('says of somebody whom nothing names that the record does not know them', async () => {
    const { message } = await ask('What did Wendell Oxbury say about Nvidia?');
    expect(message).toContain('The record knows of no speaker named Wendell Oxbury');
  });

  it.each(['Pavel Novotny', 'Novotny'])('brings back no words of somebody withdrawn: %s', async (name) => {
    const { answer, message } = await ask(`What did ${name} say about the banks of Japan?`);
    expect(answer).toBeNull();
    expect(message).not.toContain('Gone quiet');
  });
});

it('looks into the episode whose title says what is asked', async () => {
  const { answer } = await ask('Salesforce rescue');
  expect(answer).toContain('a rescue would cost the government billions of dollars');
  expect(answer).not.toContain('nothing was found');
});

it('takes no matter of a title for that of a company in another part of it', async () => {
  const { answer } = await ask('What was said about the Etsy merger?');
  expect(answer ?? '').not.toContain('costs Snowflake');
  expect(answer ?? '').not.toContain('the largest that anybody has paid for');
});

it('quotes no sentence of an episode under its title where nothing near it names the company', async () => {
  const { answer } = await ask('What was said about the Snowflake merger?');
  expect(answer).toContain('costs Snowflake billions');
  expect(answer).not.toContain('the largest that anybody has paid for');
});

it('hears a change of mind in a sentence over which the label changes', async () => {
  const { answer } = await ask('Who changed their mind about Broadcom?');
  expect(answer).toContain(
    'a speaker said: “One of the things I have changed my mind on this year is that Broadcom is a cheap stock with a poor business”',
  );
});

it('tells what a show said in its newest episode that has no ideas', async () => {
  const { answer } = await ask('latest Grid Talk episode');
  expect(answer).toContain('On Grid Talk (2 March 2026), a speaker said');
});

it('asks nothing weaker once half of the time of a question is over', async () => {
  const now = services.clock();
  const later = (ms: number) => ({ ...services, clock: () => new Date(now.getTime() + ms) });
  const weaker = (ms: number) =>
    answerQuestion({ question: 'What is the bearish case for Costco?', before: [], idea: null }, 'free', {
      services: later(ms),
      db: services.db,
      now,
      signal: new AbortController().signal,
    });
  expect((await weaker(0)).coverage).toBe('low');
  expect((await weaker(20_000)).coverage).toBe('none');
});
