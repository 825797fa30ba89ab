import { addStructure, NO_STRUCTURE, type Structure, structureOf } from './argument.ts';
import { isOwnView } from './modality.ts';
import type { Discourse, Passage } from './passages.ts';
import type { Sentence } from './sentences.ts';
import { addPolarity, hasContrast, NO_POLARITY, type Polarity, polarityOf } from './stance.ts';
import { type Mention, subjectId } from './subjects.ts';

/** What one sentence of a passage says of the passage's subject. */
export type Line = {
  readonly sentence: Sentence;
  readonly named: boolean;
  readonly asserted: boolean;
  readonly polarity: Polarity;
  readonly structure: Structure;
  readonly ownView: boolean;
  readonly contrast: boolean;
  /** Other companies named in the sentence. */
  readonly rivals: number;
  /** The subject is the first company or theme of its sentence, near its start. */
  readonly leads: boolean;
};

/** A passage read for its argument. */
export type Reading = {
  readonly passage: Passage;
  readonly lines: readonly Line[];
  readonly polarity: Polarity;
  readonly structure: Structure;
};

const FUTURE =
  /\b(will|'ll|going to|gonna|expect|expects|likely|should|by 20\d\d|next (year|quarter|decade|few)|over the next|in the future|long[- ]term|eventually|soon)\b/i;

/** How much of what a sentence says counts, by what it does. */
const WEIGHT: Record<string, number> = {
  claim: 1,
  history: 0.7,
  reported: 0.7,
  news: 0.8,
  hypothetical: 0.6,
  question: 0.35,
  joke: 0.2,
  talk: 0.2,
};

/** Reads every sentence that is about the passage's subject. */
export function readPassage(discourse: Discourse, passage: Passage): Reading {
  const lines = passage.about.map((index) => readLine(discourse, passage, index));
  let polarity = NO_POLARITY;
  let structure = NO_STRUCTURE;
  for (const line of lines) {
    const weight = WEIGHT[discourse.modality[line.sentence.index] ?? 'claim'] ?? 1;
    polarity = addPolarity(polarity, line.polarity, weight * (line.named ? 1 : 0.6));
    structure = addStructure(structure, line.structure);
  }
  return { passage, lines, polarity, structure };
}

function readLine(discourse: Discourse, passage: Passage, index: number): Line {
  const sentence = discourse.sentences[index] as Sentence;
  const all = discourse.mentions.get(index) ?? [];
  const own = all.filter((mention) => subjectId(mention.subject) === passage.subjectId);
  const isTheme = passage.subjectId.startsWith('theme:');
  const others = all.filter(
    (mention) =>
      subjectId(mention.subject) !== passage.subjectId && (isTheme || mention.subject.kind !== 'theme'),
  );
  const modality = discourse.modality[index] ?? 'claim';
  return {
    sentence,
    named: own.length > 0,
    asserted: modality !== 'question' && modality !== 'talk' && modality !== 'joke',
    polarity: polarityOf(sentence.text, own, others),
    structure: structureOf(sentence.text),
    ownView: isOwnView(sentence.text),
    contrast: hasContrast(sentence.text),
    rivals: new Set(others.filter((m) => m.subject.kind !== 'theme').map((m) => subjectId(m.subject))).size,
    leads: leadsSentence(own, all, sentence),
  };
}

function leadsSentence(own: readonly Mention[], all: readonly Mention[], sentence: Sentence): boolean {
  const first = own[0];
  if (first === undefined) return false;
  const ahead = all.some((mention) => mention.start < first.start && mention.subject.kind !== 'theme');
  return !ahead && first.start < Math.max(30, sentence.text.length * 0.4);
}

/** True where the sentence looks ahead. */
export function looksAhead(text: string): boolean {
  return FUTURE.test(text);
}
