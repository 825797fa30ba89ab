import { afterAll, beforeAll, expect, it } from 'vitest';
import { passagesOf } from '#server/ingest/publish/passages.ts';
import { sql } from '#server/platform/db.ts';
import { accountWithKey, call } from '#server/testing/api.ts';
import { addEpisode, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

/** What is answered of a show whose transcript has these lines, its labels' names not borne out. */
async function answerOf(show: string, asked: string, lines: readonly (readonly [string | null, string])[]) {
  const { id: showId } = await addShow(services, { name: show });
  const { id } = await addEpisode(services, { showId });
  const cues = lines.map(([speaker, text], i) => ({ start: i * 4, end: i * 4 + 4, speaker, text }));
  for (const { startSeconds, endSeconds, speaker, text, voiceStarts } of passagesOf(cues, {}))
    await services.db.run(sql`
      INSERT INTO passage ("episodeId", "startSeconds", "endSeconds", speaker, text, "voiceStarts")
      VALUES (${id}::uuid, ${startSeconds}, ${endSeconds}, ${speaker}, ${text}, ${voiceStarts && JSON.stringify(voiceStarts)}::jsonb)`);
  const { key } = await accountWithKey(services);
  const body = { question: `What did ${show} say about ${asked}?` };
  const told = await call(services, 'POST', '/v1/agent/ask', { key, body });
  expect(told.status).toBe(200);
  return told.body.answer as string | null;
}

const SELLS = 'Nvidia sells most of its chips abroad these days.';
const HURT = 'The export tariffs hurt that business very badly.';

it('joins no sentences of two voices into one quotation', async () => {
  const answer = await answerOf('Two Voices', 'Nvidia and export tariffs', [
    ['Owen', SELLS],
    ['Greta', HURT],
  ]);
  expect(answer ?? '').not.toContain('hurt that business');
});

it('gives two sentences of one voice as two quotations, each verbatim', async () => {
  const answer = await answerOf('One Voice', 'Nvidia and export tariffs', [
    ['Owen', SELLS],
    ['Owen', HURT],
    ['Greta', 'All right then.'],
  ]);
  expect(answer).toContain(`a speaker said: “${SELLS.slice(0, -1)}” and “${HURT.slice(0, -1)}” [1].`);
});

it('puts no sentence that weighs nothing before the one that holds what is asked', async () => {
  const answer = await answerOf('Pillow Talk', 'Nvidia and being glib', [
    ['Owen', "I'm going to embroider that on a pillow for my mother."],
    ['Owen', 'I promise that I will stop being glib about Nvidia and its margins in these episodes.'],
  ]);
  expect(answer ?? '').not.toContain('pillow');
});

it('joins no sentences of a transcript without labels', async () => {
  const answer = await answerOf('No Labels', 'Nvidia and export tariffs', [
    [null, SELLS],
    [null, HURT],
  ]);
  expect(answer ?? '').not.toContain('hurt that business');
});
