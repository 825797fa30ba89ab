import { createHash } from 'node:crypto';
import type { Cue, EpisodeInput, Extraction, Extractor } from '#server/domain.ts';
import type { TranscriptLink } from '#server/feeds/types.ts';
import { LlmUnavailable } from '#server/ingest/engine/outage.ts';
import type { TranscriptReader } from '#server/ingest/engine/reader.ts';
import { analysisVersion } from '#server/ingest/engine/version.ts';
import {
  type EpisodeRecord,
  findEpisode,
  isPutOff,
  TranscriptsReplaced,
} from '#server/ingest/episodes/store.ts';
import { sketchOf } from '#server/ingest/publish/repeats/rules.ts';
import { storeSketch } from '#server/ingest/publish/repeats/store.ts';
import { servable } from '#server/ingest/publish/rules.ts';
import { type Published, publishAnalysis } from '#server/ingest/publish/store.ts';
import { isLastAttempt, notFetched, type Step, type StepFailure } from '#server/ingest/schedule.ts';
import { type Held, settleError, settleFailure } from '#server/ingest/settle.ts';
import type { SpeechToText } from '#server/ingest/speech.ts';
import { rankTranscripts } from '#server/ingest/transcript/choose.ts';
import { inputOf } from '#server/ingest/transcript/input.ts';
import { parseTranscript } from '#server/ingest/transcript/parse.ts';
import {
  readCues,
  type StoredTranscript,
  storeTranscript,
  untriedOthers,
} from '#server/ingest/transcript/store.ts';
import type { GuardedFetch } from '#server/platform/fetch.ts';
import { metrics } from '#server/platform/observe/metrics.ts';
import { whileHeld } from '#server/platform/postgres/held-lock.ts';
import type { Services } from '#server/platform/services.ts';

