import type { PassageLine } from '#server/ingest/extract/passages/reading.ts';
import { isBygone } from '#server/ingest/extract/sentences/tense.ts';
import { capitalised, uncapitalised } from '#server/language/phrasing.ts';
import { tellsNoOwnView, tellsOfDanger } from '#server/language/speech/frames.ts';
import { hitsOf } from '#server/language/tone.ts';
import { alternatives } from '#server/language/word-list.ts';
import { type Claim, type Report, reportsOf } from './reported-speech.ts';
import { type Setting, settingOf } from './setting.ts';
import { told, type WritingInput, wasSaid } from './thesis-text.ts';

/** A line of the argument with its possible reports. */
export type Telling = { readonly line: PassageLine; readonly reports: readonly Report[] };

/** Words of harm to a business. */
const RISK = new RegExp(`\\b(?:${alternatives('risk')})\\b`, 'i');
/** Harm that may come. */
const MAY_HARM = new RegExp(
  `\\b(?:will|would|could|might|may|is going to) (?:\\w+ ){0,3}(?:${alternatives('coming-harm')})\\b`,
  'i',
);
/** Talk of a risk that is managed, small or past, or of a "challenge" that is a contest. */
const NO_RISK =
  /\b(?:would be worse off|what better|risk[- ](?:reward|management|mitigation|free|adjusted|reduction|tolerance|appetite|taking|forward)|downside (?:protection|is (?:capped|limited|protected))|(?:no|little|zero|less|low|lower|not (?:a|an|much|any)|without|no longer (?:a|the)|de-?risk\w*|reduc\w+|mitigat\w+|solv\w+|fix\w*|address\w*) (?:\w+ ){0,2}(?:risk|problem|concern|threat|downside|challenge|bottleneck|competition|debt)|\w+ challenge (?:is|has|was)|cannot (?:wait|overstate|be overstated)|do(?:es)? not (?:worry|have a problem))\b/i;
/** Names a harm: "the problem is that", "the China risk is real". */
const NAMES_HARM =
  /\b(?:the|a|one|my|our|their|its|biggest|big|real|main|only|key|other|another) (?:\w+ )?(?:risk|problem|challenge|concern|worry|fear|danger|downside|threat|difficulty|catch|con|flip side|headwind)\b[^.?]{0,60}? (?:is|would be)\b/i;
/** "There is also another management problem at Costco": a risk named and not told. */
const UNTOLD =
  /^there (?:is|are) (?:\w+ ){0,4}(?:problem|risk|challenge|concern|threat|competition)s?(?: (?:at|with|for|in|to|here|there)\b.{0,20})?$/i;
/** A forecast that time will judge: a date, a figure, a condition. */
const FORECAST =
  /^(?:[^,]{3,60}, )?(?:[^\s,]+ ){1,9}?(?:will|would|could|should|expects?|projects?|projected|plans?|is on (?:track|pace)|are on (?:track|pace)|is going to)\b/i;
const WHEN =
  /\b(?:by (?:the )?(?:end of|next|20\d\d|early|late|mid)|(?:in|end) 20\d\d|next (?:year|quarter|month|week|decade|few|two|three|five|six|ten|\d+)|this (?:year|quarter|decade)|(?:in|within|over|across) (?:the )?(?:next |coming )?(?:a |one |two |three |four |five |six |ten |few |couple of |\d+)[ -]?(?:to \w+ )?(?:years?|months?|quarters?|decades?)|soon)\b/i;
const TEST =
  /\b(?:until|unless|as long as|so long as|once|depends on|the test|proves?|proven|to be seen|watch for|look for|the question is|whether)\b|^if\b.*,/i;
const MEASURE =
  /\d|\b(?:percent|billion|million|trillion|revenue\w*|margins?|growth|grow\w*|users|customers|prices?|launch\w*|release\w*|share|demand|contracts?|ship\w*|profit\w*|ipo|public|approv\w+|adoption|costs?|capacity|supply|gigawatts?|valuation)\b/i;
const FIGURE = /\d[\d.,]*(?:x\b|%| ?(?:percent|billion|million|trillion|gigawatts?|times|basis points))/i;
/** "Would be worse off today if it had not": a counterfactual tests nothing. */
const NEVER_WAS =
  /\bwould have\b|\bwould\b.*\bif\b.*\b(?:did|had|were|was)\b|\bif\b.*\b(?:did|had|was|were)\b.*\b(?:could|would)\b/i;

const MOST_RISKS = 5;
const LEAST_RISK_WORDS = 5;
const MOST_SIGNALS = 4;

/** The lines of an argument with their reports, if any. */
export function tellingsOf(
  writing: WritingInput,
  lines: readonly PassageLine[],
  claims: readonly Claim[],
): Telling[] {
  return lines.map((line, i) => {
    const claim = claims[i];
    const reports = claim === undefined || !line.asserted ? [] : reportsOf(claim, 0);
    return { line, reports: reports.filter(({ kind, text }) => kind === 'clause' && wasSaid(text, writing)) };
  });
}

