import type { Depth, EpisodeInput, ExtractedIdea, VerbatimQuote } from '#server/domain.ts';
import { type ClaimedIdea, ideaShape } from '#server/ingest/extract/llm/answer.ts';
import { proseFaults } from '#server/ingest/extract/llm/argument-text.ts';
import { findQuote } from '#server/ingest/extract/llm/find-quote.ts';
import type { Window, WindowLine, WindowSubject } from '#server/ingest/extract/llm/windows.ts';
import { writeProven } from '#server/ingest/extract/llm/write.ts';

/** What a claimed idea is proven against. */
export type Ground = { readonly input: EpisodeInput; readonly window: Window };

/** A claimed idea whose every field stood the proof. */
export type Sound = {
  readonly claimed: ClaimedIdea;
  readonly subject: WindowSubject;
  readonly alsoAbout: readonly WindowSubject[];
  readonly against: WindowSubject | null;
  readonly depth: Depth;
  readonly quote: VerbatimQuote;
  /** The passage, its quote inside; numbers from 1. */
  readonly firstLine: number;
  readonly lastLine: number;
};

export type Verdict =
  | { readonly ok: true; readonly idea: ExtractedIdea }
  | { readonly ok: false; readonly faults: readonly string[] };

/** A subject counts as named in a passage when it is named in it or so shortly before that it is still the topic. */
const STILL_THE_TOPIC_SECONDS = 180;
const LEAST_QUOTE_WORDS = 4;

/**
 * Proves one idea of a model against the transcript and our own linking: everything that it states as fact must be
 * found there. Returns the idea as it may be stored, or every fault, worded for the model to put right.
 */
export function proveIdea(ground: Ground, raw: unknown): Verdict {
  const shaped = ideaShape.safeParse(raw);
  if (!shaped.success) {
    const faults = shaped.error.issues.map((issue) => `${issue.path.join('.') || 'idea'}: ${issue.message}.`);
    return { ok: false, faults: faults.slice(0, 10) };
  }
  const claimed = shaped.data;
  const faults: string[] = [];
  const fault = (text: string) => {
    faults.push(text);
    return null;
  };
  const depth = isDepth(claimed.depth) ? claimed.depth : fault('depth: it must be 1, 2, 3, 4 or 5.');
  const subject = subjectOf(ground.window, claimed.subject) ?? fault(notListed('subject', claimed.subject));
  const alsoAbout = claimed.alsoAbout.flatMap(
    (id) => subjectOf(ground.window, id) ?? fault(notListed('alsoAbout', id)) ?? [],
  );
  const against =
    claimed.against === null
      ? null
      : (subjectOf(ground.window, claimed.against) ?? fault(notListed('against', claimed.against)));
  const found = findQuote(ground.input.cues, ground.window, claimed.quote, claimed.quoteLine);
  if (found === null)
    fault(
      'quote: these words are not in the lines; copy them letter for letter, at most 300 characters, from one speaker.',
    );
  else faults.push(...quoteFaults(ground, claimed, found.quote));
  const [firstLine, lastLine] = passageOf(ground.window, claimed, found?.line ?? claimed.quoteLine);
  for (const one of [subject, against, ...alsoAbout]) {
    if (one !== null && !isNamed(ground.window, one, firstLine, lastLine))
      fault(
        `subject: ${one.subject.name} is not named in lines ${firstLine} to ${lastLine}, nor just before.`,
      );
  }
  faults.push(...proseFaults(claimed, groundsOf(ground)));
  if (faults.length > 0 || subject === null || found === null || depth === null) return { ok: false, faults };
  const sound = { claimed, subject, alsoAbout, against, depth, quote: found.quote, firstLine, lastLine };
  return { ok: true, idea: writeProven(ground, sound) };
}

/** Proves an idea, else the idea without its context, risks and signals. */
export function proveBare(ground: Ground, raw: unknown): Verdict {
  const whole = proveIdea(ground, raw);
  if (whole.ok || typeof raw !== 'object') return whole;
  const bare = proveIdea(ground, { ...raw, context: null, risks: [], signals: [] });
  return bare.ok ? bare : whole;
}

function isDepth(value: number): value is Depth {
  return Number.isInteger(value) && value >= 1 && value <= 5;
}

/** The subject of the window that an id means; its bare symbol or slug is understood too. */
function subjectOf(window: Window, id: string): WindowSubject | null {
  const wanted = id.trim().replace(/^\$/, '').toLowerCase();
  return (
    window.subjects.find(
      (one) => one.id.toLowerCase() === wanted || one.subject.key.toLowerCase() === wanted,
    ) ?? null
  );
}

function notListed(field: string, id: string): string {
  return `${field}: "${id.slice(0, 40)}" is not in the list of subjects of these lines.`;
}

function quoteFaults({ window, input }: Ground, claimed: ClaimedIdea, quote: VerbatimQuote): string[] {
  const label = input.cues[quote.firstCue]?.speaker ?? null;
  const name = window.speakers.find(([one]) => one === label)?.[1].name ?? null;
  const said = claimed.speaker?.trim() || null;
  const isSaid = said === label || (said !== null && (said === label?.trim() || said === name));
  return [
    ...(isSaid
      ? []
      : [`speaker: the quote is said by ${label === null ? 'nobody named (null)' : `"${label}"`}.`]),
    ...(quote.text.split(' ').length < LEAST_QUOTE_WORDS ? ['quote: it is too short to carry a claim.'] : []),
  ];
}

/** The passage that a model gives, within the window and around the quote. */
function passageOf(window: Window, claimed: ClaimedIdea, quoteLine: number): [first: number, last: number] {
  const within = (line: number) => Math.min(Math.max(Math.round(line) || 1, 1), window.lines.length);
  return [within(Math.min(claimed.firstLine, quoteLine)), within(Math.max(claimed.lastLine, quoteLine))];
}

function isNamed({ lines }: Window, subject: WindowSubject, firstLine: number, lastLine: number): boolean {
  const from = (lines[firstLine - 1] as WindowLine).start - STILL_THE_TOPIC_SECONDS;
  return subject.lines.some((line) => line <= lastLine && (lines[line - 1] as WindowLine).end >= from);
}

/** All that a model's own words may rest on: what was said in the window, by whom, about what, and where. */
function groundsOf({ input, window }: Ground): string {
  return [
    ...window.lines.map((line: WindowLine) => line.text),
    ...window.speakers.flatMap(([label, speaker]) => [label, speaker.name ?? '']),
    ...window.subjects.flatMap((one) => [one.subject.name, one.subject.key, ...one.tickers]),
    ...input.people.map((person) => person.name),
    input.showName,
  ].join('\n');
}
