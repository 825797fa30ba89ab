import {
  type BeyondRecord,
  type ChosenEvidence,
  type Counted,
  type Evidence,
  type LeftAside,
  toldOf,
  type Unheld,
  type Unnamed,
  type Untold,
  type UntoldRole,
} from '#server/features/ask/choose/evidence.ts';
import { wordsOfIdea } from '#server/features/ask/choose/missing/beside-idea.ts';
import { untoldTopic } from '#server/features/ask/choose/missing/untold.ts';
import type { QuestionReading, Side } from '#server/features/ask/read/reading.ts';
import { saidOfProduct } from '#server/features/ask/tell/by-product.ts';
import { capitalised, inQuotationMarks, listed, uncapitalised } from '#server/language/phrasing.ts';
import { themeInSentence } from '#server/linking/themes/name.ts';

/** What was asked for and not found; null when the evidence tells all of it between them. */
export function saidOfMissing(
  reading: QuestionReading,
  evidence: readonly Evidence[],
  missing: NonNullable<ChosenEvidence['missing']>,
): string | null {
  if (missing === 'locked turn') return saidOfLock(reading);
  const ofProduct = saidOfProduct(reading, missing);
  if (ofProduct !== null) return ofProduct;
  if (typeof missing === 'object') {
    if ('most' in missing || 'held' in missing) return saidOfCount(reading, missing);
    if ('role' in missing) return saidOfRole(reading, evidence, missing);
    if ('leftOut' in missing)
      return `The record also holds a ${missing.leftOut} case on ${reading.subjects[0]?.name}, which is not told here`;
    if ('beside' in missing) return `On ${listed(missing.beside)}, nothing was found that answers this`;
    if ('part' in missing)
      return `Nothing that answers all of this was found, only what was said ${missing.part}`;
    if ('unnamed' in missing) return saidOfUnnamed(missing);
    if ('aside' in missing) return saidOfAside(missing);
    if ('better' in missing)
      return `No statement that prefers ${missing.better} to ${missing.worse} was found`;
    return 'people' in missing
      ? saidOfUntold(missing, reading.side)
      : saidOfUnheld(reading, evidence, missing);
  }
  const [company] = reading.subjects;
  const [theme] = reading.themes;
  const subject = company?.name ?? (theme ? themeInSentence(theme.name) : topicAsAsked(reading));
  if (missing === 'figure')
    return `${subject ? `On ${subject}, no` : 'No'} figures were found in what was said`;
  if (missing !== 'side' && missing !== 'topic')
    return saidOfBeyond(missing, subject, evidence, reading.against?.people ?? []);
  if (missing === 'side') return saidOfSide(reading, evidence, subject);
  if (!subject) return null;
  if (reading.relates) return `Nothing was found on ${subject} and ${reading.subjects[1]?.name} together`;
  return saidOfUntoldTopic(reading, evidence, subject);
}

/** That nothing answers all of it, and without which words it was looked for again, if it has them in these words. */
function saidOfAside({ aside }: LeftAside): string {
  const none = 'Nothing that answers all of this was found';
  if (aside.length === 0) return none;
  return `${none}, so ${listed(aside.map(inQuotationMarks))} ${aside.length === 1 ? 'is' : 'are'} left aside`;
}

/** That the side was not found; beside a statement whose side is not told, only that none is told as that. */
function saidOfSide(
  { side }: QuestionReading,
  evidence: readonly Evidence[],
  subject: string | undefined,
): string {
  const on = subject ? ` on ${subject}` : '';
  const isUnsure = evidence.some((item) => item.kind === 'idea' && item.side === null);
  return isUnsure ? `Nothing found${on} is told as ${side}` : `No ${side} case${on} was found`;
}

/** Which of the two sides asked for is not told. */
function saidOfBothSides(evidence: readonly Evidence[], subject: string | undefined): string {
  const isTold = (side: Side) => evidence.some((item) => item.kind === 'idea' && item.side === side);
  const untold = (['bullish', 'bearish'] as const).filter((side) => !isTold(side));
  return `Nothing found${subject ? ` on ${subject}` : ''} is told as ${untold.join(' or as ')}`;
}

