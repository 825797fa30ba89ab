import type { Stance } from '#server/domain.ts';
import { isOwnView, type Modality } from '#server/ingest/extract/sentences/modality.ts';
import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { mentionRoleOf } from '#server/ingest/extract/subjects/mention-roles.ts';
import { type Mention, subjectId } from '#server/ingest/extract/subjects/mentions.ts';
import { countInvestorTerms, type TermCounts } from '#server/language/investor-terms.ts';
import { anyOf, SPOKEN_OPENERS } from '#server/language/pattern.ts';
import { addPolarity, NO_POLARITY, type Polarity, polarityOf } from '#server/language/polarity.ts';
import { type Span, type Tone, toneOf } from '#server/language/tone.ts';
import { alternatives } from '#server/language/word-list.ts';
import { declaredStance } from './declared-stance.ts';
import { addStructure, NO_STRUCTURE, type Structure, structureOf } from './depth.ts';
import type { Discourse, Passage } from './passages.ts';
import { companyPronoun } from './references.ts';
import { positionOn } from './stated-position.ts';
import { type Verdict, verdictOn } from './verdict.ts';

/** What one sentence of a passage says of the passage's subject. */
export type PassageLine = {
  readonly sentence: Sentence;
  readonly named: boolean;
  readonly asserted: boolean;
  readonly polarity: Polarity;
  /** Above 0: a long position is stated here; below 0: a short one. */
  readonly position: number;
  readonly structure: Structure;
  readonly ownView: boolean;
  /** Other companies named in the sentence. */
  readonly rivals: number;
  /** The sentence speaks of business or investing. */
  readonly business: boolean;
  /** The subject does or is something here ("Nvidia is", "Apple's margins"). */
  readonly acts: boolean;
  /** The subject is only a place ("at Google", "on YouTube", "used Slack"). */
  readonly onlyPlace: boolean;
  /** The sentence is about the subject itself: it acts, or "they", "it", "the company" refers to it. */
  readonly predicated: boolean;
  /** The speaker tells what they did. */
  readonly personal: boolean;
  /** The subject is the first company or theme of its sentence, near its start. */
  readonly leads: boolean;
  readonly modality: Modality;
  /** How much the sentence is worded like a claim, in log-odds. */
  readonly wording: number;
  /** Somebody else's words are given. */
  readonly quoted: boolean;
  /** The subject is named only in passing: as employer, backer, source, place or example. */
  readonly passing: boolean;
  readonly investorTerms: TermCounts;
  /** The speaker tells of a firm from inside ("we built", "our customers"). */
  readonly inside: boolean;
  /** The other speaker is spoken to ("you guys", "your company"). */
  readonly address: boolean;
  /** A guest or topic is being introduced. */
  readonly intro: boolean;
  /** How plainly the subject's business is judged. */
  readonly verdict: Verdict;
  /** The side that the speaker declares outright. */
  readonly declaredStance: Stance | null;
};

/** A passage read line by line. */
export type PassageReading = {
  readonly passage: Passage;
  readonly lines: readonly PassageLine[];
  readonly polarity: Polarity;
  readonly structure: Structure;
};

