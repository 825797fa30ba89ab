import type { IdeaEvidence, PassageEvidence } from '#server/features/ask/corpus/store.ts';
import type { Evidence } from '#server/features/ask/evidence.ts';
import type { QuestionReading, Side } from '#server/features/ask/reading.ts';
import { indexText } from '#server/features/ask/scoring.ts';
import { restsOn } from '#server/features/ask/verify.ts';
import { capQuote, licensed, licensedLine, quotable } from '#server/features/ideas/media.ts';
import { MONTHS } from '#server/platform/clock.ts';

/** A sentence without its marker, and the evidence it rests on. */
export type Sentence = { readonly text: string; readonly on: readonly Evidence[] };

/** The text of an answer with markers from 1 in the order of `cited`. */
export type Composed = { readonly answer: string; readonly cited: readonly Evidence[] };

const LEADS: Record<Side | 'neutral', string> = {
  bullish: 'On the bullish side',
  bearish: 'On the bearish side',
  neutral: 'Weighing both sides',
};
const LONGEST_QUOTE = 240;

/** `3 July 2026`, UTC. */
export function spokenDate(date: Date): string {
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/**
 * Sentences of what named shows argued, by side and then by air date, each with its show and date. Nothing is said
 * that the evidence does not say: a sentence whose names or numbers are not in its evidence is left out.
 */
export function composeSentences(reading: QuestionReading, evidence: readonly Evidence[]): Sentence[] {
  const order: (Side | 'neutral')[] =
    reading.side === 'bearish' ? ['bearish', 'bullish', 'neutral'] : ['bullish', 'bearish', 'neutral'];
  const ideas = evidence.filter((item) => item.kind === 'idea');
  const sides = order.map((side) => ({
    side,
    items: ideas.filter((item) => item.side === side).sort(byAirDate),
  }));
  const several = sides.filter(({ items }) => items.length > 0).length > 1;
  const argued = sides.flatMap(({ side, items }) =>
    items.flatMap((item, i) => ideaSentences(reading, item, several && i === 0 ? LEADS[side] : null)),
  );
  const quoted = evidence
    .filter((item) => item.kind === 'passage')
    .sort((a, b) => a.passage.publishedAt.getTime() - b.passage.publishedAt.getTime())
    .flatMap((item) => passageSentence(reading, item) ?? []);
  return [...argued, ...quoted].filter((sentence) => restsOn(sentence.text, sentence.on));
}

/** Puts markers into sentences and numbers the evidence in the order it is cited. */
export function withMarkers(sentences: readonly Sentence[]): Composed {
  const cited: Evidence[] = [];
  const written = sentences.map(({ text, on }) => {
    const markers = on.map((item) => {
      if (!cited.includes(item)) cited.push(item);
      return `[${cited.indexOf(item) + 1}]`;
    });
    return `${oneSentence(text)} ${markers.join('')}.`;
  });
  return { answer: written.join(' '), cited };
}

function byAirDate(a: { idea: IdeaEvidence }, b: { idea: IdeaEvidence }): number {
  return (
    a.idea.episodePublishedAt.getTime() - b.idea.episodePublishedAt.getTime() ||
    (a.idea.id < b.idea.id ? -1 : 1)
  );
}

function ideaSentences(
  reading: QuestionReading,
  item: Extract<Evidence, { kind: 'idea' }>,
  lead: string | null,
): Sentence[] {
  const { idea } = item;
  const date = spokenDate(idea.episodePublishedAt);
  const claim = claimOf(idea);
  const text = lead
    ? `${lead}, ${lowerArticle(claim)} (${idea.showName}, ${date})`
    : `On ${idea.showName} (${date}), ${lowerArticle(withoutShow(claim, idea.showName))}`;
  const words = isThin(claim) ? ownWords(idea) : null;
  const risk = reading.risks ? licensed(idea.riskFlags, idea.quoteChars).find(readsAlone) : undefined;
  return [
    { text: words ? `${text}: “${words}”` : text, on: [item] },
    ...(risk ? [{ text: `A risk named there: ${risk.replace(/[.\s]+$/, '')}`, on: [item] }] : []),
  ];
}

/** A line that names a lean and topics but no argument: the speaker's own words carry it better. */
function isThin(claim: string): boolean {
  return /\b(?:makes a (?:positive|negative) case (?:for|on)|weighs both sides of|sees both positives and negatives in)\b/.test(
    claim,
  );
}

/** The idea's quote within the show's licence and fit for a sentence; null where the show permits none. */
function ownWords(idea: IdeaEvidence): string | null {
  const moment = quotable({ ...idea, quoteChars: Math.min(idea.quoteChars, LONGEST_QUOTE) });
  return moment ? moment.quote.replace(/[.!?,;:\s—-]+$/, '') : null;
}

/** A risk as said is a sentence of the transcript: it must say by itself what the risk is. */
function readsAlone(risk: string): boolean {
  return (
    risk.split(' ').length >= 7 &&
    !/^(?:it|its|that|this|these|those|they|there|he|she|and|but|so|because|which|number)\b/i.test(risk)
  );
}

/** The attributed line of argument: the thesis where it names who argues, else the sentence written for it. */
function claimOf(idea: IdeaEvidence): string {
  const full = firstSentence(idea.thesis) || firstSentence(idea.statement) || idea.headline;
  const line = licensedLine(full, idea);
  if (line !== full) return `this was argued: ${line}`;
  if (ATTRIBUTED.test(line) || (idea.speakerName !== null && line.startsWith(`${idea.speakerName} `)))
    return line;
  const who =
    idea.speakerName ??
    (idea.speakerRole === 'guest' ? 'a guest' : idea.speakerRole === 'host' ? 'a host' : 'a speaker');
  return `${who} made this case: ${line}`;
}

/** "Dana Reyes argues that", "A guest on All-In makes a positive case for", "The Alpha Hour weighs". */
const ATTRIBUTED =
  /^.{1,90}?\b(?:argue[sd]?|says?|said|makes?|made|weigh(?:s|ed)?|sees?|saw|claim(?:s|ed)?|contend(?:s|ed)?|expects?|expected|warn(?:s|ed)?|believes?|believed|thinks?|points?|holds?|doubts?|questions?|predicts?|predicted|describes?|explain(?:s|ed)?|calls?|called|suggests?|sets? out|notes?|maintain(?:s|ed)?|lays? out|treats?|reads?|likes?|prefers?)\b/;

/** "A guest on All-In argues" to "a guest argues", where the sentence names the show already; the show itself to "the show". */
function withoutShow(claim: string, show: string): string {
  if (claim.startsWith(`${show} `)) return `the show${claim.slice(show.length)}`;
  return claim.replace(` on ${show} `, ' ');
}

function passageSentence(
  reading: QuestionReading,
  item: Extract<Evidence, { kind: 'passage' }>,
): Sentence | null {
  const { passage } = item;
  const quote = bestLines(reading, passage);
  if (quote === null) return null;
  const who = passage.speaker ?? 'a speaker';
  return {
    text: `On ${passage.showName} (${spokenDate(passage.publishedAt)}), ${who} said: “${quote}”`,
    on: [item],
  };
}

/** One sentence of the window, word for word, that holds most of what was asked; null when none reads by itself. */
function bestLines(reading: QuestionReading, passage: PassageEvidence): string | null {
  const names = reading.subjects.flatMap((subject) => subject.name.toLowerCase().split(/\s+/)[0] ?? []);
  const lines = sentencesOf(passage.text).filter((line) => {
    const words = line.split(' ').length;
    return words >= 8 && words <= 60 && !line.endsWith('?') && /^["“‘(]?[\p{Lu}\p{N}]/u.test(line);
  });
  const scored = lines.map((line) => {
    const text = indexText(line);
    let score = 0;
    for (const [term, weight] of reading.query.weights) if (text.places.has(term)) score += weight;
    if (names.some((name) => line.toLowerCase().includes(name))) score += 1.5;
    return { line, score };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0];
  if (!best || best.score < 1) return null;
  return capQuote(best.line.replace(/[.!]$/, ''), Math.min(LONGEST_QUOTE, passage.quoteChars));
}

function firstSentence(text: string): string {
  return (sentencesOf(text)[0] ?? '').replace(/[.!?]+$/, '');
}

/** Sentences of a text; the point of an initial or an abbreviation ends none. */
export function sentencesOf(text: string): string[] {
  const out: string[] = [];
  let open = '';
  for (const part of text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?]["”’)]*) (?=["“‘(\p{Lu}\p{N}])/u)) {
    open = open ? `${open} ${part}` : part;
    if (
      /(?:^|[\s(])(?:\p{L}|\p{Lu}\.\p{Lu}|Mr|Mrs|Ms|Dr|St|Inc|Corp|Co|Ltd|vs|No|Jr|Sr|approx|U\.S|U\.K)\.$/u.test(
        open,
      )
    )
      continue;
    out.push(open);
    open = '';
  }
  if (open) out.push(open);
  return out.filter(Boolean);
}

/** A text that a reader takes as one sentence: no full stop, question or exclamation mark before a space. */
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