/** The things that a question without names asks about, as it writes them. */
function topicAsAsked(reading: QuestionReading): string | undefined {
  const asked = untoldTopic(reading, []);
  return asked.kind === 'named' ? listed(asked.things) : undefined;
}

/** What of the topic the evidence does not tell; null when it tells all of it between them. */
function saidOfUntoldTopic(
  reading: QuestionReading,
  evidence: readonly Evidence[],
  subject: string,
): string | null {
  const told = evidence.map(toldOf);
  const untold = untoldTopic(reading, told);
  if (untold.kind === 'nothing') return null;
  if (untold.kind === 'part') return `On ${subject}, not all of what was asked was found`;
  if (untold.kind !== 'named') return `On ${subject}, nothing was found that answers this`;
  return `On ${subject}, nothing to quote about ${listed(untold.things)} was found`;
}

/** How many ideas the record holds on what is asked about, where and when it is asked. */
function saidOfCount({ subjects, themes, shows, period }: QuestionReading, counted: Counted): string {
  const where = `${shows.length > 0 ? ` from ${listed(shows.map(({ name }) => name))}` : ''}${period === null ? '' : ' in this time'}`;
  if ('most' in counted) {
    const each = counted.most.map(({ name, ...count }) => `${name} (${countInWords(count)})`);
    return `The most ideas on the record${where} are on ${listed(each)}`;
  }
  const name = subjects[0]?.name ?? themeInSentence(themes[0]?.name ?? '');
  return `The record holds ${countInWords(counted.held)} on ${name}${where}, and counts no mentions`;
}

function countInWords({ ideas, shows }: { readonly ideas: number; readonly shows: number }): string {
  return `${ideas} ${ideas === 1 ? 'idea' : 'ideas'} from ${shows} ${shows === 1 ? 'show' : 'shows'}`;
}

/** What no statement tells, whatever was found. */
function saidOfBeyond(
  beyond: BeyondRecord,
  subject: string | undefined,
  evidence: readonly Evidence[],
  opposed: readonly string[],
): string {
  const on = subject ? ` on ${subject}` : '';
  if (beyond === 'count') return 'The record tells what was said, not how many said it';
  if (beyond === 'hosts') return 'The record does not tell who hosts a show, only what was said on it';
  if (beyond === 'person') return 'The record does not tell who somebody is, only what was said';
  if (beyond === 'most') return 'The record tells what was said, not who says most';
  if (beyond === 'disagreement')
    return `No disagreement${opposed.length > 0 ? ` with ${listed(opposed)}` : ''}${on} was found in so many words`;
  if (beyond === 'neutral') return `Nothing found${on} is told as weighing both sides`;
  if (beyond === 'both sides') return saidOfBothSides(evidence, subject);
  const sides = sidesTold(evidence);
  if (beyond === 'sides') return sides ?? `No side${on} is told here`;
  const noTurn = `o change of mind${on} was found in so many words`;
  if (beyond === 'turn')
    return sides === null || evidence.length < 2 ? `N${noTurn}` : `N${noTurn}: ${uncapitalised(sides)}`;
  return beyond === 'first'
    ? `This is the earliest that can be quoted here${on}, by air date`
    : `This is the latest that can be quoted here${on}, the newest first`;
}

/** "Two are told as bullish, one as bearish"; null when none is told under a side. */
function sidesTold(evidence: readonly Evidence[]): string | null {
  const sides = evidence.map((item) => (item.kind === 'idea' ? item.side : null));
  const counts = (['bullish', 'bearish', 'neutral'] as const)
    .map((side) => ({ side, count: sides.filter((one) => one === side).length }))
    .filter(({ count }) => count > 0);
  const [first, ...more] = counts;
  if (first === undefined) return null;
  if (first.count === sides.length) return `${allOf(first.count)} told as ${SIDE_WORDS[first.side]}`;
  const told = `${capitalised(numberWord(first.count))} ${first.count === 1 ? 'is' : 'are'} told as ${SIDE_WORDS[first.side]}`;
  return [told, ...more.map(({ side, count }) => `${numberWord(count)} as ${SIDE_WORDS[side]}`)].join(', ');
}

