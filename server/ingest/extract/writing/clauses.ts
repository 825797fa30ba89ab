import { withoutLeadIn } from '#server/ingest/extract/sentences/disfluencies.ts';
import { framesIn, isUnderFrame } from '#server/language/speech/frames.ts';
import { hasVerb, opensClause } from '#server/language/speech/grammar.ts';
import { literal } from '#server/platform/pattern.ts';

/** Splits a spoken sentence into parts that stand alone. */

const JOINT =
  /(?:,? (?=(?:and|but|so|because|although|though|while|whereas|which|unless|since|then|as long as|given|except|if|when)\b))|, (?=(?:they|it|we|i|you|there|the|that|this|he|she)\b)|(?<=[\w%)])(?<!\b(?:\w|vs|dr|mr|mrs|ms|inc|st|no|co|corp|etc))[.!] |[;:] | [–—-]+ ?|[–—]/gi;
/** "And" before a name or noun may continue a list. */
const LISTING =
  /^,? ?(?:and|but|so) (?!(?:they|it|we|i|you|he|she|there|that is|then|also|because|now|if|when)\b)/i;
const CLAUSE_HEAD_WORDS = 8;
/** A part with such an opener depends on what came before. */
const LEANING_OPENER =
  /^(?:which|who|because|since|if|when|then|although|though|while|whereas|unless|given|except|as long as)\b/i;
const MOST_PARTS = 9;
const LEAST_WORDS = 4;
const MOST_WORDS = 40;

/** A comma splice: a comma before a new subject, unless what precedes leads up to it. */
const SPLICE = /, (?:they|it|we|i|you|there|that|this|he|she|these|those)\b/i;
/** Openers that lead up to a clause: "In the end, ...". */
export const LEADS_UP =
  /^(?:if|when|while|although|though|as|once|since|because|in|on|at|by|for|with|over|after|before|given|unless|until|despite|without|instead|today|now)\b/i;

/** "The first thing that pops out when we study it is that ...": only an announcement. */
const ANNOUNCES =
  /\b(?:things?|points?|views?|reasons?|facts?|truth|reality|takeaways?|ideas?|arguments?|thesis|lesson|key|answer|way|part|sense|belief|guess|bet|framework|case|beauty|contention|problems?|challenges?|difficulty|catch|flip side)\b[^.;]{0,70}? (?:is|was|would be)(?: that)? (?!(?:is|was|to|not|why|how|what|when|where|because|if)\b)/gi;
/** "..., I really think that ...": marks what follows as an own view. */
const OWN_WORD =
  /(?<!\b(?:what|which|who|that|how|where|when|than|as|is|if|like|or) )\b(?:i|we) (?:(?:really|actually|just|still|do|would|also|personally|always|all|firmly|genuinely|certainly) )*(?:think|believe|know|suspect|expect|bet|feel|say|argue)(?: that| like)? /gi;
