import { aspectsOf } from '#server/ingest/extract/passages/aspects.ts';
import { isBygone } from '#server/ingest/extract/sentences/tense.ts';
import { QUOTE_AIM } from '#server/ingest/extract/sentences/verbatim-quote.ts';
import { tellsNoOwnView, tellsOfDanger } from '#server/language/speech/frames.ts';
import { hitsOf } from '#server/language/tone.ts';
import { withArticle } from '#server/linking/themes/name.ts';
import { coreOf, inMarks, quotationOf, reasonIn } from './quotation.ts';
import type { Claim, Report } from './reported-speech.ts';
import { isWellFormed } from './well-formed.ts';
import { groundOf, wholeClause } from './whole-clause.ts';

/** Words that tell a side: headlines have none, because widgets show them (docs/contract.md, Public embed data and widgets 5). */
export const LEANING = /\b(?:bullish|bearish|positive|negative|prefers|mixed on|balanced on|buys?|sells?)\b/i;

/** Sources for the sentences about an idea. */
export type WritingInput = {
  /** Null where no name is borne out. */
  readonly speaker: string | null;
  readonly show: string;
  readonly subject: string;
  readonly relativeTo: string | null;
  /** Claim sentences as said, best first. */
  readonly claims: readonly Claim[];
  /** All that was said while the subject was the topic. */
  readonly passage: string;
};

/** Who speaks, as a sentence may begin: a name that is borne out, else "A speaker on All-In". */
export function attribution({ speaker, show }: Pick<WritingInput, 'speaker' | 'show'>): string {
  if (speaker !== null) return speaker;
  return show.length > 0 ? `A speaker on ${show}` : 'A speaker';
}

function matter({ subject, relativeTo }: WritingInput): string {
  return relativeTo === null
    ? withArticle(subject)
    : `${withArticle(subject)} against ${withArticle(relativeTo)}`;
}

/** A quotable claim: its words, their core, and its rank among the claims. */
export type ChosenQuotation = { readonly text: string; readonly core: string; readonly rank: number };

/** At most this many claims, the best first, may be quoted: a weaker one is not what was claimed. */
const MOST_QUOTED = 6;
/** Ranks that a sentence loses for not naming the subject. */
const UNNAMED_COST = 2;

/** The best claim that can be quoted whole; one that names the subject beats a little better one that does not. Null if none. */
export function bestQuotation({ claims }: Pick<WritingInput, 'claims'>): ChosenQuotation | null {
  const found = claims.slice(0, MOST_QUOTED).flatMap((claim, rank) => {
    const own = claim.halved ? null : quotationOf(claim);
    if (own === null) return [];
    const led = withLead(claim, own);
    const cost =
      rank + (led !== null || (claim.name !== null && own.includes(claim.name)) ? 0 : UNNAMED_COST);
    return [{ text: led ?? own, core: coreOf(own, claim.name), rank, cost }];
  });
  const best = found.sort((a, b) => a.cost - b.cost)[0];
  return best === undefined ? null : { text: best.text, core: best.core, rank: best.rank };
}

/** A claim that does not name its subject, after the sentence that does; null if not needed or too long. */
function withLead({ text, lead }: Claim, own: string): string | null {
  const first = lead === null || !text.endsWith(own) ? null : quotationOf({ text: lead, begins: true });
  if (first === null || !/[.!]$/.test(first)) return null;
  const pair = `${first} ${text}`;
  return pair.length <= QUOTE_AIM ? pair : null;
}

/**
 * The claim in few words: the core of the quotation, with the subject where it does not name it. No stance of ours or
 * theirs: widgets show headlines and nothing that leans (docs/contract.md, Public embed data and widgets 5). A claim that
 * takes a side in so many words gives its reason instead, or leaves the headline to another of the claims `beside` it on the subject.
 */
export function headlineOf(
  input: WritingInput,
  chosen = bestQuotation(input),
  beside: readonly Claim[] = input.claims,
): string {
  const core = chosen === null ? null : plainCore(input, chosen, beside);
  if (core === null)
    return `What ${attribution(input)} argued about ${matter(input)}`.replace(/^What A /, 'What a ');
  const names = [input.subject, core.name].some((name) => name !== null && core.text.includes(name));
  return names ? inMarks(core.text) : `On ${matter(input)}: ${inMarks(core.text)}`;
}

