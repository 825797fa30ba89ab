import { createHash } from 'node:crypto';
import type { Cue, EpisodeInput, Extraction, Extractor } from '#server/domain.ts';
import type { TranscriptLink } from '#server/feeds/types.ts';
import { ExtractionPaused, LlmUnavailable } from '#server/ingest/engine/outage.ts';
import type { TranscriptReader } from '#server/ingest/engine/reader.ts';
import { pauseEpisode } from '#server/ingest/engine/store.ts';
import { analysisVersion } from '#server/ingest/engine/version.ts';
import { withoutWords } from '#server/ingest/moderation/people/rules.ts';
import { withdrawnPeople } from '#server/ingest/moderation/people/store.ts';
import { sketchOf } from '#server/ingest/publish/repeats/rules.ts';
import { storeSketch } from '#server/ingest/publish/repeats/store.ts';
import { servable } from '#server/ingest/publish/rules.ts';
import { type Published, publishAnalysis } from '#server/ingest/publish/store.ts';
import type { SpeechToText } from '#server/ingest/speech.ts';
import { rankTranscripts } from '#server/ingest/transcript/choose.ts';
import { inputOf } from '#server/ingest/transcript/input.ts';
import { parseTranscript } from '#server/ingest/transcript/parse.ts';
import {
  type EpisodeRecord,
  findEpisode,
  readCues,
  recordFailure,
  storeTranscript,
  TranscriptsReplaced,
} from '#server/ingest/transcript/store.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db.ts';
import type { GuardedFetch } from '#server/platform/fetch.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { whileHeld } from '#server/platform/postgres/held-lock.ts';
import type { Services } from '#server/platform/services.ts';

export type EpisodeTools = {
  readonly fetchGuarded: GuardedFetch;
  readonly extractor: Extractor;
  /** What analyses an episode that the extractor's model would not answer for, time after time. */
  readonly fallback?: Extractor | null;
  readonly speech: SpeechToText | null;
  /** Reads transcripts in another thread; here where absent. */
  readonly apart?: TranscriptReader;
  /** Aborts when the worker is told to end: what was waited for then failed through nobody's fault. */
  readonly ending?: AbortSignal;
};
export type EpisodeReport =
  | ({ readonly result: 'processed' } & Published)
  | {
      readonly result: 'no_transcript' | 'failed' | 'paused' | 'replaced' | 'busy' | 'done';
      readonly reason: string | null;
    };

const here: TranscriptReader = {
  parse: async (bytes, source) => parseTranscript(bytes, source),
  sketch: async (cues) => sketchOf(cues),
};

const MAX_ATTEMPTS = 5;
const FIRST_RETRY_MS = 5 * 60_000;

/**
 * Brings one episode as far as it goes: transcript fetched, cues stored, ideas extracted and published. Each step is
 * stored whole before the next, so a crash loses at most the step it interrupts; one episode is worked on once at a time.
 * A step whose transcripts the feed replaced meanwhile writes nothing: the episode waits for the new ones.
 */
export async function processEpisode(
  services: Services,
  tools: EpisodeTools,
  episodeId: string,
): Promise<EpisodeReport> {
  return withEpisodeLock(services, episodeId, async (lost) => {
    try {
      return await advance(services, tools, episodeId, lost);
    } catch (error) {
      if (!(error instanceof TranscriptsReplaced)) throw error;
      return { result: 'replaced', reason: error.message };
    }
  });
}

async function advance(
  services: Services,
  tools: EpisodeTools,
  episodeId: string,
  lost: AbortSignal,
): Promise<EpisodeReport> {
  const held = { clock: services.clock, db: services.db.cancelledBy(lost) };
  const episode = await findEpisode(services.db, episodeId);
  if (!episode || (episode.state !== 'pending' && episode.state !== 'transcribed'))
    return { result: 'done', reason: null };
  let reached = { ...episode, state: episode.state as Waiting };
  try {
    const cues = reached.state === 'transcribed' ? await readCues(services.db, episode.id) : null;
    const read = cues ? { ok: true as const, cues } : await transcribe(held, tools, episode);
    if (!read.ok && tools.ending?.aborted) return { result: 'paused', reason: 'The worker was told to end.' };
    if (!read.ok) return await giveUpOrRetry(services, reached, read);
    // Each step has attempts of its own.
    if (!cues) reached = { ...reached, state: 'transcribed', attempts: 0 };
    return { result: 'processed', ...(await analyse(held, tools, reached, read.cues)) };
  } catch (error) {
    if (error instanceof TranscriptsReplaced) throw error;
    if (error instanceof ExtractionPaused) {
      await pauseEpisode(services.db, episode, error.message, error.until);
      return { result: 'paused', reason: error.message };
    }
    // Another may be at it by now: what it stored stands, and the next sweep takes the episode up where it is.
    if (lost.aborted) return { result: 'failed', reason: String(lost.reason.message) };
    const reason = error instanceof Error ? error.message : String(error);
    services.log.error({ episodeId, err: error instanceof Error ? error.stack : reason }, 'episode failed');
    const notBefore = error instanceof LlmUnavailable ? error.retryAt : null;
    return giveUpOrRetry(services, reached, { reason, retry: true, notBefore });
  }
}

type Waiting = 'pending' | 'transcribed';
type NotRead = {
  readonly ok?: false;
  readonly reason: string;
  readonly retry: boolean;
  readonly notBefore?: Date | null;
};

