import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Cue } from '#server/domain.ts';
import { notFetched, type StepFailure } from '#server/ingest/schedule.ts';
import { parseJson } from '#server/ingest/transcript/json.ts';
import { settleCues } from '#server/ingest/transcript/parse.ts';
import { tidyWords } from '#server/ingest/transcript/words.ts';
import type { Env } from '#server/platform/env.ts';
import type { GuardedFetch } from '#server/platform/fetch.ts';

export type Heard =
  | { readonly ok: true; readonly cues: readonly Cue[]; readonly textHash: string }
  | (StepFailure & { readonly ok: false });
/** Turns the audio at an enclosure's address into cues; speakers are unknown. */
export type SpeechToText = (enclosureUrl: string) => Promise<Heard>;

/** What audio may take: 4.5 hours at 128 kbit/s. */
export const AUDIO_LIMITS = {
  timeoutMs: 10 * 60_000,
  maxWireBytes: 256 * 1024 * 1024,
  maxBytes: 256 * 1024 * 1024,
} as const;

/** Milliseconds for the service's answer. */
const TIMEOUT_MS = 30 * 60_000;
const answerSchema = z.object({
  segments: z.array(z.object({ start: z.number().nonnegative(), end: z.number(), text: z.string() })),
});

/**
 * Speech-to-text over an OpenAI-compatible endpoint (`/audio/transcriptions`, `verbose_json`); null when none is set. `fetchAudio`
 * has limits for audio (`AUDIO_LIMITS`). `ending` cancels requests to the service.
 */
export function createSpeechToText(
  env: Env,
  fetchAudio: GuardedFetch,
  ending?: AbortSignal,
): SpeechToText | null {
  const base = env.EARMARK_SPEECH_BASE_URL;
  if (!base) return null;
  return async (enclosureUrl) => {
    const audio = await fetchAudio(enclosureUrl, { accept: 'audio/*' });
    if (audio.status !== 'ok') return { ok: false, ...notFetched(audio, 'audio') };
    const form = new FormData();
    form.set('model', env.EARMARK_SPEECH_MODEL);
    form.set('response_format', 'verbose_json');
    form.set('timestamp_granularities[]', 'segment');
    form.set(
      'file',
      new Blob([audio.bytes as Uint8Array<ArrayBuffer>], { type: audio.contentType ?? 'audio/mpeg' }),
      'episode.mp3',
    );
    return transcribe(
      `${base.replace(/\/+$/, '')}/audio/transcriptions`,
      env.EARMARK_SPEECH_API_KEY,
      form,
      ending,
    );
  };
}

async function transcribe(
  url: string,
  key: string | undefined,
  form: FormData,
  ending: AbortSignal | undefined,
): Promise<Heard> {
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: form,
      headers: key ? { Authorization: `Bearer ${key}` } : {},
      signal: ending ? AbortSignal.any([late, ending]) : late,
    });
    if (response.ok) return readSegments(await response.text());
    const isTooLarge = response.status === 413;
    return {
      ok: false,
      reason: `The speech-to-text service answered ${response.status}.`,
      retry: !isTooLarge,
    };
  } catch (error) {
    return failed(`The speech-to-text service did not answer: ${(error as Error).message}.`);
  }
}

function failed(reason: string): Heard {
  return { ok: false, reason, retry: true };
}

function readSegments(body: string): Heard {
  const document = parseJson(body);
  if (document === undefined) return failed('The speech-to-text service did not answer with JSON.');
  const parsed = answerSchema.safeParse(document);
  if (!parsed.success) return failed('The speech-to-text service answered without timed segments.');
  const drafts = parsed.data.segments
    .map((segment) => ({
      start: segment.start,
      end: segment.end,
      speaker: null,
      text: tidyWords(segment.text),
    }))
    .filter((cue) => cue.text !== '');
  if (drafts.length === 0) return failed('The speech-to-text service heard nothing.');
  const settled = settleCues(drafts);
  if (!settled.ok) return failed(settled.reason);
  return { ok: true, cues: settled.cues, textHash: createHash('sha256').update(body).digest('hex') };
}
