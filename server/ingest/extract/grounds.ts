import { isQuestion } from './modality.ts';
import { attribution, outlineOf, type ProseInput, thesisOf, told, wasSaid } from './prose.ts';
import type { Line } from './reading.ts';
import { type Claim, reportsOf } from './reported.ts';
import { withoutFillers } from './spoken.ts';

const RISK =
  /\b(risks?|riskier|danger\w*|threat\w*|concern\w*|worr(?:y|ied|ies)|problem|downside|challenge\w*|headwind\w*|fear|vulnerab\w*|could (?:lose|fail|fall|slow|drop|get hurt|be hurt|hurt|commoditi[sz]e|disrupt)|regulat\w+|antitrust|lawsuit|too much debt|too expensive|bubble|cash burn|burning (?:cash|money|through)|shortage|constrained|bottleneck|disrupt(?:ed|ion)?|commoditi[sz]\w+|losing|lose share|slow(?:ing)? down|overvalued)\b/i;
const SIGNAL =
  /\b(if|once|when|until|unless|watch|we'll see|the test|prove[sn]?|by (?:the )?(?:end of|next|20\d\d)|next (?:year|quarter|month|week)|this (?:year|quarter)|in (?:two|three|five|ten|\d+) (?:years|months|quarters)|depends on|as long as|i'?d look for|look for|keep an eye)\b/i;
const MEASURE =
  /\d|percent|billion|million|revenue|margin|growth|users|customers|price|launch|release|share|demand|contract|ship/i;

/** Risks as said: fault or danger words in a claim, cleaned of fillers, at most five of at most 160 characters. */
export function riskFlagsOf(lines: readonly Line[]): string[] {
  return pick(
    lines.filter((line) => line.asserted && (line.named || line.predicated) && RISK.test(line.sentence.text)),
    5,
    RISK,
  );
}

/** What would confirm or refute, as said: conditions and dated or measured expectations. At most four. */
export function validationSignalsOf(lines: readonly Line[]): string[] {
  const risks = riskFlagsOf(lines);
  const looked = lines.filter(
    (line) => line.asserted && SIGNAL.test(line.sentence.text) && MEASURE.test(line.sentence.text),
  );
  return pick(looked, 4, SIGNAL).filter((signal) => !risks.includes(signal));
}

function pick(lines: readonly Line[], limit: number, wanted: RegExp): string[] {
  const out: string[] = [];
  for (const line of lines) {
    const text = shortForm(line.sentence.text, wanted);
    if (text !== null && !out.includes(text)) out.push(text);
    if (out.length === limit) break;
  }
  return out;
}

const FRAGMENT =
  /\.\.\.|…|[—–-]$|["“”*]|\b(?:and|or|but|the|a|an|of|to|with|for|in|on|by|because|that|if|is|are|like|so)$|\b(\w+) \1\b|\b(?:fuck\w*|shit\w*|bullshit|blah)\b|\b(?:is|was|'s|were|are) like\b|, like\b|\b(?:yeah|um|uh|i'll tell|y'all|you're all)\b|(?:[^,]*,){4}/i;

/** The sentence, or the clause of it that holds what is wanted, without fillers; null when it would be a fragment. */
function shortForm(text: string, wanted: RegExp): string | null {
  if (isQuestion(text) || !/[.!?]["'”’]?$/.test(text.trim())) return null;
  const clean = withoutFillers(text).replace(
    /^(?:(?:and|so|but|because|yeah|yes|no|well|now|right|okay|look|listen|like|i think|i mean|you know|by the way),? )+/i,
    '',
  );
  const whole = clean.replace(/[.!?]+["'”’]?$/, '').trim();
  const parts = whole.length <= 150 ? [whole] : whole.split(/[;:]|, (?:and|but|so|which|because|while) /);
  const clause = parts.map((part) => part.trim()).find((part) => wanted.test(part));
  if (clause === undefined || clause.length > 150 || clause.split(' ').length < 5 || FRAGMENT.test(clause))
    return null;
  if (/^(?:i|i'm|my|me|who|which|what|how|why|not|or|than|as|of|to|with)\b/i.test(clause)) return null;
  return capital(clause);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Sentences of the argument told besides the thesis. */
const FURTHER = 4;

/** The argument as made, as an attributed paragraph: lean and matters, thesis, what else was claimed in order, risks. */
export function contextOf(prose: ProseInput, claims: readonly Claim[], lines: readonly Line[]): string {
  const outline = outlineOf(prose);
  const thesis = thesisOf(prose);
  const further = claims
    .flatMap(
      (claim) => reportsOf(claim, 0).find(({ text, worth }) => worth > 0 && wasSaid(text, prose)) ?? [],
    )
    .filter(({ text }) => !thesis.includes(text))
    .slice(0, FURTHER)
    .map(
      (report, i) =>
        `${opening(i, attribution(prose))} ${report.kind === 'deed' ? report.text : told(report)}.`,
    );
  const risks = riskFlagsOf(lines).slice(0, 3);
  const risk = risks.length === 0 ? [] : [`Risks raised: ${risks.map(lowerFirst).join('; ')}.`];
  return [...new Set([outline, thesis]), ...further, ...risk].join(' ');
}

function opening(i: number, who: string): string {
  return i % 2 === 0 ? 'The speaker' : who;
}

function lowerFirst(text: string): string {
  return /^\p{Lu}\p{Ll}*\b(?! \p{Lu})/u.test(text) && !/^(?:I|AI)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