type Transcribed = { readonly ok: true; readonly cues: readonly Cue[] } | (NotRead & { readonly ok: false });

/** What a step stores through: refused once the lock on its episode is lost. */
type Held = { readonly clock: Clock; readonly db: Db };

/** Stores the first of the feed's transcripts that can be read, best first; else what is heard, where speech can be read. */
async function transcribe(services: Held, tools: EpisodeTools, episode: EpisodeRecord): Promise<Transcribed> {
  let last: Transcribed = { ok: false, reason: 'The feed names no timed transcript.', retry: false };
  for (const link of rankTranscripts(episode.transcripts, episode.language)) {
    last = await readLinked(services, tools, episode, link);
    if (last.ok) return last;
  }
  if (!tools.speech || !episode.enclosureUrl) return last;
  const heard = await tools.speech(episode.enclosureUrl);
  if (!heard.ok) return { ok: false, reason: heard.reason, retry: true };
  const { textHash } = heard;
  const cues = withoutWords(heard.cues, await withdrawnPeople(services.db));
  const transcript = { sourceUrl: null, type: 'speech', language: episode.language, textHash, cues };
  await storeTranscript(services.db, episode, transcript, services.clock());
  return { ok: true, cues };
}

/** Fetches, parses and stores one transcript that the feed links to. */
async function readLinked(
  services: Held,
  tools: EpisodeTools,
  episode: EpisodeRecord,
  link: TranscriptLink,
): Promise<Transcribed> {
  const fetched = await tools.fetchGuarded(link.url, {
    accept: 'application/json, text/vtt, application/x-subrip, text/html, */*;q=0.5',
  });
  if (fetched.status !== 'ok') {
    const reason = fetched.status === 'failed' ? fetched.reason : 'The transcript was not sent.';
    return { ok: false, reason, retry: true };
  }
  const { url, type, language } = link;
  const { parse } = tools.apart ?? here;
  const parsed = await parse(fetched.bytes, { contentType: fetched.contentType, type, url });
  if (!parsed.ok) return { ok: false, reason: parsed.reason, retry: false };
  const cues = withoutWords(parsed.cues, await withdrawnPeople(services.db));
  const textHash = createHash('sha256').update(fetched.bytes).digest('hex');
  const transcript = { sourceUrl: url, type: parsed.format, language, textHash, cues };
  await storeTranscript(services.db, episode, transcript, services.clock());
  return { ok: true, cues };
}

async function analyse(
  services: Held,
  tools: EpisodeTools,
  episode: EpisodeRecord,
  cues: readonly Cue[],
): Promise<Published> {
  await storeSketch(services.db, episode.id, await (tools.apart ?? here).sketch(cues));
  const input = await inputOf(services.db, episode, cues);
  const started = performance.now();
  const { extraction, engineVersion } = await extract(tools, input, isLastAttempt(episode));
  metrics.extractionSeconds.inc({ engine: engineVersion }, (performance.now() - started) / 1000);
  metrics.talkSeconds.inc({ engine: engineVersion }, Math.max(0, cues.at(-1)?.end ?? 0));
  const { id, showId, transcripts } = episode;
  return publishAnalysis(
    services.db,
    {
      episodeId: id,
      transcripts,
      showId,
      cues,
      extraction: servable(extraction),
      engineVersion,
    },
    services.clock(),
  );
}

type Extracted = { readonly extraction: Extraction; readonly engineVersion: string };

/** Extracts with the chosen engine; at the last attempt, rather than give the episode up, with the fallback. */
async function extract(tools: EpisodeTools, input: EpisodeInput, isLast: boolean): Promise<Extracted> {
  const by = async (engine: Extractor): Promise<Extracted> => {
    const extraction = await engine.extract(input);
    return { extraction, engineVersion: analysisVersion(engine.version, extraction) };
  };
  try {
    return await by(tools.extractor);
  } catch (error) {
    if (!isLast || !tools.fallback || !(error instanceof LlmUnavailable)) throw error;
    return by(tools.fallback);
  }
}

function isLastAttempt(episode: Pick<EpisodeRecord, 'attempts'>): boolean {
  return episode.attempts + 1 >= MAX_ATTEMPTS;
}

async function giveUpOrRetry(
  services: Services,
  episode: EpisodeRecord & { state: Waiting },
  failure: NotRead,
): Promise<EpisodeReport> {
  const last = !failure.retry || isLastAttempt(episode);
  const giveUp = episode.transcripts.length === 0 ? 'no_transcript' : 'failed';
  const wait = FIRST_RETRY_MS * 4 ** episode.attempts;
  const soonest = Math.max(services.clock().getTime() + wait, failure.notBefore?.getTime() ?? 0);
  const next = last ? null : new Date(soonest);
  await recordFailure(services.db, episode, failure.reason, last ? giveUp : episode.state, next);
  return { result: last && giveUp === 'no_transcript' ? 'no_transcript' : 'failed', reason: failure.reason };
}

async function withEpisodeLock(
  services: Services,
  episodeId: string,
  work: (lost: AbortSignal) => Promise<EpisodeReport>,
): Promise<EpisodeReport> {
  const report = await whileHeld(services.databaseUrl, `episode:${episodeId}`, work);
  return report ?? { result: 'busy', reason: null };
}
