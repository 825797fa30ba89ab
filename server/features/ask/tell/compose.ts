import { wordsOf } from '#server/features/ask/choose/beside-idea.ts';
import type {
  ChosenEvidence,
  Evidence,
  IdeaEvidence,
  PassageEvidence,
  Unheld,
  Untold,
  UntoldRole,
} from '#server/features/ask/choose/evidence.ts';
import { saidIn } from '#server/features/ask/choose/idea-lines.ts';
import { namedRisk } from '#server/features/ask/choose/risks.ts';
import { untoldTopic } from '#server/features/ask/choose/topic.ts';
import type { IdeaCandidate } from '#server/features/ask/find/store.ts';
import { asksForAllTheySaid, type QuestionReading, type Side } from '#server/features/ask/read/reading.ts';
import { restsOn } from '#server/features/ask/tell/verify.ts';
import { stanceInWords } from '#server/features/ideas/telling.ts';
import { themeInSentence } from '#server/linking/themes/name.ts';
import { dayInWords } from '#server/platform/clock.ts';

/** A sentence of an answer before its markers are added, and the evidence it rests on. */
export type Sentence = { readonly text: string; readonly on: readonly Evidence[] };

/** The text of an answer with markers from 1 in the order of `cited`. */
export type Composed = { readonly answer: string; readonly cited: readonly Evidence[] };

const LEADS: Record<Side | 'neutral', string> = {
  bullish: 'On the bullish side',
  bearish: 'On the bearish side',
  neutral: 'Weighing both sides',
};

/**
 * Sentences that tell what named shows argued, by side and then by air date, each with its show and date. A sentence with
 * a name or number that its evidence does not hold is left out.
 */
export function composeSentences(
  reading: QuestionReading,
  { evidence, missing }: Pick<ChosenEvidence, 'evidence' | 'missing'>,
): Sentence[] {
  // Statements under no side come before the first side, so that they are not read as part of one.
  const order: IdeaEvidence['side'][] =
    reading.side === 'bearish'
      ? [null, 'bearish', 'bullish', 'neutral']
      : [null, 'bullish', 'bearish', 'neutral'];
  const ideas = evidence.filter((item) => item.kind === 'idea');
  const sides = order.map((side) => ({
    side,
    items: ideas.filter((item) => item.side === side).sort(byAirDate),
  }));
  // Statements of one person on many subjects are not sorted by side.
  const several =
    !asksForAllTheySaid(reading) &&
    (missing === 'side' || sides.filter(({ items }) => items.length > 0).length > 1);
  const argued = sides.flatMap(({ side, items }) =>
    items.flatMap((item, i) => ideaSentences(reading, item, several && side && i === 0 ? LEADS[side] : null)),
  );
  const quoted = evidence
    .filter((item) => item.kind === 'passage')
    .sort((a, b) => a.passage.publishedAt.getTime() - b.passage.publishedAt.getTime())
    .map(passageSentence);
  const sentences = [...argued, ...quoted].filter((sentence) => restsOn(sentence.text, sentence.on));
  return withMissing(reading, { evidence, missing }, sentences);
}

/**
 * Adds markers to sentences and numbers the evidence in the order it is cited. When a side was asked for, the first citation
 * of an idea without a stance says so: its words may lean to the side, but the record does not put it there.
 */
export function withMarkers({ side }: QuestionReading, sentences: readonly Sentence[]): Composed {
  const cited: Evidence[] = [];
  const mark = (item: Evidence) => {
    const isNew = !cited.includes(item);
    if (isNew) cited.push(item);
    const untold = isNew && side !== null && item.kind === 'idea' && item.idea.stance === null;
    return `${untold ? ` (${stanceInWords(null)}) ` : ''}[${cited.indexOf(item) + 1}]`;
  };
  const written = sentences.map(({ text, on }) => `${oneSentence(text)} ${on.map(mark).join('').trim()}.`);
  return { answer: written.join(' '), cited };
}

function byAirDate(a: { idea: IdeaCandidate }, b: { idea: IdeaCandidate }): number {
  return (
    a.idea.episodePublishedAt.getTime() - b.idea.episodePublishedAt.getTime() ||
    (a.idea.id < b.idea.id ? -1 : 1)
  );
}

function ideaSentences(reading: QuestionReading, item: IdeaEvidence, lead: string | null): Sentence[] {
  const { idea, line } = item;
  const on = [item];
  const date = dayInWords(idea.episodePublishedAt);
  const text = lead
    ? `${lead}, ${lowerArticle(line.claim)} (${idea.showName}, ${date})`
    : `On ${idea.showName} (${date}), ${lowerArticle(withoutShow(line.claim, idea.showName))}`;
  const named = reading.risks ? namedRisk(idea) : null;
  const risk = named !== null && !line.claim.includes(named) ? named : null;
  return [
    { text: line.words ? `${text}: “${line.words}”` : text, on },
    ...(risk ? [{ text: `A risk named there: ${risk.replace(/[.\s]+$/, '')}`, on }] : []),
  ];
}

