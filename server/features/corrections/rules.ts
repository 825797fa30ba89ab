import type { Amendable, ChangedWord } from '#server/features/corrections/schema.ts';
import {
  isOfAnother,
  type SubjectChange,
  subjectOf,
  themesOf,
} from '#server/features/corrections/subject.ts';
import { directionOf } from '#server/features/ideas/direction.ts';
import { MAX_WINDOW_SECONDS } from '#server/features/ideas/media.ts';
import { stances } from '#server/features/ideas/schema.ts';
import type { SubjectKey } from '#server/features/theses/subject.ts';
import { timestampText } from '#server/platform/clock.ts';

/** The changes that an operator asks for. Absent fields stay. */
export type Change = SubjectChange & {
  readonly headline?: string | undefined;
  readonly thesis?: string | undefined;
  readonly statement?: string | undefined;
  readonly context?: string | null | undefined;
  /** Each a sentence; none takes them away. Absent they stay, but for a new subject or speaker. */
  readonly riskFlags?: readonly string[] | undefined;
  readonly validationSignals?: readonly string[] | undefined;
  /** Null withholds the stance. */
  readonly stance?: (typeof stances)[number] | null | undefined;
  /** The idea is no relative trade: its direction follows its stance. */
  readonly notRelative?: boolean | undefined;
  readonly speaker?:
    | { readonly name: string | null; readonly title: string | null; readonly role: string | null }
    | undefined;
  readonly timestampSeconds?: number | undefined;
  readonly dropQuote?: boolean | undefined;
  readonly hide?: boolean | undefined;
  /** Allows texts that still name the former speaker or company. */
  readonly keepWords?: boolean | undefined;
};

/** How an operator names a stance: one of four, or `none` to withhold it. */
export const namedStances = [...stances, 'none'] as const;
export type NamedStance = (typeof namedStances)[number];

/** The change that a named stance stands for. */
export function stanceNamed(named: NamedStance | undefined): Change['stance'] {
  return named === 'none' ? null : named;
}

/** The speaker's name as an operator gives it; null for `none`, which is nobody known. Undefined where it is blank or not given. */
export function speakerNamed(given: string | undefined): string | null | undefined {
  const name = given?.trim() || undefined;
  return name === 'none' ? null : name;
}

/** Risks or signals as an operator gives them: a sentence each, or `none` alone. Undefined where none are given. */
export function sentencesGiven(given: readonly string[] | undefined): readonly string[] | undefined {
  const sentences = (given ?? []).map((sentence) => sentence.trim()).filter(Boolean);
  if (sentences.length === 0) return undefined;
  return sentences.length === 1 && sentences[0] === 'none' ? [] : sentences;
}

/** Every text that a change would publish. */
export function wordsGiven({
  headline,
  thesis,
  statement,
  context,
  speaker,
  company,
  ...change
}: Change): string {
  const { riskFlags = [], validationSignals = [] } = change;
  const names = [speaker?.name, speaker?.title, company?.name];
  return [headline, thesis, statement, context, ...names, ...riskFlags, ...validationSignals]
    .filter(Boolean)
    .join('\n');
}

export type Amended =
  | { readonly ok: true; readonly after: Amendable; readonly before: Partial<Amendable> }
  /** One sentence for the operator. */
  | { readonly ok: false; readonly reason: string };

/**
 * Applies a change to an idea; `before` holds the former value of each changed field. Refused when nothing changes or
 * the texts still name the former speaker or company.
 */
export function amend(idea: Amendable, change: Change): Amended {
  const after: Amendable = {
    ...idea,
    ...wordsOf(idea, change),
    ...sideOf(idea, change),
    ...subjectOf(idea, change),
    ...themesOf(idea, change),
    ...speakerOf(change),
    ...risksAndSignalsOf(idea, change),
    ...momentOf(idea, change),
    ...(change.dropQuote ? { quote: null, quoteStartSeconds: null, quoteEndSeconds: null } : {}),
    hidden: idea.hidden || change.hide === true,
  };
  const before = formerOf(idea, after);
  if (Object.keys(before).length === 0)
    return { ok: false, reason: 'That changes nothing: say what would be right, or decline.' };
  const left = change.keepWords || after.hidden ? [] : leftBehind(idea, after);
  if (left.length > 0) {
    return {
      ok: false,
      reason: `The texts still say ${left.join(' and ')}: give new ones (--headline, --thesis, --statement, --context, --risks, --signals), or --keep-words if they are right.`,
    };
  }
  return { ok: true, after, before };
}

