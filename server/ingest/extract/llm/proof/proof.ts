import type { Depth } from '#server/domain.ts';
import { type ClaimedIdea, ideaShape, mendedForm } from '#server/ingest/extract/llm/answer.ts';
import { badlyCut, brokenOff, isPunctuated, partedFromSense } from '#server/ingest/extract/llm/proof/cut.ts';
import { type FoundQuote, findQuote } from '#server/ingest/extract/llm/proof/find-quote.ts';
import { dropUnsaidSurnames } from '#server/ingest/extract/llm/proof/names.ts';
import { isNamedIn, neighbourFault } from '#server/ingest/extract/llm/proof/neighbour.ts';
import {
  isWithin,
  namesText,
  type ProofSource,
  passageText,
  type Reach,
} from '#server/ingest/extract/llm/proof/source.ts';
import { subjectFault, subjectOf } from '#server/ingest/extract/llm/proof/subject.ts';
import { type Field, type Rests, textFaults, turnedFaults } from '#server/ingest/extract/llm/proof/texts.ts';
import type { WindowSubject } from '#server/ingest/extract/llm/windows.ts';

/** A claimed idea with every field proven; unproven ones beside the claim are left out. */
export type ProvenIdea = Reach & {
  readonly claimed: ClaimedIdea;
  readonly subject: WindowSubject;
  readonly alsoAbout: readonly WindowSubject[];
  readonly against: WindowSubject | null;
  readonly depth: Depth;
  readonly found: FoundQuote;
  /** Its first reader doubted that it should be listed; the signer did not. */
  readonly wasInDoubt?: true;
};

/** A proven idea with its source, and its readings' findings. */
export type Held = {
  readonly source: ProofSource;
  readonly idea: ProvenIdea;
  /** The stance that each reading found. */
  readonly stances: readonly ClaimedIdea['stance'][];
  /** Why the last reading did not sign it, in a few words each; empty if unread or signed. */
  readonly unsigned: readonly string[];
};

/**
 * A proven idea, with faults of what was left out and `doubts` for a reader to settle; or its faults, worded for the
 * model; or that a neighbouring window owns it.
 */
export type ProofResult =
  | {
      readonly is: 'proven';
      readonly idea: ProvenIdea;
      readonly leftOut: readonly string[];
      readonly doubts: readonly string[];
    }
  | { readonly is: 'refused'; readonly faults: readonly string[] }
  | { readonly is: 'elsewhere' };

const LEAST_QUOTE_WORDS = 4;
/** Numbers may be this many lines before or after the passage, or in a line that a step names; directions, trades and the other side of a comparison must be closer. */
const NEAR = { before: 25, after: 10 };
const CLOSE = { before: 3, after: 2 };

/** The idea of a model's answer, or what is wrong with its form. */
export function shapeOf(
  raw: unknown,
): { readonly idea: ClaimedIdea } | { readonly faults: readonly string[] } {
  const shaped = ideaShape.safeParse(mendedForm(raw));
  if (shaped.success) return { idea: shaped.data };
  const faults = shaped.error.issues.map((issue) => `${issue.path.join('.') || 'idea'}: ${issue.message}.`);
  return { faults: faults.slice(0, 10) };
}

/** Whose words are proven, and whether an editor reads the idea after this. */
type Proving = { readonly by?: 'finder' | 'editor'; readonly isReadAgain?: boolean };

/**
 * Proves one idea of a language model against the transcript and our own linking. What it states as fact must be found there:
 * quote, speaker, subject, numbers, names. A fault beside the claim (headline, grounds, context, risks, signals, further subjects)
 * costs only that part. A word that seems to contradict the lines is a doubt if `isReadAgain`, else a fault. Words `by` an editor
 * are not checked for that, because the next reader sees them beside the lines; and an editor's quote may be part of a sentence.
 */
