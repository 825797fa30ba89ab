import {
  airedAt,
  type ChosenEvidence,
  type Evidence,
  type IdeaEvidence,
  type PassageEvidence,
} from '#server/features/ask/choose/evidence.ts';
import { namedRisk } from '#server/features/ask/choose/ideas/risks.ts';
import { asksForAllTheySaid, type QuestionReading, type Side } from '#server/features/ask/read/reading.ts';
import { saidOfMissing } from '#server/features/ask/tell/missing.ts';
import type { Sentence } from '#server/features/ask/tell/sentence.ts';
import { restsOn } from '#server/features/ask/tell/verify.ts';
import { capitalised, inQuotationMarks, uncapitalised } from '#server/language/phrasing.ts';
import { sentencesOf } from '#server/language/text-sentences.ts';
import { dayInWords } from '#server/platform/clock.ts';

const LEADS: Record<Side | 'neutral', string> = {
  bullish: 'On the bullish side',
  bearish: 'On the bearish side',
  neutral: 'Weighing both sides',
};

/**
 * Sentences that tell what named shows argued, each with its show and date, led by what was asked for and not found. They
 * stand by side and then by air date, or in the order of the evidence when the first or last to speak are asked for. A
 * sentence with a name or number that its evidence does not hold is left out.
 */
export function composeSentences(
  reading: QuestionReading,
  { evidence, missing }: Pick<ChosenEvidence, 'evidence' | 'missing'>,
): Sentence[] {
  const isInTime = missing === 'first' || missing === 'last' || missing === 'turn';
  const told = isInTime
    ? evidence.flatMap((item) => evidenceSentences(reading, item))
    : [
        ...sentencesBySide(reading, evidence, missing === 'side' || missing === 'both sides'),
        ...quotesInTime(reading, evidence),
      ];
  const [first, ...rest] = told.filter(({ text, on }) => restsOn(text, on));
  if (first === undefined) return [];
  const notFound = missing === null ? null : saidOfMissing(reading, evidence, missing);
  const ahead = [saidOfTime(reading), notFound].filter((said) => said !== null);
  return [{ ...first, text: [...ahead, first.text].map(goingOn).join('; ') }, ...rest];
}

function goingOn(part: string, i: number): string {
  return i === 0 ? part : uncapitalised(part);
}

/** A time that was asked about and could not be looked for; null when there is none. */
function saidOfTime({ untimed }: QuestionReading): string | null {
  return untimed === null ? null : `The record keeps no dates of such events, so “${untimed}” is left aside`;
}

/** What ideas tell, by side. `isSideMissing`: the side asked for was not found, so the first of each side names it. */
function sentencesBySide(
  reading: QuestionReading,
  evidence: readonly Evidence[],
  isSideMissing: boolean,
): Sentence[] {
  const [first, second] =
    reading.side === 'bearish' ? (['bearish', 'bullish'] as const) : (['bullish', 'bearish'] as const);
  const ideas = evidence.filter((item) => item.kind === 'idea');
  // Statements under no side come before the first side, so that they are not read as part of one.
  const sides = [null, first, second, 'neutral' as const]
    .map((side) => ({ side, items: ideas.filter((item) => item.side === side).sort(byAirDate) }))
    .filter(({ items }) => items.length > 0);
  // Statements of one person on many subjects are not sorted by side.
  const namesSides = !asksForAllTheySaid(reading) && (isSideMissing || sides.length > 1);
  return sides.flatMap(({ side, items }) =>
    items.flatMap((item, i) =>
      ideaSentences(reading, item, namesSides && side !== null ? leadOf(side, i === 0) : null),
    ),
  );
}

/** What opens a statement on a side; every one after the first says that the side goes on. */
function leadOf(side: keyof typeof LEADS, isFirst: boolean): string {
  return isFirst ? LEADS[side] : `${LEADS[side]}, too`;
}

function byAirDate(a: IdeaEvidence, b: IdeaEvidence): number {
  return airedAt(a).getTime() - airedAt(b).getTime() || (a.idea.id < b.idea.id ? -1 : 1);
}

function quotesInTime(reading: QuestionReading, evidence: readonly Evidence[]): Sentence[] {
  return evidence
    .filter((item) => item.kind === 'passage')
    .sort((a, b) => airedAt(a).getTime() - airedAt(b).getTime())
    .flatMap((item) => passageSentences(reading, item));
}

function evidenceSentences(reading: QuestionReading, item: Evidence): Sentence[] {
  return item.kind === 'idea' ? ideaSentences(reading, item, null) : passageSentences(reading, item);
}

/** What an idea tells, and the risk that it names when risks are asked for. `lead`: opens the sentence with a side. */
function ideaSentences(reading: QuestionReading, item: IdeaEvidence, lead: string | null): Sentence[] {
  const { idea, line } = item;
  const on = [item];
  const date = dayInWords(idea.episodePublishedAt);
  const episode = reading.whereabouts ? idea.episodeTitle : null;
  const text = lead
    ? `${lead}, ${lowerArticle(line.claim)} (${[idea.showName, date, ...(episode === null ? [] : [episodeInWords(episode)])].join(', ')})`
    : `${placeOf(idea.showName, date, episode)}, ${lowerArticle(besideItsShow(line.claim, idea.showName))}`;
  const named = reading.risks ? namedRisk(idea) : null;
  const risk = named !== null && !line.claim.includes(named) ? named : null;
  return [
    { text: line.words ? `${text}: “${line.words}”` : text, on },
    ...(risk ? [{ text: `A risk named there: ${risk.replace(/[.\s]+$/, '')}`, on }] : []),
  ];
}

/** A claim for a sentence that names the show: "A guest on All-In argues" becomes "A guest argues", "All-In argues" "the show argues". */
function besideItsShow(claim: string, show: string): string {
  if (claim.startsWith(`${show} `)) return `the show${claim.slice(show.length)}`;
  return claim.replace(` on ${show} `, ' ');
}

/** A quotation goes on under one marker when its first sentence is no longer than so many words, which take some five seconds. */
const SOON_OVER = 12;

/** What is quoted of a window; a sentence that comes some seconds after the first is cited where it was said itself. */
function passageSentences(reading: QuestionReading, item: PassageEvidence): Sentence[] {
  const { passage, words } = item;
  const who = passage.speaker ?? 'a speaker';
  const episode = reading.whereabouts ? passage.episodeTitle : null;
  const on = `${placeOf(passage.showName, dayInWords(passage.publishedAt), episode)}, ${who} said`;
  const [first = words, ...rest] = sentencesOf(words);
  if (rest.length === 0 || first.split(' ').length <= SOON_OVER)
    return [{ text: `${on}: “${words}”`, on: [item] }];
  const parts = [first, rest.join(' ')].map((part) => ({ ...item, words: part.replace(/[.!]$/, '') }));
  const told = parts.map((part, i) => ({
    text: `${i === 0 ? on : `${capitalised(who)} went on`}: “${part.words}”`,
    on: [part],
  }));
  // The second part has its show and date from the first.
  return told.every((part) => restsOn(part.text, part.on)) ? told : [];
}

/** Where something was said, and in which episode when that is asked for. */
function placeOf(show: string, date: string, episode: string | null): string {
  return episode === null ? `On ${show} (${date})` : `On ${show} (${date}), in ${episodeInWords(episode)}`;
}

function episodeInWords(title: string): string {
  return `the episode ${inQuotationMarks(title)}`;
}

/** A claim that goes on after other words: "A guest" becomes "a guest", a name stays. */
function lowerArticle(claim: string): string {
  return /^(?:A|An|The) /.test(claim) ? uncapitalised(claim) : claim;
}
