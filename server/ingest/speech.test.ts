import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpeechToText, type Heard } from '#server/ingest/speech.ts';
import { readEnv } from '#server/platform/env.ts';
import { publisher } from '#server/testing/servers/publisher.ts';

let answer: object;
const service = createServer((request, response) => {
  request.resume().on('end', () => response.end(JSON.stringify(answer)));
});
beforeAll(() => once(service.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => service.close());

async function hear(...segments: { start: number; end: number; text: string }[]): Promise<Heard> {
  answer = { segments };
  const { port } = service.address() as AddressInfo;
  const env = readEnv({
    EARMARK_BASE_URL: 'http://earmark.test',
    EARMARK_SPEECH_BASE_URL: `http://127.0.0.1:${port}`,
  });
  const source = publisher();
  source.put('https://cdn.example/a.mp3', 'sound');
  return createSpeechToText(env, source.fetchGuarded)!('https://cdn.example/a.mp3');
}

describe('what speech-to-text hears', () => {
  it('becomes cues in order, without what nobody said', async () => {
    const heard = await hear(
      { start: 0, end: 2.5, text: ' Good morning. ' },
      { start: 2.5, end: 3, text: ' ' },
      { start: 3, end: 1e12, text: 'Welcome.' },
    );
    expect(heard).toMatchObject({
      ok: true,
      cues: [
        { start: 0, end: 2.5, speaker: null, text: 'Good morning.' },
        { start: 3, end: 3, speaker: null, text: 'Welcome.' },
      ],
    });
  });

  it('holds no character that cannot be stored', async () => {
    const heard = await hear({ start: 0, end: 2, text: 'Good\u0000 morning\ud83d.' });
    expect(heard.ok && heard.cues.map(({ text }) => /\0/.test(text) || !text.isWellFormed())).toEqual([
      false,
    ]);
  });

  it('is refused at a second that no episode has', async () => {
    expect(await hear({ start: 1e12, end: 1e12, text: 'Late.' })).toEqual({
      ok: false,
      reason: 'The transcript has times past 24 hours, and no episode lasts that long.',
    });
  });
});
