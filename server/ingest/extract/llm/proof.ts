import type { Depth, ExtractedIdea, VerbatimQuote } from '#server/domain.ts';
import { type ClaimedIdea, ideaShape } from '#server/ingest/extract/llm/answer.ts';
import { argumentFaults } from '#server/ingest/extract/llm/argument-text.ts';
import { findQuote } from '#server/ingest/extract/llm/find-quote.ts';
import type { Window, WindowLine, WindowSubject } from '#server/ingest/extract/llm/windows.ts';
import { type ProofSource, type ProvenIdea, writeProven } from '#server/ingest/extract/llm/write.ts';

/** The idea as it may be stored, or what does not hold in it, worded for the model to put right. */
export type ProofResult =
  | { readonly ok: true; readonly idea: ExtractedIdea }
  | { readonly ok: false; readonly faults: readonly string[] };

/** A subject counts as named in a passage when it is named in it or so shortly before that it is still the topic. */
const STILL_THE_TOPIC_SECONDS = 180;
const LEAST_QUOTE_WORDS = 4;

/**
 * Proves one idea of a language model against the transcript and our own linking: everything that it states as fact must be
 * found there. Returns the idea as it may be stored, or every fault, worded for the model to put right.
 */
export function proveIdea(source: ProofSource, raw: unknown): ProofResult {
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
  const subject = subjectOf(source.window, claimed.subject) ?? fault(notListed('subject', claimed.subject));
  const alsoAbout = claimed.alsoAbout.flatMap(
    (id) => subjectOf(source.window, id) ?? fault(notListed('alsoAbout', id)) ?? [],
  );
  const against =
    claimed.against === null
      ? null
      : (subjectOf(source.window, claimed.against) ?? fault(notListed('against', claimed.against)));
  const found = findQuote(source.input.cues, source.window, claimed.quote, claimed.quoteLine);
  if (found === null)
    fault(
      'quote: these words are not in the lines; copy them letter for letter, at most 300 characters, from one speaker.',
    );
  else faults.push(...quoteFaults(source, claimed, found.quote));
  const [firstLine, lastLine] = passageOf(source.window, claimed, found?.line ?? claimed.quoteLine);
  for (const one of [subject, against, ...alsoAbout]) {
    if (one !== null && !isNamed(source.window, one, firstLine, lastLine))
      fault(
        `subject: ${one.subject.name} is not named in lines ${firstLine} to ${lastLine}, nor just before.`,
      );
  }
  faults.push(...argumentFaults(claimed, sourceTextOf(source)));
  if (faults.length > 0 || subject === null || found === null || depth === null) return { ok: false, faults };
  const proven: ProvenIdea = {
    claimed,
    subject,
    alsoAbout,
    against,
    depth,
    quote: found.quote,
    firstLine,
    lastLine,
  };
  return { ok: true, idea: writeProven(source, proven) };
}

/** Proves an idea, else the idea without its context, risks and signals. */
export function proveBare(source: ProofSource, raw: unknown): ProofResult {
  const whole = proveIdea(source, raw);
  if (whole.ok || typeof raw !== 'object') return whole;
  const bare = proveIdea(source, { ...raw, context: null, risks: [], signals: [] });
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

function quoteFaults({ window, input }: ProofSource, claimed: ClaimedIdea, quote: VerbatimQuote): string[] {
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

/** The passage that a language model gives, within the window and around the quote. */
function passageOf(window: Window, claimed: ClaimedIdea, quoteLine: number): [first: number, last: number] {
  const within = (line: number) => Math.min(Math.max(Math.round(line) || 1, 1), window.lines.length);
  return [within(Math.min(claimed.firstLine, quoteLine)), within(Math.max(claimed.lastLine, quoteLine))];
}

function isNamed({ lines }: Window, subject: WindowSubject, firstLine: number, lastLine: number): boolean {
  const from = (lines[firstLine - 1] as WindowLine).start - STILL_THE_TOPIC_SECONDS;
  return subject.lines.some((line) => line <= lastLine && (lines[line - 1] as WindowLine).end >= from);
}

/** All that a language model's own words may rest on: what was said in the window, by whom, about what, and where. */
function sourceTextOf({ input, window }: ProofSource): string {
  return [
    ...window.lines.map((line: WindowLine) => line.text),
    ...window.speakers.flatMap(([label, speaker]) => [label, speaker.name ?? '']),
    ...window.subjects.flatMap((one) => [one.subject.name, one.subject.key, ...one.tickers]),
    ...input.people.map((person) => person.name),
    input.showName,
  ].join('\n');
}
