import type { Depth, ExtractedIdea } from '#server/domain.ts';
import { directionOf } from '#server/features/ideas/direction.ts';
import { clockTime } from '#server/ingest/extract/llm/prompt.ts';
import type { ProvenIdea } from '#server/ingest/extract/llm/proof/proof.ts';
import { isWithin, type ProofSource } from '#server/ingest/extract/llm/proof/source.ts';
import { tellersOf } from '#server/ingest/extract/llm/tellers.ts';
import type { WindowLine, WindowSubject } from '#server/ingest/extract/llm/windows.ts';
import { asClause, asNote, hedgedOnce, plain } from '#server/ingest/extract/llm/wording.ts';
import { attribution } from '#server/ingest/extract/writing/thesis-text.ts';
import { listed } from '#server/language/phrasing.ts';
import { nameInSentence } from '#server/linking/themes/name.ts';
import { findThemes, MOST_THEMES, participationOf, themeBySlug } from '#server/linking/themes/rules.ts';
import { literal } from '#server/platform/pattern.ts';

type Speaker = NonNullable<ExtractedIdea['speaker']>;

/** Confidence of an idea that a careful reader would list, and of one they might not. */
const SURE = 0.9;
const WEAK = 0.4;
/** An idea whose first reader was not sure of it, and that was signed. */
const SETTLED = 0.7;

/** A proven idea as stored. Attribution and direction are ours: no word of the model decides them. */
export function writeProven(source: ProofSource, proven: ProvenIdea): ExtractedIdea {
  const { window, input } = source;
  const { claimed, subject, alsoAbout, against, firstLine, lastLine, found } = proven;
  const speaker = speakerOf(source, proven, found.lines);
  const passage = window.subjects.filter((one) => one.lines.some((line) => isWithin(proven, line)));
  const own = [subject, ...alsoAbout];
  const beside = [...(against === null ? [] : [against]), ...passage];
  const tickers = unique(own.flatMap((one) => one.tickers));
  const named = unique([...own.flatMap((one) => one.ownerTickers), ...beside.flatMap((one) => one.tickers)]);
  const who = nameOf(speaker, input.showName);
  const grounds = claimed.grounds.map((text) => plain(text).replace(/[.;]$/, ''));
  const { verb, clause } = hedgedOnce(verbOf(proven), asClause(claimed.argument));
  const thesis = `${who} ${verb} that ${asClause(clause)}`;
  const headline = headlineOf(proven, who, grounds);
  const context = stepsOf(source, proven).join(' ') || null;
  const told = `${headline} ${thesis} ${context ?? ''}`.replaceAll(input.showName, ' ');
  return {
    subject: subject.subject,
    headline,
    thesis: `${thesis}.`,
    statement: `${thesis}.`,
    context,
    stance: claimed.stance,
    direction: directionOf(claimed.stance, against !== null),
    depth: depthOf(proven),
    tickers,
    mentionedTickers: named.filter((one) => !tickers.includes(one)),
    entities: unique([...own, ...beside].flatMap((one) => one.slug ?? [])),
    themes: themesOf(own, passage, told),
    ideaType: subject.subject.kind === 'theme' ? claimed.ideaType : 'investment',
    speaker,
    startSeconds: Math.floor((window.lines[firstLine - 1] as WindowLine).start),
    endSeconds: Math.ceil((window.lines[lastLine - 1] as WindowLine).end),
    quote: found.quote,
    riskFlags: claimed.risks.map(asNote),
    validationSignals: claimed.signals.map(asNote),
    // An argument about a private company is not about what a fund holds.
    ...participationOf(
      tickers,
      subject.subject.kind === 'theme' ? { name: subject.subject.name, etfs: subject.etfs } : undefined,
    ),
    confidence: claimed.weak ? WEAK : proven.wasInDoubt ? SETTLED : SURE,
  };
}

/** With at most one proven step an argument is no deeper than an assertion with one reason. */
function depthOf({ depth, claimed: { context } }: ProvenIdea): Depth {
  return context.length > 1 || depth < 2 ? depth : 2;
}

