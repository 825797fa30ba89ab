import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Cue } from '#server/domain.ts';
import { addEpisode, addShow } from '#server/testing/corpus.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';
import { otherEpisodes, storeTranscript } from './store.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
}, 120_000);
afterAll(() => services.close());

/** A stored episode of so many cues by each speaker. */
async function spoken(showId: string, title: string, counts: Record<string, number>, publishedAt: string) {
  const { id } = await addEpisode(services, { showId, title, publishedAt });
  const speakers = Object.entries(counts).flatMap(([speaker, count]) => Array<string>(count).fill(speaker));
  const cues = speakers.map((speaker, i): Cue => ({ start: i, end: i + 1, speaker, text: 'Well.' }));
  const source = { sourceUrl: null, type: 'vtt', language: 'en', textHash: id };
  await storeTranscript(services.db, { id, transcripts: [] }, { cues, ...source }, services.clock());
  return { id, showId };
}

const saidBy = (cues: number) => Array<string>(cues).fill('Well.').join(' ');

describe('otherEpisodes', () => {
  it("tells who speaks in the show's other episodes, and what, newest first, without slips and without other shows", async () => {
    const show = (await addShow(services, { name: 'Open Outcry' })).id;
    const other = (await addShow(services, { name: 'Margins' })).id;
    const one = await spoken(show, 'One', { Ada: 5 }, '2026-09-01T06:00:00Z');
    await spoken(show, 'Two', { Ada: 60, Tom: 40, Bo: 1 }, '2026-09-02T06:00:00Z');
    await spoken(show, 'Three', { Tom: 9 }, '2026-09-03T06:00:00Z');
    await spoken(other, 'Four', { Cleo: 9 }, '2026-09-04T06:00:00Z');
    expect(await otherEpisodes(services.db, one)).toEqual([
      { title: 'Three', speakers: ['Tom'], said: { Tom: saidBy(9) } },
      { title: 'Two', speakers: ['Ada', 'Tom'], said: { Ada: saidBy(60), Tom: saidBy(40) } },
    ]);
  });
});
