import { addStructure, NO_STRUCTURE, type Structure, structureOf } from './argument.ts';
import { isOwnView } from './modality.ts';
import type { Discourse, Passage } from './passages.ts';
import { positionOn } from './position.ts';
import type { Sentence } from './sentences.ts';
import { addPolarity, hasContrast, NO_POLARITY, type Polarity, polarityOf } from './stance.ts';
import { type Mention, subjectId } from './subjects.ts';

/** What one sentence of a passage says of the passage's subject. */
export type Line = {
  readonly sentence: Sentence;
  readonly named: boolean;
  readonly asserted: boolean;
  readonly polarity: Polarity;
  /** Above 0: a long position is stated here; below 0: a short one. */
  readonly position: number;
  readonly structure: Structure;
  readonly ownView: boolean;
  readonly contrast: boolean;
  /** Other companies named in the sentence. */
  readonly rivals: number;
  /** The sentence speaks of business or investing. */
  readonly business: boolean;
  /** The subject does or is something here ("Nvidia is", "Apple's margins"). */
  readonly acts: boolean;
  /** The subject is only where something happens ("at Google", "on YouTube", "used Slack"). */
  readonly scene: boolean;
  /** The sentence is said of the subject itself: it acts, or "they", "it", "the company" stands for it. */
  readonly predicated: boolean;
  /** The speaker tells of their own doings. */
  readonly personal: boolean;
  /** The subject is the first company or theme of its sentence, near its start. */
  readonly leads: boolean;
};

/** A passage read for its argument. */
export type Reading = {
  readonly passage: Passage;
  readonly lines: readonly Line[];
  readonly polarity: Polarity;
  /** Praise and fault of the sentences that are said of the subject itself. */
  readonly predicate: Polarity;
  readonly structure: Structure;
};

const FUTURE =
  /\b(will|'ll|going to|gonna|expect|expects|likely|should|by 20\d\d|next (year|quarter|decade|few)|over the next|in the future|long[- ]term|eventually|soon)\b/i;

const BUSINESS =
  /\b(revenues?|arr|margins?|profit\w*|growth|growing|market|markets|valuation\w*|valued|stocks?|shares?|shareholders?|invest\w*|investors?|capital|capex|customers?|demand|supply|pric(?:e|es|ing|ed)|compet\w+|business(?:es)?|moats?|monopoly|duopoly|ipo|equity|earnings|cash|debt|billion|trillion|million|percent|cost|costs|sell|selling|buy|buying|enterprise|consumers?|adoption|users|scale|industry|economics|returns?|upside|risk|bet|spend\w*|monetiz\w+|acqui\w+|advantage|dominat\w+|disrupt\w*|win|winner|winners|winning|lose|losing|bubble|multiple|trade|trading|fund|deal|contracts?)\b/i;
const ACTS =
  /^(?:'s|’s|\s+(?:(?:and|or)\s+\w+\s+)?(?:also |just |actually |probably |really |basically |obviously |clearly |still |already |certainly |definitely |now |has |have |had |will |would |could |can |may |might |should |is |are |was |were |'re )*(?:is|are|was|were|has|have|had|will|would|could|can|can't|cannot|won't|doesn't|don't|didn't|isn't|aren't|may|might|should|must|needs?|wants?|does|do|did|goes|going|gonna|gets?|makes?|made|sells?|sold|owns?|makes|takes?|took|builds?|built|wins?|won|loses?|lost|grew|grows?|trades?|trading|spends?|spent|raised|raises|announced|signed|said|says|became|becomes?|keeps?|continues?|looks?|seems?|works?|benefits?|dominates?|competes?|deserves?|launched|releases?|released|bought|buys|acquired|adding|doing|getting|making|stock|shares|equity|revenues?|margins?|valuation|business|models?|team|product|products|market))\b/i;
const SCENE =
  /\b(at|on|from|via|in|into|using|used|use|uses|ex|former|formerly|through|called|my|your|worked|working|watch|watched|open|opened|downloaded|joined|left|to|with|by|inside)\s+(?:the\s+|a\s+|an\s+|my\s+|your\s+|our\s+)?$/i;
const STANDS_FOR =
  /^(?:(?:and|but|so|because|i think|i mean|well|yeah|now|then|look|also|the (?:problem|issue|risk|thing|question|difficulty|challenge|concern) (?:is|with)),? )*(?:they|it|these (?:guys|companies|businesses|things)|this|that|he|she|the company|the stock|the business)(?:'s|'re|'ve|'ll|’s|’re|’ve|’ll)?\b/i;
const PERSONAL =
  /\b(i|we) (?:was|were|am|did|do|went|had|got|used|use|built|build|started|made|saw|remember|met|worked|joined|came|left|tried|ran|run|wrote|told|asked|put|took|found|have (?:a|an|my|been|this))\b|\bi'm (?:going|doing|using|trying|running|building|sitting)\b|\bmy (?:kids?|wife|husband|dad|mom|friends?|team|laptop|phone|company|house|life)\b/i;

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
  let predicate = NO_POLARITY;
  let structure = NO_STRUCTURE;
  for (const line of lines) {
    const weight = WEIGHT[discourse.modality[line.sentence.index] ?? 'claim'] ?? 1;
    polarity = addPolarity(polarity, line.polarity, weight * (line.named ? 1 : 0.6));
    if (line.predicated && line.asserted) predicate = addPolarity(predicate, line.polarity);
    structure = addStructure(structure, line.structure);
  }
  return { passage, lines, polarity, predicate, structure };
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
    position: positionOn(sentence.text, own),
    structure: structureOf(sentence.text),
    ownView: isOwnView(sentence.text),
    contrast: hasContrast(sentence.text),
    rivals: new Set(others.filter((m) => m.subject.kind !== 'theme').map((m) => subjectId(m.subject))).size,
    business: BUSINESS.test(sentence.text),
    acts: own.some((mention) => ACTS.test(sentence.text.slice(mention.end))),
    scene:
      own.length > 0 &&
      own.every((mention) => SCENE.test(sentence.text.slice(0, Math.max(0, mention.start)))),
    predicated:
      own.some((mention) => ACTS.test(sentence.text.slice(mention.end))) ||
      (own.length === 0 && STANDS_FOR.test(sentence.text)),
    personal: PERSONAL.test(sentence.text),
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