export function proveIdea(
  source: ProofSource,
  given: ClaimedIdea,
  { by = 'finder', isReadAgain = false }: Proving = {},
): ProofResult {
  const { window, input } = source;
  const claimed = withoutUnsaidSurnames(given, namesText(source));
  const parts = by === 'editor' ? 'kept' : 'widened';
  const found = findQuote(input.cues, window, { words: claimed.quote, near: claimed.quoteLine, parts });
  const reach = passageOf(source, claimed, found?.line ?? claimed.quoteLine);
  if (found !== null && !belongs(source, reach, found)) return { is: 'elsewhere' };
  const subjects = subjectsOf(source, claimed, reach);
  const rests = restsOf(source, claimed, reach, by);
  const turned = turnedFaults('argument', claimed.argument, rests);
  const faults = [
    ...(isDepth(claimed.depth) ? [] : ['depth: it must be 1, 2, 3, 4 or 5.']),
    ...subjectFaults(source, claimed, subjects, reach),
    ...(found === null ? [NOT_SAID] : quoteFaults(source, claimed, found)),
    ...textFaults('argument', claimed.argument, rests),
    ...(found === null ? [] : neighbourFaults(source, claimed, subjects, { reach, found })),
    ...(isReadAgain ? [] : turned),
  ];
  const { depth } = claimed;
  const { subject, alsoAbout, against } = subjects;
  if (faults.length > 0 || subject === null || found === null || !isDepth(depth))
    return { is: 'refused', faults };
  const beside = proveBeside(claimed, rests, { lines: window.lines.length, isReadAgain });
  return {
    is: 'proven',
    idea: { ...reach, claimed: beside.claimed, subject, alsoAbout, against, depth, found },
    leftOut: beside.faults,
    doubts: isReadAgain ? [...turned, ...besideDoubts(beside.claimed, rests)] : [],
  };
}

type Subjects = Pick<ProvenIdea, 'alsoAbout' | 'against'> & { readonly subject: WindowSubject | null };

/** The subjects that an idea names. Further ones must be named in its passage, the other side of a comparison there or close by. */
function subjectsOf(source: ProofSource, claimed: ClaimedIdea, reach: Reach): Subjects {
  const named = (name: string) => subjectOf(source, { name, kind: claimed.subjectKind });
  const subject = named(claimed.subject);
  const alsoAbout = claimed.alsoAbout.flatMap((name) => {
    const one = named(name);
    const isNamed = one !== null && one.id !== subject?.id && one.lines.some((line) => isWithin(reach, line));
    return isNamed ? [one] : [];
  });
  const against = claimed.against === null ? null : named(claimed.against);
  const isOther = against !== null && against.id !== subject?.id && isThere(source, against, reach);
  return { subject, alsoAbout, against: isOther ? against : null };
}

function isThere(source: ProofSource, subject: WindowSubject, reach: Reach): boolean {
  const isInPassage = subject.lines.some((line) => isWithin(reach, line));
  return isInPassage || isNamedIn(subject, passageText(source, reach, CLOSE));
}

function restsOf(
  source: ProofSource,
  { context }: ClaimedIdea,
  reach: Reach,
  by: NonNullable<Proving['by']>,
): Rests {
  const { window, input } = source;
  const said = passageText(source, reach, CLOSE);
  return {
    near: [
      input.episodeTitle,
      passageText(source, reach, NEAR),
      ...context.map(({ line }) => window.lines[line - 1]?.text ?? ''),
    ].join('\n'),
    said,
    passage: by === 'editor' ? '' : said,
    names: namesText(source),
    year: input.publishedAt.getUTCFullYear(),
  };
}

function subjectFaults(
  source: ProofSource,
  claimed: ClaimedIdea,
  { subject }: Subjects,
  reach: Reach,
): string[] {
  const fault =
    subject === null
      ? `subject: "${claimed.subject.slice(0, 40)}" is not in the list of subjects of these lines, and no name.`
      : subjectFault(source, claimed, subject, reach);
  return fault === null ? [] : [fault];
}

function neighbourFaults(
  { window }: ProofSource,
  claimed: ClaimedIdea,
  { subject, alsoAbout, against }: Subjects,
  { reach, found }: { readonly reach: Reach; readonly found: FoundQuote },
): string[] {
  if (subject === null) return [];
  const fault = neighbourFault(window, {
    own: [subject, ...alsoAbout, ...(against === null ? [] : [against])],
    said: claimed.subjectSaid,
    told: `${claimed.headline} ${claimed.argument}`,
    argument: claimed.argument,
    quote: found.quote.text,
    lines: found.lines,
    reach,
  });
  return fault === null ? [] : [fault];
}

/** Calls people as on the show: "Elon" where nobody says "Musk". */
function withoutUnsaidSurnames(idea: ClaimedIdea, said: string): ClaimedIdea {
  const mend = (text: string) => dropUnsaidSurnames(text, said);
  return {
    ...idea,
    argument: mend(idea.argument),
    headline: mend(idea.headline),
    context: idea.context.map((step) => ({ ...step, clause: mend(step.clause) })),
  };
}