/** Speaker of these lines: unnamed if our reading or the model doubts a label, or it changes within them; null without a label. */
function speakerOf(source: ProofSource, proven: ProvenIdea, numbers: readonly number[]): Speaker | null {
  const label = source.window.lines[(numbers[0] as number) - 1]?.speaker ?? null;
  const member = source.window.speakers.find(([one]) => one === label)?.[1] ?? null;
  if (member === null) return null;
  return isDoubtful(source, proven, numbers) ? { ...member, name: null, title: null } : member;
}

function isDoubtful(
  { window, input }: ProofSource,
  { claimed, found }: ProvenIdea,
  numbers: readonly number[],
): boolean {
  const lines = numbers.map((line) => window.lines[line - 1] as WindowLine);
  const label = lines[0]?.speaker ?? null;
  const byReader = claimed.speakerDoubtful && label === (input.cues[found.quote.firstCue]?.speaker ?? null);
  return byReader || lines.some((line) => !line.borneOut || line.speaker !== label);
}

function nameOf(speaker: Speaker | null, show: string): string {
  return attribution({ speaker: speaker?.name ?? null, show });
}

const GUESSES =
  /\b(?:i['’]m guessing|i(?:['’]d| would)? guess|my guess|i suspect|my hunch|i have a feeling)\b/i;

/** The verb of attribution; a guess stays one. */
function verbOf({ claimed: { verb }, found }: ProvenIdea): string {
  return GUESSES.test(found.quote.text) && verb !== 'warns' ? 'suspects' : verb;
}

/** Who says what; what was argued about, if the model's headline failed. */
function headlineOf(
  { claimed, subject, alsoAbout, against }: ProvenIdea,
  who: string,
  grounds: readonly string[],
): string {
  const claim = plain(claimed.headline).replace(/[.;]$/, '');
  if (claim !== '') return `${who}: ${claim}`;
  const names = listed([subject, ...alsoAbout].map(({ subject: one }) => nameInSentence(one)));
  const about = against === null ? names : `${names} against ${nameInSentence(against.subject)}`;
  return `An argument about ${about}${grounds.length === 0 ? '' : `: ${listed(grounds.slice(0, 2))}`}`;
}

/** Nobody "expects that he would not be surprised". */
const SURPRISED = /^(?:he|she|they|it) would(?:n['’]t| not)? be (?:\p{L}+ )?surprised/iu;

/**
 * The steps as attributed sentences, each with its moment. If the quote's label is in doubt nobody is named, but sound
 * labels still tell speakers apart.
 */
export function stepsOf(source: ProofSource, proven: ProvenIdea): string[] {
  const doubted = isDoubtful(source, proven, proven.found.lines);
  const steps = proven.claimed.context.map((step) => ({
    ...step,
    at: source.window.lines[step.line - 1] as WindowLine,
    name: (doubted ? null : speakerOf(source, proven, [step.line]))?.name ?? null,
  }));
  const tellers = tellersOf(
    steps.map(({ name, at, verb }) => ({ name, label: at.borneOut ? at.speaker : null, verb })),
    doubted ? null : (source.window.lines[proven.found.line - 1]?.speaker ?? null),
    source.input.showName,
  );
  return steps.map(
    ({ verb, clause, at }, i) =>
      `${tellers[i]} ${SURPRISED.test(clause) ? 'says' : verb} that ${asClause(clause)} (${clockTime(at.start)}).`,
  );
}

/**
 * Slugs of the table's themes, three at most: what the idea is about, then those in our words, most named first. Themes only mentioned
 * beside the argument are none.
 */
function themesOf(own: readonly WindowSubject[], passage: readonly WindowSubject[], told: string): string[] {
  const named = new Set(findThemes(told).map(({ theme }) => theme.slug));
  const isTold = ({ subject, surfaces }: WindowSubject) =>
    named.has(subject.key) ||
    [subject.name, ...surfaces].some((words) => new RegExp(`\\b${literal(words)}\\b`, 'i').test(told));
  const further = passage
    .filter((one) => !own.some(({ id }) => id === one.id) && isTold(one))
    .sort((a, b) => b.lines.length - a.lines.length || a.id.localeCompare(b.id));
  return [...own, ...further]
    .flatMap(({ subject }) =>
      subject.kind === 'theme' && themeBySlug(subject.key) !== null ? [subject.key] : [],
    )
    .slice(0, MOST_THEMES);
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
