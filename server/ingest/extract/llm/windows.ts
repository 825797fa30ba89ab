import type { EpisodeInput, ExtractedIdea, Subject } from '#server/domain.ts';
import { reach, type Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { type Cast, speakerOf } from '#server/ingest/extract/speakers/speakers.ts';
import { type Mention, subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import type { Survey } from '#server/ingest/extract/survey.ts';
import { isQuestion } from '#server/language/speech/modality.ts';
import { themeBySlug } from '#server/linking/themes/rules.ts';

type Speaker = NonNullable<ExtractedIdea['speaker']>;
type Etf = ExtractedIdea['participationEtfs'][number];

/** A sentence of a window as the model sees it; numbered from 1. */
export type WindowLine = {
  readonly speaker: string | null;
  /** False for a doubtful label, though it may be sound elsewhere. */
  readonly borneOut: boolean;
  readonly text: string;
  readonly firstCue: number;
  readonly lastCue: number;
  /** Seconds from the start of the episode. */
  readonly start: number;
  readonly end: number;
};

/** A subject that our linking finds in the window, and the lines that name it. */
export type WindowSubject = {
  readonly id: string;
  readonly subject: Subject;
  readonly tickers: readonly string[];
  /** Company slug; null for a theme. */
  readonly slug: string | null;
  readonly lines: readonly number[];
  /** Its names as said. */
  readonly surfaces: readonly string[];
  /** Symbols of the listed owner of a unit that goes by its own name. */
  readonly ownerTickers: readonly string[];
  readonly etfs: readonly Etf[];
};

/** A stretch of talk for one question. Plain data: it crosses threads. */
export type Window = {
  readonly lines: readonly WindowLine[];
  /** Lines whose ideas are asked for; those around belong to the neighbours and are context. */
  readonly own: { readonly firstLine: number; readonly lastLine: number };
  readonly subjects: readonly WindowSubject[];
  /** Who speaks in it, by the transcript's label. */
  readonly speakers: readonly (readonly [label: string, speaker: Speaker])[];
};

/** An episode's window to ask about. */
export type WindowTalk = { readonly input: EpisodeInput; readonly window: Window };

/** Fewest and most words of a window, unless the talk ends. */
const LEAST_WORDS = 700;
const MOST_WORDS = 1900;
/** Words shown before and after a window, so that no argument is cut at its end. */
const WORDS_BEFORE = 150;
const WORDS_AFTER = 300;
/** Costs of a cut within a passage, within a turn, or between question and answer. */
const CUTS_PASSAGE = 4;
const CUTS_TURN = 3;
const CUTS_QUESTION = 6;
/** A pause or sponsor read of this many seconds is a natural end. */
const PAUSE_SECONDS = 5;
const PAUSE_BONUS = 3;

/**
 * An episode's windows, in order, covering all sentences outside adverts near named subjects. Each ends where the
 * fewest passages continue: between topics and turns, if possible never between question and answer. Windows without
 * subjects are left out: nothing is asked about them.
 */
export function windowsOf(read: Survey, cast: Cast): Window[] {
  const discourse = read.discourse.sentences.filter(
    (sentence) => !read.adverts.sentences.has(sentence.index),
  );
  const costs = cutCosts(read, discourse);
  const windows: Window[] = [];
  for (let from = 0; from < discourse.length; ) {
    const to = windowEnd(discourse, costs, from);
    if (discourse.slice(from, to).some(({ index }) => read.discourse.mentions.has(index)))
      windows.push(windowOf(read, cast, discourse, { from, to }));
    from = to;
  }
  return windows;
}

/** Cost of beginning a window at each sentence. */
function cutCosts(read: Survey, discourse: readonly Sentence[]): number[] {
  const running = new Array<number>(read.discourse.sentences.length + 1).fill(0);
  for (const { reading } of read.candidates) {
    const { sentences } = reading.passage;
    for (let i = (sentences[0] as number) + 1; i <= (sentences.at(-1) as number); i += 1)
      running[i] = (running[i] as number) + 1;
  }
  return discourse.map((sentence, i) => {
    const before = discourse[i - 1];
    if (before === undefined) return 0;
    const pause = sentence.start - before.end >= PAUSE_SECONDS || sentence.index > before.index + 1;
    return (
      (running[sentence.index] as number) * CUTS_PASSAGE +
      (sentence.turn === before.turn ? CUTS_TURN : 0) +
      (isQuestion(before.text) && before.speaker !== sentence.speaker ? CUTS_QUESTION : 0) -
      (pause ? PAUSE_BONUS : 0)
    );
  });
}

/** End of the window that begins at `from`. Ends before the sentence where a cut costs least; the last one on a tie. */
function windowEnd(discourse: readonly Sentence[], costs: readonly number[], from: number): number {
  let words = 0;
  let best: number | null = null;
  for (let i = from; i < discourse.length; i += 1) {
    if (i > from && words >= LEAST_WORDS) {
      if (best === null || (costs[i] as number) <= (costs[best] as number)) best = i;
    }
    words += (discourse[i] as Sentence).words;
    if (words > MOST_WORDS && best !== null) return best;
  }
  return discourse.length;
}

/** Sentences `from` to before `to`, with context. */
function windowOf(
  read: Survey,
  cast: Cast,
  discourse: readonly Sentence[],
  { from, to }: { from: number; to: number },
): Window {
  const shownFrom = from - reach(discourse.slice(0, from).reverse(), WORDS_BEFORE);
  const sentences = discourse.slice(shownFrom, to + reach(discourse.slice(to), WORDS_AFTER));
  const lines = sentences.map(({ index, speaker, text, firstCue, lastCue, start, end }) => ({
    speaker,
    borneOut: cast.isTurnBorneOut(index),
    text,
    firstCue,
    lastCue,
    start,
    end,
  }));
  const labels = [...new Set(lines.map((line) => line.speaker).filter((label) => label !== null))];
  return {
    lines,
    own: { firstLine: from - shownFrom + 1, lastLine: to - shownFrom },
    subjects: subjectsOf(read, sentences),
    speakers: labels.flatMap((label) => {
      const speaker = speakerOf(cast, label, []);
      return speaker === null ? [] : [[label, speaker] as const];
    }),
  };
}

function subjectsOf(read: Survey, sentences: readonly Sentence[]): WindowSubject[] {
  const found = new Map<string, { mention: Mention; lines: Set<number>; surfaces: Set<string> }>();
  sentences.forEach((sentence, i) => {
    for (const mention of read.discourse.mentions.get(sentence.index) ?? []) {
      const id = subjectId(mention.subject);
      const known = found.get(id) ?? { mention, lines: new Set(), surfaces: new Set() };
      known.lines.add(i + 1);
      known.surfaces.add(mention.surface);
      found.set(id, known);
    }
  });
  return [...found].map(([id, { mention, lines, surfaces }]) => ({
    id,
    subject: mention.subject,
    tickers: mention.tickers,
    slug: mention.slug,
    lines: [...lines],
    surfaces: [...surfaces],
    ownerTickers: mention.ownerTickers,
    etfs: mention.subject.kind === 'theme' ? (themeBySlug(mention.subject.key)?.etfs ?? []) : [],
  }));
}