/** A claim for a sentence that names the show: "A guest on All-In argues" becomes "A guest argues", "All-In argues" "the show argues". */
function withoutShow(claim: string, show: string): string {
  if (claim.startsWith(`${show} `)) return `the show${claim.slice(show.length)}`;
  return claim.replace(` on ${show} `, ' ');
}

function passageSentence(item: PassageEvidence): Sentence {
  const { passage, words } = item;
  const who = passage.speaker ?? 'a speaker';
  return {
    text: `On ${passage.showName} (${dayInWords(passage.publishedAt)}), ${who} said: “${words}”`,
    on: [item],
  };
}

/** The sentences, the first of them led by what was not found, if anything is missing. */
function withMissing(
  reading: QuestionReading,
  { evidence, missing }: Pick<ChosenEvidence, 'evidence' | 'missing'>,
  [first, ...rest]: readonly Sentence[],
): Sentence[] {
  if (!first) return [];
  const said = missing === null ? null : saidOfMissing(reading, evidence, missing);
  if (said === null) return [first, ...rest];
  return [
    { ...first, text: `${said}; ${first.text.charAt(0).toLowerCase()}${first.text.slice(1)}` },
    ...rest,
  ];
}

/** What was asked for and not found; null when the evidence tells all of it between them. */
function saidOfMissing(
  reading: QuestionReading,
  evidence: readonly Evidence[],
  missing: NonNullable<ChosenEvidence['missing']>,
): string | null {
  if (typeof missing === 'object') {
    if ('role' in missing) return saidOfRole(reading, missing);
    return 'people' in missing ? saidOfUntold(missing) : saidOfUnheld(reading, evidence, missing);
  }
  const [company] = reading.subjects;
  const [theme] = reading.themes;
  const subject = company?.name ?? (theme && themeInSentence(theme.name));
  if (!subject) return null;
  if (missing === 'side') return `No ${reading.side} case on ${subject} was found`;
  if (reading.relates) return `Nothing was found on ${subject} and ${reading.subjects[1]?.name} together`;
  const told = evidence.map((item) => (item.kind === 'idea' ? saidIn(item.line) : item.words));
  const asked = untoldTopic(reading, told) ?? 'what was asked';
  return asked === '' ? null : `On ${subject}, nothing was found about ${asked}`;
}

function saidOfUntold({ subjects, people }: Untold): string {
  const untold = [...subjects.map((name) => `on ${name}`), ...people.map((name) => `by ${name}`)];
  return `Nothing was found ${untold.join(' or ')}`;
}

function saidOfRole({ subjects: [subject] }: QuestionReading, { role, isTold }: UntoldRole): string {
  if (isTold) return 'Speakers whose part in the show is not on record are left out';
  return `No argument by a ${role} was found${subject ? ` on ${subject.name}` : ''}`;
}

/** What a bound idea does not hold. It speaks of the idea alone, since the rest of the record was not searched. */
function saidOfUnheld(
  reading: QuestionReading,
  evidence: readonly Evidence[],
  { names, asks }: Unheld,
): string | null {
  const told = evidence.map((item) => (item.kind === 'idea' ? wordsOf(item.idea) : item.words));
  const topic = asks === 'topic' ? (untoldTopic(reading, told) ?? 'what was asked') : '';
  const unsaid = [...names, topic].filter(Boolean).join(' or ');
  if (unsaid !== '') return `This idea says nothing of ${unsaid}`;
  if (asks === 'hosts') return 'This idea does not tell who hosts the show';
  if (asks === 'more') return 'This idea does not tell what else was said';
  if (asks === 'when') return 'This idea does not tell when';
  if (asks === 'others') return 'This idea does not tell who says otherwise';
  if (asks !== 'side') return null;
  return reading.risks ? 'This idea names no risk' : `This idea makes no ${reading.side} case`;
}

/** A text made one sentence: no full stop, question or exclamation mark before a space. */
function oneSentence(text: string): string {
  return text
    .replace(/\[(\d+)\]/g, '($1)')
    .replace(/\b(\p{Lu})\.(?=\p{Lu}\.)/gu, '$1')
    .replace(/(?<=\b(?:\p{L}{1,4}|\p{Lu}+))\.(?=[\s,;:)”])/gu, '')
    .replace(/[.!?]+(?=["”’)]*\s)/g, ';')
    .replace(/\s+/g, ' ')
    .replace(/[\s.;,:!?]+$/, '')
    .trim();
}

function lowerArticle(claim: string): string {
  return /^(?:A|An|The) /.test(claim) ? claim.charAt(0).toLowerCase() + claim.slice(1) : claim;
}