/** A denial at any distance may hold for what follows. */
const DENIAL = /\b(?:not|\w+n't|never|nobody)\b/i;
const DENIAL_WITHIN = 90;
/** Joins one part of what a frame holds to the next. */
const GOES_ON =
  /^(?:,? ?(?:and|or|so|then)\b| but\b|, (?!but\b|which\b|because\b|since\b|although\b|though\b|while\b|whereas\b))/i;

/** "It looks cheap, but it is not", "it grows, I don't think": what is denied in the next breath. */
const TAKEN_BACK =
  /^,? ?but [^,]{0,40}?(?:n['’]t|\b(?:not|never|wrong|untrue|false))\b|^,? ?(?:i|we) (?:don['’]t|do not) (?:think|believe)\b/i;
/** Openers of what the rest of a sentence holds under. */
const CONDITION =
  /^(?:if(?! anything\b)|when(?:ever)?|unless|until|once|without|absent|barring|despite|given|except|although|though|while)\b/i;
/** A subject right after a comma. */
const AT_SUBJECT = /^, (?!(?:and|but|so|or|because|which|then)\b)/i;

/**
 * Runs of clauses, the longest first from each beginning. With `ends` false the transcript marks no end of the
 * sentence, so its last clause may break off and is left out. `name`: the subject as said.
 */
export function clauseRunsOf(text: string, ends: boolean, name: string | null): string[] {
  const joints = jointsOf(text);
  const frames = framesIn(text);
  const stops = ends ? [...joints.slice(1), text.length] : joints.slice(1);
  const begins = [...new Set([...joints, ...announced(text, name)])].slice(0, MOST_PARTS);
  const free = begins.filter((begin) => !isUnderFrame(frames, begin) && !isConditioned(text, joints, begin));
  return free.flatMap((begin) =>
    stops
      .filter((stop) => stop > begin && !losesMeaning(text, stop, frames))
      .slice(0, MOST_PARTS)
      .reverse()
      .map((stop) =>
        text
          .slice(begin, stop)
          .replace(/^[\s.!,;:–—-]+/, '')
          .trim(),
      )
      .filter((run) => standsAlone(run, begin > 0)),
  );
}

/** "Without the new chip, Nvidia loses its lead": half of it is not what is said. */
function isConditioned(text: string, joints: readonly number[], begin: number): boolean {
  if (!AT_SUBJECT.test(text.slice(begin))) return false;
  const from = joints.findLast((joint) => joint < begin) ?? 0;
  return CONDITION.test(withoutLeadIn(text.slice(from, begin).replace(/^[\s.!,;:–—-]+/, '')));
}

function standsAlone(run: string, later: boolean): boolean {
  const words = run.split(' ').length;
  if (words < LEAST_WORDS || words > MOST_WORDS || (later && LEANING_OPENER.test(run))) return false;
  return !SPLICE.test(run) || LEADS_UP.test(withoutLeadIn(run));
}

/** Whether a sentence that ends here loses its condition or denial, or a part of what is feared, denied or said by others. */
export function losesMeaning(text: string, stop: number, frames = framesIn(text)): boolean {
  const rest = text.slice(stop);
  if (TAKEN_BACK.test(rest)) return true;
  const next = stop + rest.search(/[^\s,]/);
  return frames.some(({ kind, from, to, end }) =>
    kind === 'supposed' ? from === next : to < stop && stop < end && GOES_ON.test(rest),
  );
}

function jointsOf(text: string): number[] {
  const starts = [0];
  for (const { index } of text.matchAll(JOINT))
    if (!isListing(text.slice(starts.at(-1), index), text.slice(index))) starts.push(index);
  return starts;
}

/** "The margin that ASML and TSMC charge": the first name belongs to what follows. */
const OPEN_NAME =
  /\b(?:that|which|who|both|between|of|like|with|for|from|to|by|at|in|on|love|both) (?:\p{Lu}[\w&.-]*,? ?)+$/u;

function isListing(before: string, rest: string): boolean {
  if (!LISTING.test(rest)) return false;
  if (OPEN_NAME.test(before)) return true;
  if (!hasVerb(before)) return true;
  const head = rest
    .replace(/^,? ?\w+ /, '')
    .split(' ')
    .slice(0, CLAUSE_HEAD_WORDS)
    .join(' ');
  return !opensClause(head);
}

/** Offsets where a claim begins inside a clause: after an announcement, or at a subject set off by a comma. */
function announced(text: string, name: string | null): number[] {
  const after = [ANNOUNCES, OWN_WORD].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ from: index, at: index + length })),
  );
  return [...after, ...setOff(text, name)]
    .filter(({ from }) => !DENIAL.test(text.slice(Math.max(0, from - DENIAL_WITHIN), from)))
    .map(({ at }) => at);
}

/** True where the words before a clause deny it, suppose it, fear it, or attribute it. */
export function isGoverned(before: string): boolean {
  return DENIAL.test(before) || framesIn(before).some(({ end }) => end === before.length);
}

/** "One of the winners now, Palo Alto Networks is ...": the name after a comma, with a verb in the singular. */
function setOff(text: string, name: string | null): { from: number; at: number }[] {
  if (name === null) return [];
  const escaped = literal(name);
  const pattern = new RegExp(
    `(?<!\\p{Lu}[\\w.]*), ${escaped}(?= (?:\\w+ly |just |also |still |now )*(?:is|was|has|had|will|would|could|can|does|did|may|might|should|must|needs|gets|makes|owns|sells|took|went|grew|won|keeps)\\b)`,
    'gu',
  );
  return [...text.matchAll(pattern)].map(({ index }) => ({ from: index, at: index }));
}