const FUTURE =
  /\b(will|'ll|going to|gonna|expect|expects|likely|should|by 20\d\d|next (year|quarter|decade|few)|over the next|in the future|long[- ]term|eventually|soon)\b/i;

const SPEAKS_OF_BUSINESS = new RegExp(`\\b(${alternatives('business')})\\b`, 'i');
const ACTS = new RegExp(
  `^(?:'s|’s|\\s+(?:(?:and|or)\\s+\\w+\\s+)?(?:also |just |actually |probably |really |basically |obviously |clearly |still |already |certainly |definitely |now |has |have |had |will |would |could |can |may |might |should |is |are |was |were |'re )*(?:${alternatives('acting')}))\\b`,
  'i',
);
const PLACE_BEFORE =
  /\b(at|on|from|via|in|into|using|used|use|uses|ex|former|formerly|through|called|my|your|worked|working|watch|watched|open|opened|downloaded|joined|left|to|with|by|inside)\s+(?:the\s+|a\s+|an\s+|my\s+|your\s+|our\s+)?$/i;
const STANDS_FOR = new RegExp(
  `^(?:(?:${SPOKEN_OPENERS}|the (?:problem|issue|risk|thing|question|difficulty|challenge|concern) (?:is|with)),? )*(?:they|it|these (?:guys|companies|businesses|things)|this|that|he|she|the company|the stock|the business)\\b`,
  'i',
);
const PERSONAL =
  /\b(i|we) (?:was|were|am|did|do|went|had|got|used|use|built|build|started|made|saw|remember|met|worked|joined|came|left|tried|ran|run|wrote|told|asked|put|took|found|have (?:a|an|my|been|this))\b|\bi'm (?:going|doing|using|trying|running|building|sitting)\b|\bmy (?:kids?|wife|husband|dad|mom|friends?|team|laptop|phone|company|house|life)\b/i;

const FROM_INSIDE =
  /\b(?:we|we're|we've|we'd|we'll|our|ours|us)\b(?! (?:all\b|see\b|saw\b|know\b|talk|said\b|were talking|think\b|believe\b|own\b|invest|bought\b|like\b|love\b))/i;
/** "And Bill, what", "Ann, how": a name called before a question. */
const CALLED =
  /^(?:(?:and|so|but|okay|all right|well|yeah|now),? )?\p{Lu}\p{L}+, (?:you(?:r|'re)?|what|how|do|did|can|is|are|tell|why|when|where|who)\b/u;
/** "You guys", "your company", "you've built", "you're running". */
const YOURS =
  /\b(?:you guys|you all|y'all|your (?:company|companies|product|products|team|business|customers?|firm|fund|show|view|take|thoughts?|opinion|audience|background|story|journey)|you(?:'ve| have) (?:built|done|got|been|created|said)|you(?:'re| are) (?:building|doing|running|saying)|you (?:basically |just |actually |also )?(?:built|founded|started|invested|mentioned|said|wrote|talked?))\b/u;
/** "Congratulations", "tell us", "how do you". */
const PROMPT =
  /\b(?:congrat\w*|tell (?:me|us)|walk (?:me|us)|explain|how do you|what do you|do you think)\b/u;
const ADDRESS = new RegExp(anyOf(CALLED, YOURS, PROMPT), 'iu');

const INTRO =
  /\b(?:my guest|our guest|our next|next (?:story|topic|up|segment)|topic (?:one|two|three)|let'?s (?:talk|go|move|get|start|jump|pull|play|bring|do)|joining (?:us|me)|welcome|on the (?:show|program|docket)|today'?s (?:show|episode|guest)|in the news|story (?:this|today|here)|moving on|shout ?out|thanks? (?:to|for|you)|i want(?:ed)? to (?:ask|talk|get|bring|go|start|play|shift|switch|touch))\b/i;

/** Weight of a sentence's praise and fault, by what it does. */
const WEIGHT: Record<string, number> = {
  claim: 1,
  history: 0.7,
  reported: 0.7,
  news: 0.8,
  hypothetical: 0.6,
  question: 0.35,
  joke: 0.2,
  smallTalk: 0.2,
};

/** Reads every sentence that is about the passage's subject. */
export function readPassage(discourse: Discourse, passage: Passage): PassageReading {
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

function readLine(discourse: Discourse, passage: Passage, index: number): PassageLine {
  const sentence = discourse.sentences[index] as Sentence;
  const all = discourse.mentions.get(index) ?? [];
  const own = all.filter((mention) => subjectId(mention.subject) === passage.subjectId);
  const isTheme = passage.subjectId.startsWith('theme:');
  const others = all.filter(
    (mention) =>
      subjectId(mention.subject) !== passage.subjectId && (isTheme || mention.subject.kind !== 'theme'),
  );
  const modality = discourse.modality[index] ?? 'claim';
  const { tone, ...says } = saidIn(sentence);
  return {
    ...says,
    sentence,
    named: own.length > 0,
    asserted: modality !== 'question' && modality !== 'smallTalk' && modality !== 'joke',
    polarity: polarityOf(sentence.text, own, others, tone),
    position: positionOn(sentence.text, own),
    rivals: new Set(others.filter((m) => m.subject.kind !== 'theme').map((m) => subjectId(m.subject))).size,
    acts: own.some((mention) => ACTS.test(sentence.text.slice(mention.end))),
    onlyPlace:
      own.length > 0 &&
      own.every((mention) => PLACE_BEFORE.test(sentence.text.slice(0, Math.max(0, mention.start)))),
    predicated:
      own.some((mention) => ACTS.test(sentence.text.slice(mention.end))) ||
      (own.length === 0 && STANDS_FOR.test(sentence.text)),
    leads: leadsSentence(own, all, sentence),
    modality,
    wording: discourse.wording[index] ?? 0,
    quoted: discourse.quoted.has(index),
    passing:
      own.length > 0 && own.every((mention) => mentionRoleOf(sentence.text, mention, isTheme) !== 'subject'),
    verdict: verdictIn(sentence.text, own),
    declaredStance: declaredStance(sentence.text, own),
  };
}

/** What a sentence says regardless of its subject. */
type SaidWords = Pick<
  PassageLine,
  'structure' | 'ownView' | 'business' | 'personal' | 'investorTerms' | 'inside' | 'address' | 'intro'
> & { readonly tone: Tone };

/** Cached: one sentence lies in passages of several subjects. */
const READ = new WeakMap<Sentence, SaidWords>();

function saidIn(sentence: Sentence): SaidWords {
  const words = READ.get(sentence) ?? readWords(sentence);
  READ.set(sentence, words);
  return words;
}

function readWords({ text }: Sentence): SaidWords {
  return {
    tone: toneOf(text),
    structure: structureOf(text),
    ownView: isOwnView(text),
    business: SPEAKS_OF_BUSINESS.test(text),
    personal: PERSONAL.test(text),
    investorTerms: countInvestorTerms(text),
    inside: FROM_INSIDE.test(text),
    address: ADDRESS.test(text),
    intro: INTRO.test(text),
  };
}

function verdictIn(text: string, own: readonly Mention[]): Verdict {
  const spans = own.length > 0 ? own : pronounIn(text);
  return spans.reduce<Verdict>((best, span) => Math.max(best, verdictOn(text, span)) as Verdict, 0);
}

function pronounIn(text: string): Span[] {
  const match = companyPronoun(text);
  return match === null ? [] : [{ start: 0, end: match[0].length }];
}

function leadsSentence(own: readonly Mention[], all: readonly Mention[], sentence: Sentence): boolean {
  const first = own[0];
  if (first === undefined) return false;
  const ahead = all.some((mention) => mention.start < first.start && mention.subject.kind !== 'theme');
  return !ahead && first.start < Math.max(30, sentence.text.length * 0.4);
}

/** Where the passage's subject is named in a line; none where it only stands for an answer. */
export function ownSpans({ passage }: PassageReading, { sentence }: PassageLine): readonly Span[] {
  return passage.mentions.filter(
    (mention) =>
      mention.start >= 0 &&
      mention.sentence === sentence.index &&
      subjectId(mention.subject) === passage.subjectId,
  );
}

/** True where the speaker runs the company that the passage is about. */
export function isOfOwnFirm({ passage }: PassageReading): boolean {
  return passage.mentions.some((mention) => mention.ownFirm !== undefined);
}

/** True where the sentence looks ahead. */
export function looksAhead(text: string): boolean {
  return FUTURE.test(text);
}
