import type { Stance } from '#server/domain.ts';
import { aspectsOf } from '#server/ingest/extract/passages/aspects.ts';
import { isBygone } from '#server/ingest/extract/sentences/tense.ts';
import { VIEW } from '#server/language/outline.ts';
import { hitsOf } from '#server/language/tone.ts';
import { type Claim, LEAST_CARRIED, type Report, reportsOf } from './reported-speech.ts';

/** What a sentence about an idea may be written from. */
export type WritingInput = {
  readonly speaker: string | null;
  readonly role: string;
  readonly show: string;
  readonly subject: string;
  readonly stance: Stance;
  readonly relativeTo: string | null;
  /** Claim sentences as said, best first. */
  readonly claims: readonly Claim[];
  /** All that was said while the subject was the topic. */
  readonly passage: string;
  /** What of it is said of the subject itself, for what the argument is about. */
  readonly about: string;
};

/** Which way a stance leans: 1, -1 or neither. */
export const LEAN: Readonly<Record<Stance, number>> = { BULLISH: 1, BEARISH: -1, BALANCED: 0, MIXED: 0 };

/** Who speaks, as a sentence may begin: a name, else "A guest on All-In". */
export function attribution(input: Pick<WritingInput, 'speaker' | 'role' | 'show'>): string {
  if (input.speaker !== null) return input.speaker;
  const who = input.role === 'guest' ? 'A guest' : input.role === 'host' ? 'A host' : 'A speaker';
  return input.show.length > 0 ? `${who} on ${input.show}` : who;
}

/** Names of themes that are said with their article: "the US economy". */
const WITH_ARTICLE = /^US (?:stock market|economy|dollar|deficit|government|consumer|housing market)\b/;

function named(subject: string): string {
  return WITH_ARTICLE.test(subject) ? `the ${subject}` : subject;
}

/** "Dylan Patel on Nvidia: supply and long-term contracts". No stance: widgets show headlines and nothing that leans (docs/contract.md, Public embed data and widgets 5). */
export function headlineOf(input: WritingInput): string {
  const subject = named(input.subject);
  const topics = aspectsOf(input.about, 2).join(' and ');
  const about = input.relativeTo === null ? subject : `${subject} against ${input.relativeTo}`;
  const head = `${attribution(input)} on ${about}`;
  return topics.length > 0 ? `${head}: ${topics}` : head;
}

/**
 * One attributed sentence with the argument itself, in reported speech: "Jane Doe argues that Nvidia's margins will
 * hold because supply is tight". Where no claim can be turned so without a doubt: subject, lean and what it rests on.
 */
export function thesisOf(input: WritingInput, chosen = bestReport(input)): string {
  if (chosen === null) return outlineOf(input);
  const { report } = chosen;
  if (input.relativeTo !== null)
    return `${attribution(input)} prefers ${named(input.subject)} to ${named(input.relativeTo)}, arguing that ${report.text}.`;
  return `${attribution(input)} ${told(report)}.`;
}

/** A report as it stands after the speaker's name. */
export function told(report: Report): string {
  if (report.kind === 'deed') return report.text;
  return `${argues(report.text) ? 'argues' : 'says'} that ${report.text}`;
}

const ARGUED =
  /\b(?:because|since|if|unless|will|would|should|could|must|may|might|more|less|better|worse|best|worst|most|need|needs|cannot|too)\b/i;
/** What anyone could look up. */
const FACT =
  /\b(?:has|have) (?:\w+ )?(?:fallen|risen|gone|grown|raised|received|dropped|doubled|surged|announced|reported|said|spent)\b|\bis (?:rumou?red|reported|working on|projected|expected|the largest customer)\b/i;

/** A judgement, a reason or a forecast is argued; a plain statement, or what came to pass, is said. */
function argues(clause: string): boolean {
  return ARGUED.test(clause) || (hitsOf(clause).length > 0 && !FACT.test(clause) && !isBygone(clause));
}

/** What each place further down the list of claims costs a report. */
const RANK_COST = 0.12;

/** A report of a claim, and which of the claims it is of. */
export type ChosenReport = { readonly report: Report; readonly rank: number };

/** What the thesis reports; null where no claim carries the argument and an outline stands in. */
export function bestReport(input: WritingInput): ChosenReport | null {
  const reports = input.claims.flatMap((claim, rank) =>
    reportsOf(claim, LEAN[input.stance])
      .filter(({ kind, text }) => (kind === 'clause' || input.relativeTo === null) && wasSaid(text, input))
      .slice(0, 1)
      .map((report) => ({ report, rank, worth: report.worth - rank * RANK_COST })),
  );
  const best = reports.sort((a, b) => b.worth - a.worth)[0];
  return best === undefined || best.report.worth < LEAST_CARRIED ? null : best;
}

/** Every number and every name of a report stands in the passage (or is the subject's). */
export function wasSaid(
  report: string,
  { passage, claims }: Pick<WritingInput, 'passage' | 'claims'>,
): boolean {
  const said = `${passage} ${claims.map(({ text, pronounFor, spellings }) => [text, pronounFor, ...spellings.flat()].join(' ')).join(' ')}`;
  const told = report.match(/[$€£]?\d[\d.,]*\d|\d|\p{Lu}[\p{L}\d&.-]*[\p{L}\d]/gu) ?? [];
  return told.every((word) => said.includes(word));
}

/** One attributed sentence that names subject, lean and matters touched; always grammatical. */
export function outlineOf(input: WritingInput): string {
  const topics = listOf(aspectsOf(input.about, 3));
  const head =
    input.relativeTo === null
      ? `${attribution(input)} ${VIEW[input.stance]} ${named(input.subject)}`
      : `${attribution(input)} prefers ${named(input.subject)} to ${input.relativeTo}`;
  return topics.length > 0 ? `${head}, discussing ${topics}.` : `${head}.`;
}

function listOf(items: readonly string[]): string {
  if (items.length <= 1) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