const NOT_SAID =
  'quote: these words are not in the lines; copy them letter for letter, at most 300 characters, from one speaker.';

/** The role listed after a label. */
const ROLE_AFTER = /\s*\((?:host|guest)\)\s*$/i;

function isDepth(value: number): value is Depth {
  return Number.isInteger(value) && value >= 1 && value <= 5;
}

function quoteFaults({ window, input }: ProofSource, claimed: ClaimedIdea, found: FoundQuote): string[] {
  const { quote } = found;
  const [label = null, ...others] = [quote.firstCue, quote.lastCue].map(
    (cue) => input.cues[cue]?.speaker ?? null,
  );
  const names = [label, ...others].map(
    (own) => window.speakers.find(([one]) => one === own)?.[1].name ?? null,
  );
  const folded = (text: string | null) => (text ?? '').replace(ROLE_AFTER, '').trim().toLowerCase();
  const isSaid =
    [label, ...others, ...names].some((one) => folded(one) === folded(claimed.speaker)) ||
    claimed.speakerDoubtful;
  return [
    ...(isSaid
      ? []
      : [`speaker: the quote is said by ${label === null ? 'nobody named (null)' : `"${label}"`}.`]),
    ...(quote.text.split(' ').length < LEAST_QUOTE_WORDS ? ['quote: it is too short to carry a claim.'] : []),
    ...(isPunctuated(found) ? badlyCut(found) : brokenOff(found)).map(
      (where) =>
        `quote: it ${where} in the middle of a clause; quote from the beginning of one to the end of one.`,
    ),
    ...partedFromSense(found).map((where) =>
      where === 'begins'
        ? 'quote: it begins with a reason of which the claim is left out; quote the claim with it, or another part.'
        : 'quote: it is cut before what takes it back or binds it ("but", "if"); quote that with it, or another part.',
    ),
  ];
}

/** The model's passage, within the window and around the quote. */
function passageOf({ window }: ProofSource, claimed: ClaimedIdea, quoteLine: number): Reach {
  const within = (line: number) => Math.min(Math.max(Math.round(line) || 1, 1), window.lines.length);
  return {
    firstLine: within(Math.min(claimed.firstLine, quoteLine)),
    lastLine: within(Math.max(claimed.lastLine, quoteLine)),
  };
}

/** An idea belongs to the window where its passage begins; if in doubt, where its quote is. */
function belongs({ window: { own } }: ProofSource, { firstLine }: Reach, { line }: FoundQuote): boolean {
  return isWithin(own, firstLine) || isWithin(own, line);
}

/** Drops what is unproven beside the claim. A headline or list with nothing left is empty. */
function proveBeside(
  claimed: ClaimedIdea,
  rests: Rests,
  { lines, isReadAgain }: { readonly lines: number; readonly isReadAgain: boolean },
): { readonly claimed: ClaimedIdea; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const holds = (field: Field) => (text: string) => {
    // Headline and steps are what an editor reads.
    const isDoubt = isReadAgain && (field === 'headline' || field === 'context');
    const turned = isDoubt ? [] : turnedFaults(field, text, rests);
    const found = [...textFaults(field, text, rests), ...turned];
    faults.push(...found);
    return found.length === 0;
  };
  const context = claimed.context
    .filter(({ line }) => Number.isInteger(line) && line >= 1 && line <= lines)
    .filter(({ clause }) => holds('context')(clause));
  return {
    claimed: {
      ...claimed,
      headline: holds('headline')(claimed.headline) ? claimed.headline : '',
      grounds: claimed.grounds.filter(holds('grounds')).slice(0, 3),
      context: context.slice(0, 5),
      risks: claimed.risks.filter(holds('risks')).slice(0, 6),
      signals: claimed.signals.filter(holds('signals')).slice(0, 6),
    },
    faults,
  };
}

/** Names of the headline and steps that seem to contradict the lines. */
function besideDoubts({ headline, context }: ClaimedIdea, rests: Rests): string[] {
  const steps = context.flatMap(({ clause }, i) =>
    turnedFaults('context', clause, rests).map((doubt) => doubt.replace(/^context/, `step ${i + 1}`)),
  );
  return [...turnedFaults('headline', headline, rests), ...steps];
}