export type EpisodeTools = {
  readonly fetchGuarded: GuardedFetch;
  readonly extractor: Extractor;
  /** Analyses an episode at its last attempt when the extractor's model does not answer. */
  readonly fallback?: Extractor | null;
  readonly speech: SpeechToText | null;
  /** Reads transcripts in another thread; absent, this thread reads them. */
  readonly apart?: TranscriptReader;
  /** Aborts when the worker is told to end, or the queue gives the job up: extraction ends, and a failure after that is no failure of the episode. */
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

/**
 * Brings one episode as far as it goes: fetches its transcript, stores the cues, extracts ideas and publishes them. Each step is
 * stored whole before the next, so a crash loses at most one step. Only one process at a time works on an episode.
 * If the feed replaces the transcripts meanwhile, the step writes nothing and the episode waits for the new ones.
 */
export async function processEpisode(
  services: Services,
  tools: EpisodeTools,
  episodeId: string,
): Promise<EpisodeReport> {
  return bring(services, tools, episodeId, 'processed');
}

/** How far an episode is brought: until its transcript is stored, or its ideas are published. */
type Goal = 'transcribed' | 'processed';

function bring(
  services: Services,
  tools: EpisodeTools,
  episodeId: string,
  goal: Goal,
): Promise<EpisodeReport> {
  return withEpisodeLock(services, episodeId, async (lost) => {
    try {
      return await advance(services, tools, episodeId, lost, goal);
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
  goal: Goal,
): Promise<EpisodeReport> {
  // Nobody waits for it: a withdrawal of somebody who is heard often locks what it writes for as long as it takes.
  const held = { clock: services.clock, db: services.db.cancelledBy(lost, { isWaitedFor: false }) };
  const episode = await findEpisode(services.db, episodeId);
  if (!episode || (episode.state !== 'pending' && episode.state !== 'transcribed'))
    return { result: 'done', reason: null };
  // A job that was queued before a failure comes after it.
  if (isPutOff(episode, services.clock())) return { result: 'done', reason: null };
  let reached = { ...episode, state: episode.state as Step['state'] };
  try {
    const cues = reached.state === 'transcribed' ? await readCues(services.db, episode.id) : null;
    const read: Transcribed = cues
      ? { ok: true, cues, isRead: false }
      : await transcribe(held, tools, episode);
    if (!read.ok && tools.ending?.aborted) return STOPPED;
    if (!read.ok) return await settleFailure(held, reached, read);
    if (read.isRead) return UNCHANGED;
    // Each step has attempts of its own.
    if (!cues) reached = { ...reached, state: 'transcribed', attempts: 0 };
    if (goal === 'transcribed') return TRANSCRIBED;
    await transcribeOthers(services, tools, episode);
    if (tools.ending?.aborted) return STOPPED;
    const published = await analyse(held, tools, reached, read.cues);
    if (published.heldBack.length > 0)
      services.log.warn({ episodeId, ideas: published.heldBack }, 'ideas are hidden as what they repeat');
    return { result: 'processed', ...published };
  } catch (error) {
    if (error instanceof TranscriptsReplaced) throw error;
    // Another process may work on it now. What is stored stands, and the next sweep continues from there.
    if (lost.aborted) return { result: 'failed', reason: String(lost.reason.message) };
    if (tools.ending?.aborted) return STOPPED;
    return settleError(services, held, reached, error);
  }
}

/**
 * Stores the transcripts of the show's newest other episodes before one of them is read: all of them together tell who speaks in
 * each. What cannot be had fails for that episode alone.
 */
async function transcribeOthers(
  services: Services,
  tools: EpisodeTools,
  episode: EpisodeRecord,
): Promise<void> {
  for (const id of await untriedOthers(services.db, episode, services.clock())) {
    if (tools.ending?.aborted) return;
    await bring(services, tools, id, 'transcribed');
  }
}

const TRANSCRIBED = { result: 'done', reason: null } as const;

/** The episode is left as it is, with no failure counted. */
const STOPPED = { result: 'paused', reason: 'The worker was told to end.' } as const;

/** The links to the transcript changed, and what it says did not. */
const UNCHANGED = { result: 'done', reason: 'Its transcript says what was read before.' } as const;

type Transcribed = ({ readonly ok: true } & StoredTranscript) | (StepFailure & { readonly ok: false });

/**
 * Stores the best readable transcript of the feed; else what speech-to-text hears, if it is set. It hears nothing while the feed's own
 * may yet come, until the last attempt.
 */
async function transcribe(services: Held, tools: EpisodeTools, episode: EpisodeRecord): Promise<Transcribed> {
  const failures: StepFailure[] = [];
  for (const link of rankTranscripts(episode.transcripts, episode.language)) {
    const read = await readLinked(services, tools, episode, link);
    if (read.ok) return read;
    failures.push(read);
  }
  const linked = failures[0]?.reason;
  const mayCome = failures.some(({ retry }) => retry) && !isLastAttempt(episode);
  if (linked !== undefined && mayCome) return { ok: false, reason: linked, retry: true };
  const heard = await hear(services, tools, episode);
  if (heard?.ok) return heard;
  if (heard) failures.push(heard);
  if (failures.length === 0)
    return { ok: false, reason: 'The feed names no timed transcript.', retry: false, hasNoSource: true };
  const reason = [linked, heard?.reason].filter((told) => told !== undefined).join(' ');
  return { ok: false, reason, retry: failures.some(({ retry }) => retry) };
}

/** Stores what speech-to-text hears; null if it is not set or the episode has no audio. */
async function hear(
  services: Held,
  { speech, extractor }: EpisodeTools,
  episode: EpisodeRecord,
): Promise<Transcribed | null> {
  if (!speech || !episode.enclosureUrl) return null;
  const heard = await speech(episode.enclosureUrl);
  if (!heard.ok) return heard;
  const { textHash, cues } = heard;
  const transcript = { sourceUrl: null, type: 'speech', language: episode.language, textHash, cues };
  const now = services.clock();
  return { ok: true, ...(await storeTranscript(services.db, episode, transcript, now, extractor.version)) };
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
  if (fetched.status !== 'ok') return { ok: false, ...notFetched(fetched, 'transcript') };
  const { url, type, language } = link;
  const { parse } = tools.apart ?? here;
  const source = { contentType: fetched.contentType, type, url };
  // The thread may die or take too long: the next transcript is tried then, too.
  const parsed = await parse(fetched.bytes, source).catch((error: Error) => error);
  if (parsed instanceof Error) return { ok: false, reason: parsed.message, retry: true };
  if (!parsed.ok) return { ok: false, reason: parsed.reason, retry: false };
  const textHash = createHash('sha256').update(fetched.bytes).digest('hex');
  const transcript = { sourceUrl: url, type: parsed.format, language, textHash, cues: parsed.cues };
  const now = services.clock();
  return {
    ok: true,
    ...(await storeTranscript(services.db, episode, transcript, now, tools.extractor.version)),
  };
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
  const { extraction, engineVersion } = await extract(
    tools,
    input,
    isLastAttempt(episode) ? tools.fallback : null,
  );
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

/** Extracts with the chosen engine; with the fallback, if there is one, where the model does not answer. */
async function extract(
  { extractor, ending }: EpisodeTools,
  input: EpisodeInput,
  fallback: Extractor | null | undefined,
): Promise<Extracted> {
  const by = async (engine: Extractor): Promise<Extracted> => {
    const extraction = await engine.extract(input, ending);
    return { extraction, engineVersion: analysisVersion(engine.version, extraction) };
  };
  try {
    return await by(extractor);
  } catch (error) {
    if (!fallback || !(error instanceof LlmUnavailable)) throw error;
    return by(fallback);
  }
}

async function withEpisodeLock(
  services: Services,
  episodeId: string,
  work: (lost: AbortSignal) => Promise<EpisodeReport>,
): Promise<EpisodeReport> {
  const report = await whileHeld(services.databaseUrl, `episode:${episodeId}`, work);
  return report ?? { result: 'busy', reason: null };
}