/** What the fields that differ afterwards were before; empty where none does. */
export function formerOf(idea: Amendable, after: Amendable): Partial<Amendable> {
  const fields = (Object.keys(after) as (keyof Amendable)[]).filter(
    (field) => JSON.stringify(after[field]) !== JSON.stringify(idea[field]),
  );
  return Object.fromEntries(fields.map((field) => [field, idea[field]])) as Partial<Amendable>;
}

function wordsOf(idea: Amendable, { headline, thesis, statement, context }: Change): Partial<Amendable> {
  return {
    headline: headline ?? idea.headline,
    thesis: thesis ?? idea.thesis,
    // A new thesis line is the statement of thesis histories, too, unless one is given.
    statement: statement ?? (thesis === undefined ? idea.statement : thesis),
    context: context === undefined ? idea.context : context,
  };
}

function sideOf(idea: Amendable, { stance = idea.stance, notRelative = false }: Change): Partial<Amendable> {
  if (stance === idea.stance && !notRelative) return {};
  return { stance, direction: directionOf(stance, idea.direction === 'relative' && !notRelative) };
}

function speakerOf({ speaker }: Change): Partial<Amendable> {
  if (!speaker) return {};
  return { speakerName: speaker.name, speakerTitle: speaker.title, speakerRole: speaker.role };
}

/** Risks and signals were heard from one speaker on one subject: with a new one they go, unless they are given. */
function risksAndSignalsOf(idea: Amendable, change: Change): Partial<Amendable> {
  const { speakerName: name = idea.speakerName } = speakerOf(change);
  const isByAnother = name !== null && name !== idea.speakerName;
  const left = isByAnother || isOfAnother(idea, change) ? { riskFlags: [], validationSignals: [] } : idea;
  return {
    riskFlags: change.riskFlags ?? left.riskFlags,
    validationSignals: change.validationSignals ?? left.validationSignals,
  };
}

/** An idea's moment is where its quote begins, so both move together. */
function momentOf(idea: Amendable, { timestampSeconds }: Change): Partial<Amendable> {
  if (timestampSeconds === undefined) return {};
  const ends = idea.endSeconds !== null && idea.endSeconds > timestampSeconds;
  const moment = { timestampSeconds, endSeconds: ends ? idea.endSeconds : null };
  if (idea.quoteStartSeconds === null) return moment;
  const { quoteStartSeconds: start, quoteEndSeconds: end } = idea;
  const isWithin = end === null || (timestampSeconds < end && end - timestampSeconds <= MAX_WINDOW_SECONDS);
  const quoteEndSeconds = isWithin ? end : timestampSeconds + end - start;
  return { ...moment, quoteStartSeconds: timestampSeconds, quoteEndSeconds };
}

/** A line of a transcript, in seconds. */
type Line = { readonly start: number; readonly end: number };

/**
 * Why the transcript contradicts a moment, as one sentence; null when it does not. A moment must lie within the
 * transcript, and the quote must begin at it or after it, within the window that is served.
 */
export function againstMoment(idea: Amendable, change: Change, lines: readonly Line[]): string | null {
  const { timestampSeconds: at, dropQuote } = change;
  if (at === undefined || lines.length === 0) return null;
  const last = Math.floor(latest(lines.flatMap(({ start, end }) => [start, end])));
  if (at > last) return `The transcript of this episode ends at ${timestampText(last)}.`;
  const { quote, quoteStartSeconds: start, quoteEndSeconds: end } = idea;
  if (quote === null || start === null || dropQuote) return null;
  const begins = lines.filter((line) => Math.floor(line.start) === start).map((line) => Math.ceil(line.end));
  const isSaid = at <= start ? (end ?? start) - at <= MAX_WINDOW_SECONDS : at < latest([start, ...begins]);
  if (isSaid) return null;
  return `The words of its quote are said at ${timestampText(start)}, not at ${timestampText(at)}: add --drop-quote to move the moment without them.`;
}

