import { attribution, outlineOf, type ProseInput, told, wasSaid } from './prose.ts';
import type { Line } from './reading.ts';
import { type Claim, type Report, reportsOf } from './reported.ts';
import { hitsOf } from './tone.ts';

/** A line of the argument with the ways it can be told. */
export type Telling = { readonly line: Line; readonly reports: readonly Report[] };

const RISK =
  /\b(?:risk\w*|danger\w*|threat\w*|concern\w*|worr(?:y|ied|ies|ying)|problem|downside|challenge|headwind\w*|fears?|vulnerab\w*|could (?:lose|fail|fall|slow|drop|get hurt|be hurt|hurt|commoditi[sz]e|disrupt|collapse|break|stall)|regulat\w+|antitrust|lawsuits?|debt|too (?:expensive|high|much|many)|bubble|cash burn|burning (?:cash|money|through)|shortage|constrained|bottlenecks?|disrupt(?:ed|ion)?|commoditi[sz]\w+|losing|loses?|slow(?:s|ing)? down|slowing|overvalued|dilut\w+|concentrat\w+|dependent|depends on|cannot|backlash|competition|squeezed|uncertain\w*)\b/i;
/** Talk of risk that raises none: it is managed, small, or the "challenge" is a contest. */
const NO_RISK =
  /\b(?:risk[- ](?:reward|management|mitigation|free|adjusted|reduction|tolerance|appetite|taking)|(?:no|little|zero|less|low|lower|not (?:a|an|much|any)|without|de-?risk\w*|reduc\w+|mitigat\w+|solv\w+|fix\w*|address\w*) (?:\w+ ){0,2}(?:risk|problem|concern|threat|downside|challenge)|\w+ challenge (?:is|has|was)|do(?:es)? not (?:worry|have a problem))\b/i;
/** A forecast that time will judge: a date, a figure, a condition. */
const FORECAST = /\b(?:will|would|could|should|expects?|is on track|is going to)\b/i;
const WHEN =
  /\b(?:by (?:the )?(?:end of|next|20\d\d|early|late|mid)|in 20\d\d|next (?:year|quarter|month|week|decade|few|two|three|five|six|ten|\d+)|this (?:year|quarter|decade)|(?:in|within|over) (?:the )?(?:next |coming )?(?:a |one |two |three|four|five|six|ten|few|\d+)[ -]?(?:to \w+ )?(?:years?|months?|quarters?|decades?)|soon)\b/i;
const TEST =
  /\b(?:until|unless|as long as|so long as|once|depends on|the test|proves?|proven|to be seen|watch for|look for|the question is|whether)\b|^if\b.*,/i;
const MEASURE =
  /\d|\b(?:percent|billion|million|trillion|revenue\w*|margins?|growth|grow\w*|users|customers|prices?|launch\w*|release\w*|share|demand|contracts?|ship\w*|profit\w*|ipo|public|approv\w+|adoption|costs?|capacity|supply)\b/i;

const MOST_RISKS = 5;
const LEAST_RISK_WORDS = 7;
const MOST_SIGNALS = 4;

/** The lines of an argument, told as far as they can be. */
export function tellingsOf(prose: ProseInput, lines: readonly Line[], claims: readonly Claim[]): Telling[] {
  return lines.map((line, i) => {
    const claim = claims[i];
    const reports = claim === undefined || !line.asserted ? [] : reportsOf(claim, 0);
    return { line, reports: reports.filter(({ kind, text }) => kind === 'clause' && wasSaid(text, prose)) };
  });
}

/** Risks raised, each a plain sentence of what was said of the subject. At most five. */
export function riskFlagsOf(tellings: readonly Telling[]): string[] {
  return picked(tellings, MOST_RISKS, ({ text }, line) => {
    if (!line.named && !line.predicated) return false;
    if (text.split(' ').length < LEAST_RISK_WORDS) return false;
    const tone = hitsOf(text).reduce((sum, hit) => sum + hit.weight, 0);
    return RISK.test(text) && !NO_RISK.test(text) && tone < 0;
  });
}

/** What would confirm or refute the argument, as said: dated or measured forecasts, and conditions. At most four. */
export function validationSignalsOf(tellings: readonly Telling[]): string[] {
  const risks = riskFlagsOf(tellings);
  return picked(
    tellings,
    MOST_SIGNALS,
    ({ text }) =>
      FORECAST.test(text) &&
      MEASURE.test(text) &&
      (WHEN.test(text) || TEST.test(text)) &&
      !risks.includes(sentence(text)),
  );
}

function picked(
  tellings: readonly Telling[],
  limit: number,
  fits: (report: Report, line: Line) => boolean,
): string[] {
  const found = tellings.flatMap(({ line, reports }) => {
    const report = reports.find((one) => fits(one, line));
    return report === undefined ? [] : [sentence(report.text)];
  });
  return [...new Set(found)].slice(0, limit);
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Sentences of the argument told besides the thesis. */
const FURTHER = 4;

/** The argument as made, as an attributed paragraph: lean and matters, thesis, what else was claimed in order, risks. */
export function contextOf(prose: ProseInput, thesis: string, tellings: readonly Telling[]): string {
  const outline = outlineOf(prose);
  const further = tellings
    .flatMap(({ reports }) => reports.find(({ worth }) => worth > 0) ?? [])
    .filter(({ text }) => !thesis.includes(text))
    .slice(0, FURTHER)
    .map((report, i) => `${i % 2 === 0 ? 'The speaker' : attribution(prose)} ${told(report)}.`);
  const risks = riskFlagsOf(tellings).slice(0, 3);
  const risk = risks.length === 0 ? [] : [`Risks raised: ${risks.map(lowerFirst).join('; ')}.`];
  return [...new Set([outline, thesis]), ...further, ...risk].join(' ');
}

/** A word that is written small inside a sentence: "The grid", but "Nvidia" and "AI". */
function lowerFirst(text: string): string {
  return /^(?:The|A|An|There|One|Most|Many|All|Some|No|Every|Any|More|If|When|As|Once|People|Everyone|Nobody)\b/.test(
    text,
  )
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
