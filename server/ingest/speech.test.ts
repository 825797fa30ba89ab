import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSpeechToText, type Heard } from '#server/ingest/speech.ts';
import { openTools } from '#server/ingest/tools.ts';
import { readEnv } from '#server/platform/env.ts';
import type { GuardedFetch } from '#server/platform/fetch.ts';
import { publisher, refused } from '#server/testing/servers/publisher.ts';
import { testServices } from '#server/testing/services.ts';

let answer: { status?: number; body: string };
const service = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(answer.status ?? 200).end(answer.body));
});
beforeAll(() => once(service.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => service.close());

const AUDIO = 'https://cdn.example/a.mp3';
const sound = publisher();
sound.put(AUDIO, 'sound');

function hear(...segments: { start: number; end: number; text: string }[]): Promise<Heard> {
  return hearAnswer({ body: JSON.stringify({ segments }) });
}

/** What is heard when the service answers so, and the audio can be fetched so. */
function hearAnswer(given: typeof answer, fetchAudio: GuardedFetch = sound.fetchGuarded): Promise<Heard> {
  answer = given;
  const { port } = service.address() as AddressInfo;
  const env = readEnv({
    EARMARK_BASE_URL: 'http://earmark.test',
    EARMARK_SPEECH_BASE_URL: `http://127.0.0.1:${port}`,
  });
  return createSpeechToText(env, fetchAudio)!(AUDIO);
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
    expect(await hear({ start: 1e12, end: 1e12, text: 'Late.' })).toMatchObject({
      ok: false,
      reason: 'The transcript has times past 24 hours, and no episode lasts that long.',
    });
  });
});

describe('speech-to-text that fails', () => {
  it('is told as what it is where the service does not answer with JSON, and asked again', async () => {
    expect(await hearAnswer({ body: '<html>Welcome</html>' })).toEqual({
      ok: false,
      reason: 'The speech-to-text service did not answer with JSON.',
      retry: true,
    });
  });

  it('is asked again where the audio or the service is not there for now', async () => {
    expect(await hearAnswer({ body: '' }, async () => refused(503))).toMatchObject({
      ok: false,
      retry: true,
    });
    expect(await hearAnswer({ status: 503, body: '' })).toMatchObject({ ok: false, retry: true });
  });

  it('is not asked again for audio that is too large, for us or for the service', async () => {
    const tooLarge: GuardedFetch = async () =>
      ({ ...refused(0), status: 'failed', kind: 'too-large' }) as never;
    expect(await hearAnswer({ body: '' }, tooLarge)).toMatchObject({ ok: false, retry: false });
    expect(await hearAnswer({ status: 413, body: '' })).toMatchObject({ ok: false, retry: false });
  });
});

describe('audio', () => {
  it('may be larger than a feed: an hour at 128 kbit/s is 58 MB', async () => {
    answer = { body: JSON.stringify({ segments: [{ start: 0, end: 1, text: 'Good morning.' }] }) };
    const hour = createServer((_request, response) => response.end(Buffer.alloc(58_000_000)));
    await once(hour.listen(0, '127.0.0.1'), 'listening');
    const host = `127.0.0.1:${(hour.address() as AddressInfo).port}`;
    const { port } = service.address() as AddressInfo;
    const services = await testServices({
      EARMARK_SPEECH_BASE_URL: `http://127.0.0.1:${port}`,
      EARMARK_FEED_ALLOW_HOSTS: host,
    });
    const tools = await openTools(services);
    expect(await tools.speech!(`http://${host}/hour.mp3`)).toMatchObject({ ok: true });
    await tools.close();
    await services.close();
    hour.close();
  });
});