const SIDE_WORDS = { bullish: 'bullish', bearish: 'bearish', neutral: 'weighing both sides' } as const;

function allOf(count: number): string {
  if (count === 1) return 'The one statement found is';
  return count === 2 ? 'Both are' : `All ${numberWord(count)} are`;
}

function numberWord(count: number): string {
  return ['no', 'one', 'two', 'three', 'four', 'five', 'six'][count] ?? String(count);
}

function saidOfUntold({ subjects, people }: Untold, side: Side | null): string {
  const untold = [...subjects.map((name) => `on ${name}`), ...people.map((name) => `by ${name}`)];
  return `${side === null ? 'Nothing' : `No ${side} case`} was found ${untold.join(' or ')}`;
}

/** That nobody can tell whose words they are, and where the names of those asked for stand. A label is no proof of a speaker. */
function saidOfUnnamed({ unnamed, given, title, answers }: Unnamed): string {
  const name = `the name of ${given.join(' or ')}`;
  const where =
    title === null
      ? `the episodes cited for a speaker without a name give ${name} in their titles, notes, people or labels`
      : `the episode ${inQuotationMarks(title)} gives ${name} in its title, notes, people or labels`;
  const told = `Transcripts do not reliably tell who spoke: nothing that answers this is told in the name of ${unnamed.join(' or ')}, but ${where}`;
  return answers ? told : `${told}, with nothing found there that answers all of this`;
}

function saidOfRole(
  { subjects: [subject] }: QuestionReading,
  evidence: readonly Evidence[],
  { role, isTold }: UntoldRole,
): string {
  if (isTold) return 'Speakers whose part in the show is not on record are left out';
  const none = `No argument by a ${role} was found${subject ? ` on ${subject.name}` : ''}`;
  const isQuoted = evidence.some(({ kind }) => kind === 'passage');
  // Transcripts tell no parts: who is quoted of them may well be a guest.
  return isQuoted ? `${none} among ideas, and transcripts do not tell who is a ${role}` : none;
}

/** Changes of stance are told with Premium alone; it is not said whether there are any. */
function saidOfLock({ subjects: [subject] }: QuestionReading): string {
  return `When shows changed their stance${subject ? ` on ${subject.name}` : ''} is told with a Premium account`;
}

/** What a bound idea does not hold. It speaks of the idea alone, since the rest of the record was not searched. */
function saidOfUnheld(
  reading: QuestionReading,
  evidence: readonly Evidence[],
  { names, asks }: Unheld,
): string | null {
  const told = evidence.map((item) => (item.kind === 'idea' ? wordsOfIdea(item.idea) : item.words));
  const topic = asks === 'topic' ? untoldOfIdea(reading, told) : '';
  const unsaid = [...names, topic].filter(Boolean).join(' or ');
  if (unsaid !== '') return `This idea says nothing of ${unsaid}`;
  if (asks === 'hosts') return 'This idea does not tell who hosts the show';
  if (asks === 'more') return 'This idea does not tell what else was said';
  if (asks === 'when') return 'This idea does not tell when';
  if (asks === 'others') return 'This idea does not tell who says otherwise';
  if (asks === 'risk') return 'This idea names no risk';
  if (asks === 'further risk') return 'This idea names no risk beside its bear case';
  if (asks === 'quotable risk') return 'This idea names a risk that may not be quoted';
  if (asks === 'disproof') return 'This idea names nothing that would prove it wrong';
  return asks === 'side' ? `This idea makes no ${reading.side} case` : null;
}

/** What of the topic an idea does not tell, as it goes on after "nothing of"; empty when it tells all. */
function untoldOfIdea(reading: QuestionReading, told: readonly string[]): string {
  const untold = untoldTopic(reading, told);
  if (untold.kind === 'named') return listed(untold.things);
  return untold.kind === 'nothing' ? '' : 'what was asked';
}