/** The latest of seconds, which may be more than one call of `Math.max` takes. */
function latest(seconds: readonly number[]): number {
  return seconds.reduce((a, b) => Math.max(a, b));
}

/** Corrected names that the texts still hold. */
function leftBehind(idea: Amendable, after: Amendable): string[] {
  const { headline, thesis, statement, context, riskFlags, validationSignals } = after;
  const texts = [headline, thesis, statement, context ?? '', ...riskFlags, ...validationSignals]
    .join('\n')
    .toLowerCase();
  const gone = [
    ...(after.speakerName === idea.speakerName ? [] : [idea.speakerName]),
    ...(after.subjectKey === idea.subjectKey ? [] : [idea.subjectName]),
  ];
  return gone.filter((name): name is string => name !== null && texts.includes(name.toLowerCase()));
}

const wordOf: Readonly<Record<keyof Amendable, ChangedWord | null>> = {
  headline: 'wording',
  thesis: 'wording',
  statement: 'wording',
  context: 'wording',
  riskFlags: 'risks and signals',
  validationSignals: 'risks and signals',
  stance: 'stance',
  direction: 'stance',
  tickers: 'company or ticker',
  entities: 'company or ticker',
  subjectKind: 'company or ticker',
  subjectKey: 'company or ticker',
  subjectName: 'company or ticker',
  themes: 'themes',
  // The vehicles change only with the subject.
  participationEtfs: null,
  participationTheme: null,
  speakerName: 'speaker',
  speakerTitle: 'speaker',
  speakerRole: 'speaker',
  timestampSeconds: 'moment',
  endSeconds: 'moment',
  quote: 'quote',
  // These change only with the moment or the quote.
  quoteStartSeconds: null,
  quoteEndSeconds: null,
  hidden: 'withdrawn',
};

/** The fields that a version keeps. */
export function fieldsOf(before: Partial<Amendable>): (keyof Amendable)[] {
  return Object.keys(before) as (keyof Amendable)[];
}

/** What readers are told was corrected, by the former fields of a version. */
export function changedOf(before: Partial<Amendable>): ChangedWord[] {
  return [...new Set(fieldsOf(before).flatMap((field) => wordOf[field] ?? []))];
}

/** Whether other episodes with the same talk may tell it wrong, too: more than a moment or a quote was put right. */
export function concernsTalk(before: Partial<Amendable>): boolean {
  return changedOf(before).some((word) => word !== 'moment' && word !== 'quote');
}

/** What an idea is about, as theses are found by it. */
export function subjectKeyOf({ subjectKind: kind, subjectKey: key }: Amendable): SubjectKey {
  return { kind, key };
}

export type Outcome = 'accepted' | 'declined';

/** The mail to a reporter who left an address. `corrected` is the id of the idea that was put right; null where none is to be seen. */
export function outcomeMail(
  report: { headline: string; text: string },
  outcome: Outcome,
  note: string,
  corrected: string | null,
  webUrl: string,
): { subject: string; text: string } {
  const result =
    outcome === 'declined'
      ? 'We compared it with the transcript and leave the entry as it is.'
      : corrected !== null
        ? `You were right, and the entry is corrected; its page says so: ${webUrl}/ideas/${corrected}`
        : 'You were right, and the entry is withdrawn.';
  return {
    subject: `Your report of a mistake: ${outcome === 'accepted' ? 'put right' : 'left as it is'}`,
    text: [
      'Thank you for reporting a mistake on Earmark.',
      '',
      `The entry: ${report.headline}`,
      `You wrote: ${report.text}`,
      '',
      result,
      ...(note ? ['', `The reviewer's note: ${note}`] : []),
      '',
      `How corrections work: ${webUrl}/corrections`,
    ].join('\n'),
  };
}