/** Risks of an argument, and what would prove it right or wrong. */
export type RisksAndSignals = { readonly risks: readonly string[]; readonly signals: readonly string[] };

/** Risks and signals as plain sentences, at most five and four. No signal repeats `shown`, what the card quotes. */
export function risksAndSignalsOf(tellings: readonly Telling[], shown: string): RisksAndSignals {
  const risks = picked(tellings, MOST_RISKS, isRisk);
  const beyond = tellings.filter(({ line }) => !shown.includes(line.sentence.text));
  const signals = picked(
    beyond,
    MOST_SIGNALS,
    (report, line) => isSignal(report, line) && !repeats(report, shown),
  );
  return { risks, signals: signals.filter((signal) => !risks.includes(signal)) };
}

/** Whether a report only repeats what is shown; "will" counts as "going to". */
function repeats({ text }: Report, shown: string): boolean {
  const said = wordsIn(shown);
  return [...wordsIn(text)].every((word) => word === 'will' || said.has(word));
}

function wordsIn(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\d]{4,}/gu));
}

/** A danger to the subject: announced as one, or told with words of harm. */
function isRisk({ text, worth }: Report, line: PassageLine): boolean {
  if (!concerns(line) || text.split(' ').length < LEAST_RISK_WORDS) return false;
  if (NO_RISK.test(line.sentence.text) || UNTOLD.test(text)) return false;
  const tone = hitsOf(text).reduce((sum, hit) => sum + hit.weight, 0);
  if (NAMES_HARM.test(text) || (tellsOfDanger(text) && !isBygone(text))) return tone <= 0;
  if (tone >= 0 || isBygone(text) || NEVER_WAS.test(text)) return false;
  return worth > 0 ? RISK.test(text) || MAY_HARM.test(text) : follows(text, line.sentence.text);
}

/** "The problem is that three customers are half of it", reported without the announcement. */
function follows(text: string, said: string): boolean {
  const frame = NAMES_HARM.exec(said);
  if (frame === null) return false;
  const ending = text.split(' ').slice(-2).join(' ');
  return said.indexOf(ending) > frame.index + frame[0].length;
}

/** A forecast that can be checked: by date, figure or measured condition. */
function isSignal({ text }: Report, line: PassageLine): boolean {
  if (!concerns(line) || (!line.named && !line.predicated) || line.modality === 'history') return false;
  const forecast = FORECAST.exec(text)?.[0];
  if (forecast === undefined || NEVER_WAS.test(text) || tellsNoOwnView(text)) return false;
  if (WHEN.test(text) || (TEST.test(text) && MEASURE.test(text))) return true;
  return !/would$/i.test(forecast) && FIGURE.test(text.slice(forecast.length));
}

/** The line is about the subject, not another company named first. */
function concerns(line: PassageLine): boolean {
  return line.asserted && (line.rivals === 0 || line.leads);
}

function picked(
  tellings: readonly Telling[],
  limit: number,
  fits: (report: Report, line: PassageLine) => boolean,
): string[] {
  const found = tellings.flatMap(({ line, reports }) => {
    const report = reports.find((one) => fits(one, line));
    return report === undefined ? [] : [capitalised(report.text)];
  });
  return [...new Set(found)].slice(0, limit);
}

/** Most sentences after the thesis. */
const FURTHER = 4;

/** The argument as a paragraph: attributed thesis, further claims in order, risks, and its setting. */
export function contextOf(
  thesis: string,
  tellings: readonly Telling[],
  { risks }: RisksAndSignals,
  setting: Setting,
): string {
  const further = strongest(
    tellings
      .filter(({ reports }) => !reports.some((report) => isTold(report, risks)))
      .flatMap(({ reports }) => reports.find(({ worth }) => worth > 0) ?? [])
      .filter(({ text }) => !thesis.includes(text)),
  ).map((report) => `The speaker ${told(report)}.`);
  const risk = risks.length === 0 ? [] : [`Risks raised: ${risks.slice(0, 3).map(lowerFirst).join('; ')}.`];
  return [thesis, ...further, ...risk, settingOf(setting)].join(' ');
}

/** Whether a report is among the risks. */
function isTold({ text }: Report, risks: readonly string[]): boolean {
  return risks.includes(capitalised(text));
}

/** The best reports, each once, in spoken order. */
function strongest(reports: readonly Report[]): Report[] {
  const kept = new Set(
    [...new Map(reports.map((report) => [report.text, report])).values()]
      .sort((a, b) => b.worth - a.worth)
      .slice(0, FURTHER),
  );
  return reports.filter((report) => kept.has(report));
}

/** Small initial inside a sentence: "The grid", but "Nvidia" and "AI". */
function lowerFirst(text: string): string {
  return /^(?:The|A|An|There|One|Most|Many|All|Some|No|Every|Any|More|If|When|As|Once|People|Everyone|Nobody)\b/.test(
    text,
  )
    ? uncapitalised(text)
    : text;
}
