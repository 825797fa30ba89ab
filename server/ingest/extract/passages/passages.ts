import { wordingOf } from '#server/ingest/extract/passages/wording.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { quotedSentences } from '#server/ingest/extract/speakers/quotations.ts';
import { groupBySentence, type Mention, subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import { isQuestion, type Modality, modalityOf } from '#server/language/speech/modality.ts';
import { referencesOf } from './references.ts';

/** A stretch in which one speaker talks about one subject. Sentence numbers are in order. */
export type Passage = {
  readonly subjectId: string;
  readonly speaker: string | null;
  /** Mentions of the subject by this speaker. */
  readonly mentions: readonly Mention[];
  /** The speaker's sentences until the talk leaves the subject. */
  readonly sentences: readonly number[];
  /** Those of them that name the subject or continue on it without naming another. */
  readonly about: readonly number[];
  readonly start: number;
  readonly end: number;
};

/** One speaker on one subject without a long break, as a whole and in passages. */
export type Talk = { readonly whole: Passage; readonly parts: readonly Passage[] };

/** The episode as the passage finder sees it. */
export type Discourse = {
  readonly sentences: readonly Sentence[];
  readonly modality: readonly Modality[];
  /** How much each sentence is worded like a claim. */
  readonly wording: readonly number[];
  readonly mentions: ReadonlyMap<number, readonly Mention[]>;
  readonly adverts: ReadonlySet<number>;
  /** Sentences that are not the speaker's own view. */
  readonly quoted: ReadonlySet<number>;
};

/** Returning to a subject after more seconds than this makes a new idea (docs/labelling.md). */
const RETURN_SECONDS = 180;
/** After this many seconds away, a return is another argument; after fewer if the talk has already lasted long. */
const LEFT_SECONDS = 45;
const PART_SECONDS = 150;
const UNNAMED_SECONDS = 20;
/** How long a speaker may go on about a subject without naming it or another. */
const LINGER_SECONDS = 40;
const LINGER_SENTENCES = 6;
/** Another speaker's sentence of more words than this ends the passage. */
const REPLY_WORDS = 14;
/** A name this near the start of a sentence leads it. */
const LEAD_CHARACTERS = 30;
const LEAD_SHARE = 0.6;
/** An answer this soon after a question that names the subject is about it. */
const ANSWER_SECONDS = 12;

/** Reads what each sentence of a transcript does and names. */
export function readDiscourse(
  sentences: readonly Sentence[],
  mentions: readonly Mention[],
  adverts: ReadonlySet<number>,
): Discourse {
  const bySentence = groupBySentence(mentions);
  return {
    sentences,
    modality: sentences.map((sentence) => modalityOf(sentence.text)),
    wording: sentences.map(({ text, index }) => wordingOf(text, bySentence.get(index) ?? [])),
    mentions: bySentence,
    adverts,
    quoted: quotedSentences(sentences),
  };
}

/** A mention of a subject: by name, or by a pronoun for it. */
type Place = { readonly mention: Mention; readonly refers: boolean };

/** Finds every talk of one speaker on one subject, with its parts; adverts are left out. */
export function findTalks(discourse: Discourse): Talk[] {
  const threads = new Map<string, Place[]>();
  const add = (speaker: string | null, mention: Mention, refers = false) => {
    const key = `${speaker ?? ''}\u0000${subjectId(mention.subject)}\u0000${mention.ownFirm?.answer ?? ''}`;
    const list = threads.get(key);
    if (list) list.push({ mention, refers });
    else threads.set(key, [{ mention, refers }]);
  };
  for (const [index, list] of discourse.mentions) {
    const sentence = discourse.sentences[index] as Sentence;
    if (discourse.adverts.has(index)) continue;
    for (const mention of list) {
      add(sentence.speaker, mention);
      const answer = answerTo(discourse, sentence);
      if (answer !== null) add(answer.speaker, { ...mention, sentence: answer.index, start: -1, end: -1 });
    }
  }
  for (const [index, mention] of referencesOf(discourse.sentences, discourse.mentions, discourse.adverts)) {
    const { speaker } = discourse.sentences[index] as Sentence;
    add(speaker, { ...mention, sentence: index, start: -1, end: -1 }, true);
  }
  const out: Talk[] = [];
  for (const list of threads.values()) {
    for (const cluster of clusters(discourse, list)) {
      const whole = buildPassage(discourse, cluster);
      const parts = partsOf(discourse, cluster).flatMap((part) => buildPassage(discourse, part) ?? []);
      if (whole !== null) out.push({ whole, parts });
    }
  }
  return out.sort(
    ({ whole: a }, { whole: b }) => a.start - b.start || a.subjectId.localeCompare(b.subjectId),
  );
}

/** First sentence of the reply to a question that was put to another speaker; else null. */
function answerTo(discourse: Discourse, question: Sentence): Sentence | null {
  if (!isQuestion(question.text)) return null;
  for (let i = question.index + 1; i < discourse.sentences.length; i += 1) {
    const next = discourse.sentences[i] as Sentence;
    if (next.start - question.end > ANSWER_SECONDS) return null;
    if (next.speaker !== question.speaker && next.words > 3) return next;
  }
  return null;
}

function clusters(discourse: Discourse, list: readonly Place[]): Place[][] {
  const ordered = [...list].sort(
    ({ mention: a }, { mention: b }) => a.sentence - b.sentence || a.start - b.start,
  );
  const out: Place[][] = [];
  for (const place of ordered) {
    const current = out.at(-1);
    const last = current?.at(-1);
    const at = discourse.sentences[place.mention.sentence] as Sentence;
    const before = last === undefined ? undefined : discourse.sentences[last.mention.sentence];
    if (current !== undefined && before !== undefined && at.start - before.end <= RETURN_SECONDS)
      current.push(place);
    else out.push([place]);
  }
  return out;
}

/** Splits a talk where its subject is not named for a while. */
function partsOf(discourse: Discourse, places: readonly Place[]): Place[][] {
  const sentenceOf = ({ mention }: Place) => discourse.sentences[mention.sentence] as Sentence;
  const out: Place[][] = [];
  for (const place of places) {
    const current = out.at(-1);
    const { start } = sentenceOf(place);
    const unnamed = current === undefined ? 0 : start - sentenceOf(current.at(-1) as Place).end;
    const lasted = current === undefined ? 0 : start - sentenceOf(current[0] as Place).start;
    const isNext = unnamed > (lasted > PART_SECONDS ? UNNAMED_SECONDS : LEFT_SECONDS);
    if (current === undefined || isNext) out.push([place]);
    else current.push(place);
  }
  return out;
}

/** A pronoun counts as a mention only where the speaker never says the name. */
function buildPassage(discourse: Discourse, places: readonly Place[]): Passage | null {
  const named = places.filter(({ refers }) => !refers);
  const mentions = (named.length > 0 ? named : places).map(({ mention }) => mention);
  const at = places.map(({ mention }) => mention.sentence);
  const { subject } = mentions[0] as Mention;
  const sentence = at[0] as number;
  const { speaker } = discourse.sentences[sentence] as Sentence;
  const id = subjectId(subject);
  const { sentences, about } = followed(discourse, at, id, speaker);
  const first = discourse.sentences[sentences[0] ?? -1];
  const last = discourse.sentences[sentences.at(-1) ?? -1];
  if (first === undefined || last === undefined) return null;
  return {
    subjectId: id,
    speaker,
    mentions,
    sentences,
    about,
    start: Math.floor(first.start),
    end: Math.ceil(last.end),
  };
}

/** The speaker's sentences until the talk leaves the subject, and those of them about it. */
function followed(
  discourse: Discourse,
  at: readonly number[],
  id: string,
  speaker: string | null,
): Pick<Passage, 'sentences' | 'about'> {
  const first = at[0] as number;
  const lastNamed = at.at(-1) as number;
  const own = new Set(at);
  const sentences: number[] = [];
  const about: number[] = [];
  let active = true;
  let lingered = 0;
  let lastOwn = discourse.sentences[first] as Sentence;
  for (let i = first; i < discourse.sentences.length; i += 1) {
    const sentence = discourse.sentences[i] as Sentence;
    if (i > lastNamed && sentence.start - lastOwn.end > LINGER_SECONDS) break;
    if (discourse.adverts.has(i)) continue;
    if (sentence.speaker !== speaker) {
      if (i > lastNamed && sentence.words > REPLY_WORDS) break;
      continue;
    }
    if (own.has(i)) {
      active = true;
      lingered = 0;
      lastOwn = sentence;
    } else if (namesAnotherSubject(discourse, i, id)) {
      active = false;
    } else {
      lingered += 1;
      if (lingered > LINGER_SENTENCES) active = false;
    }
    if (!active && i > lastNamed) break;
    sentences.push(i);
    if (active) about.push(i);
  }
  return { sentences, about };
}

/** Only another company in the lead of a sentence changes the topic; themes are named in passing all the time. */
function namesAnotherSubject(discourse: Discourse, index: number, id: string): boolean {
  const wantTheme = id.startsWith('theme:');
  const first = (discourse.mentions.get(index) ?? []).find(
    (mention) => wantTheme || mention.subject.kind !== 'theme',
  );
  if (first === undefined || subjectId(first.subject) === id) return false;
  const text = (discourse.sentences[index] as Sentence).text;
  return first.start < Math.max(LEAD_CHARACTERS, text.length * LEAD_SHARE);
}
