import { modalityOf } from './modality.ts';
import { attribution, type ProseInput, reportableClause, statementOf, withoutFillers } from './prose.ts';
import type { Line } from './reading.ts';

const RISK =
  /\b(risk\w*|danger\w*|threat\w*|concern\w*|worr(?:y|ied|ies)|problem|downside|challenge\w*|headwind\w*|fear|vulnerab\w*|if (?:they|it|the|this|that) .{0,40}(?:slow|fail|lose|stop|drop|fall)\w*|unless|could (?:lose|fail|fall|slow|drop|get hurt|be hurt|hurt|commoditi[sz]e|disrupt)|compet(?:ition|itors?)|regulat\w+|antitrust|lawsuit|debt|expensive|bubble|burn(?:ing)?|shortage|constrained|bottleneck|disrupt(?:ed|ion)?|commoditi[sz]\w+|losing|lose share|slow(?:ing)? down|overvalued)\b/i;
const SIGNAL =
  /\b(if|once|when|until|unless|watch|we'll see|the test|prove[sn]?|by (?:the )?(?:end of|next|20\d\d)|next (?:year|quarter|month|week)|this (?:year|quarter)|in (?:two|three|five|ten|\d+) (?:years|months|quarters)|depends on|as long as|i'?d look for|look for|keep an eye)\b/i;
const MEASURE =
  /\d|percent|billion|million|revenue|margin|growth|users|customers|price|launch|release|share|demand|contract|ship/i;

/** Risks as said: fault or danger words in a claim, cleaned of fillers, at most five of at most 160 characters. */
export function riskFlagsOf(lines: readonly Line[]): string[] {
  return pick(
    lines.filter((line) => line.asserted && (RISK.test(line.sentence.text) || line.polarity.fault >= 2)),
    5,
    RISK,
  );
}

/** What would confirm or refute, as said: conditions and dated or measured expectations. At most four. */
export function validationSignalsOf(lines: readonly Line[]): string[] {
  const looked = lines.filter(
    (line) => line.asserted && SIGNAL.test(line.sentence.text) && MEASURE.test(line.sentence.text),
  );
  return pick(looked, 4, SIGNAL);
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

/** The sentence, or the clause of it that holds what is wanted, without fillers; null when it would be a fragment. */
function shortForm(text: string, wanted: RegExp): string | null {
  if (modalityOf(text) === 'question') return null;
  const clean = withoutFillers(text).replace(
    /^(?:(?:and|so|but|because|yeah|well|now|right|okay|look|i think|i mean|you know),? )+/i,
    '',
  );
  const whole = clean.replace(/[.!?]+$/, '');
  if (whole.length <= 160) return whole.split(' ').length < 4 ? null : capital(whole);
  const clause = whole
    .split(/(?:[;:—–]|, (?:and|but|so|which|because) )/)
    .find((part) => wanted.test(part) && part.trim().split(' ').length >= 5);
  return clause === undefined || clause.length > 160 ? null : capital(clause.trim());
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The argument as made, as an attributed paragraph: what was claimed in order, then the risks raised. */
export function contextOf(prose: ProseInput, lines: readonly Line[]): string {
  const who = attribution(prose);
  const clauses = lines
    .filter((line) => line.asserted)
    .map((line) => reportableClause(line.sentence.text, prose.subject))
    .filter((clause) => clause !== null)
    .slice(0, 6);
  const told = clauses.map((clause, i) =>
    i === 0 ? `${who} argues that ${clause}.` : `${opening(i)} ${clause}.`,
  );
  const risks = riskFlagsOf(lines).slice(0, 3);
  const risk =
    risks.length === 0
      ? []
      : [`Risks raised: ${risks.map((text) => text.charAt(0).toLowerCase() + text.slice(1)).join('; ')}.`];
  return [statementOf(prose), ...told, ...risk].join(' ');
}

function opening(i: number): string {
  return ['The speaker adds that', 'The argument continues that', 'It is also said that'][
    (i - 1) % 3
  ] as string;
}