/** The speaker's own deeds and thoughts make no headline for another claim. */
const OF_ONESELF = /\b(?:I|my|me|we|our|us)\b/;

type Core = { readonly text: string; readonly name: string | null };

/** The core of the quotation. If that tells a side: its reason, or the core of the next claim beside it that names the subject. */
function plainCore(
  { claims }: WritingInput,
  { text, core, rank }: ChosenQuotation,
  beside: readonly Claim[],
): Core | null {
  const name = claims[rank]?.name ?? null;
  if (!LEANING.test(core)) return { text: core, name };
  const reason = reasonIn(text);
  if (reason !== null && !LEANING.test(reason)) return { text: reason, name };
  return beside.slice(0, MOST_QUOTED).flatMap((claim) => coreNaming(claim) ?? [])[0] ?? null;
}

/** The core of another claim if it names the subject and takes no side. */
function coreNaming(claim: Claim): Core | null {
  const { name, halved, retold } = claim;
  const said = halved || retold ? null : quotationOf(claim);
  if (said === null || name === null || OF_ONESELF.test(said)) return null;
  if (tellsNoOwnView(said) || tellsOfDanger(said)) return null;
  const text = coreOf(said, name);
  const isTold = isWellFormed({ kind: 'clause', text });
  return isTold && text.includes(name) && !LEANING.test(text) ? { text, name } : null;
}

/** The speaker's own claim, quoted and attributed; a plain sentence where none can be quoted whole. */
export function thesisOf(input: WritingInput, chosen = bestQuotation(input)): string {
  if (chosen === null) return plainLine(input);
  const who = attribution(input);
  return `${who}${input.speaker === null ? ',' : ''} on ${matter(input)}: ${inMarks(stopped(chosen.text))}`;
}

function stopped(text: string): string {
  return /[.!]$/.test(text) ? text : `${text}.`;
}

/**
 * One sentence of ours, no transcript quote: the quoted claim retold word for word; else who argued about what, with
 * the ground that the claim gives, or the matters it touches.
 */
export function statementOf(input: WritingInput, chosen = bestQuotation(input)): string {
  const claim = chosen === null ? undefined : input.claims[chosen.rank];
  if (claim === undefined || chosen === null) return plainLine(input);
  const clause = wholeClause(claim, chosen.text);
  if (clause !== null) return `${attribution(input)} ${told({ kind: 'clause', text: clause })}.`;
  const ground = groundOf(claim, chosen.text);
  return ground === null ? plainLine(input, chosen.text) : `${argued(input)}, on the ground that ${ground}.`;
}

function argued(input: WritingInput): string {
  return `${attribution(input)} made an argument about ${matter(input)}`;
}

/** Who argued about what, and which matters it touches: true of every idea. */
export function plainLine(input: WritingInput, claim = ''): string {
  const grounds = aspectsOf(claim, 2).join(' and ');
  return grounds.length > 0 ? `${argued(input)} that touches on ${grounds}.` : `${argued(input)}.`;
}

/** A report as it stands after the speaker's name. */
export function told(report: Pick<Report, 'kind' | 'text'>): string {
  if (report.kind === 'deed') return report.text;
  return `${argues(report.text) ? 'argues' : 'says'} that ${report.text}`;
}

const ARGUED =
  /\b(?:because|since|if|unless|will|would|should|could|must|may|might|more|less|better|worse|best|worst|most|need|needs|cannot|too)\b/i;
/** A fact that anyone could look up. */
const FACT =
  /\b(?:has|have) (?:\w+ )?(?:fallen|risen|gone|grown|raised|received|dropped|doubled|surged|announced|reported|said|spent)\b|\bis (?:rumou?red|reported|working on|projected|expected|the largest customer)\b/i;

/** A judgement, a reason or a forecast is argued; a plain statement, or what came to pass, is said. */
function argues(clause: string): boolean {
  return (
    !tellsNoOwnView(clause) &&
    (ARGUED.test(clause) || (hitsOf(clause).length > 0 && !FACT.test(clause) && !isBygone(clause)))
  );
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
