import type { WinkMethods } from 'wink-nlp';
import { late } from '#server/platform/process/late.ts';

/** A word with its part of speech (universal tags). */
export type Tagged = { readonly word: string; readonly tag: string };

let nlp: WinkMethods | null = null;

/** A capitalised word other than "I": a name, or the first of a sentence. */
export const CAPITALISED = /(?<![\p{L}'])(?!I\b)\p{Lu}/u;

/** The tagger reads "I'm" as one word and a name. */
const I_AM = /\bI['’]m\b/gi;

/** Words of a sentence with their parts of speech. The tagger is loaded at first use. */
function tagged(text: string): Tagged[] {
  nlp ??= late.wink()(late.winkModel(), ['sbd', 'pos']);
  const tokens = nlp.readDoc(text.replace(I_AM, 'I am')).tokens();
  const tags = tokens.out(nlp.its.pos) as unknown as string[];
  return tokens.out().map((word, i) => ({ word: word.toLowerCase(), tag: tags[i] ?? 'X' }));
}

/**
 * The noun with its attributes among the words of a part of a sentence, as the sentence writes it: "quantum batteries", of
 * "sell its bottlers" the bottlers. Null where the part holds no noun.
 */
export function nounPhraseIn(sentence: string, part: string): string | null {
  const words = part.split(' ');
  const said = tagsWithin(sentence, words);
  const last = said.findLastIndex(isNoun);
  if (last < 0) return null;
  // Before a noun a word is what it is alone: "export" in "might export tariffs" is no verb.
  const alone = tagged(words.join(' ')).map(({ tag }) => tag);
  const tags = said.map((tag, i) => (i < last && isNoun(alone[i + 1] ?? '') ? (alone[i] ?? tag) : tag));
  // "Heat its factories", but "end of its factories".
  const opens = (tag: string, i: number) =>
    /^(?:DET|PRON)$/.test(tag) && !/^(?:ADP|CCONJ)$/.test(tags[i - 1] ?? '');
  const before = tags.findLastIndex(
    (tag, i) => i < last && (/^(?:VERB|AUX|ADV|SCONJ|INTJ|PUNCT)$/.test(tag) || opens(tag, i)),
  );
  const first = tags.findIndex((tag, i) => i > before && !/^(?:DET|PRON|ADP|CCONJ|PART)$/.test(tag));
  return words.slice(first, last + 1).join(' ');
}

function isNoun(tag: string): boolean {
  return tag === 'NOUN' || tag === 'PROPN';
}

/** The tags of words that stand in a row in a sentence; those of the words alone where the tagger parts them otherwise. */
function tagsWithin(sentence: string, words: readonly string[]): string[] {
  const tokens = tagged(sentence);
  const small = words.map((word) => word.toLowerCase());
  const at = tokens.findIndex((_, i) => small.every((word, j) => tokens[i + j]?.word === word));
  const own = at < 0 ? tagged(words.join(' ')) : tokens.slice(at, at + words.length);
  return own.map(({ tag }) => tag);
}

const OPENERS = new Set(['DET', 'NOUN', 'PROPN', 'ADJ', 'NUM']);
const OPENING_PRONOUNS = new Set([
  'there',
  'everyone',
  'everybody',
  'nobody',
  'everything',
  'nothing',
  'one',
  'most',
  'many',
  'some',
  'both',
  'people',
  'anyone',
  'no',
  'all',
]);
const LOOSE_ENDS = new Set(['ADP', 'DET', 'CCONJ', 'SCONJ', 'PART', 'AUX', 'SYM']);
const CLOSERS = new Set([
  'up',
  'down',
  'out',
  'in',
  'on',
  'off',
  'over',
  'away',
  'back',
  'through',
  'around',
  'ahead',
  'apart',
  'behind',
  'along',
  'together',
  'forward',
  'with',
  'for',
  'of',
  'about',
  'to',
  'from',
]);
const LOOSE_WORDS = new Set([
  'very',
  'so',
  'like',
  'really',
  'which',
  'who',
  'whose',
  'where',
  'when',
  'why',
  'how',
  'what',
  'whether',
  'more',
  'not',
  'also',
  'even',
]);
const SUBORDINATORS = new Set([
  'which',
  'who',
  'whom',
  'whose',
  'that',
  'because',
  'if',
  'when',
  'where',
  'while',
  'although',
  'though',
  'since',
  'unless',
  'until',
  'whether',
  'what',
  'how',
  'why',
  'as',
  'whereas',
  'once',
]);

/** This many verbs may lack a joining word ("the companies they own"); more make a run-on sentence. */
const UNMARKED = 1;

/** True for a clause that stands alone: opens with a noun, has a verb of its own, does not end hanging. */
export function isClause(text: string): boolean {
  const tokens = tagged(text);
  const first = tokens[0];
  const last = tokens.findLast(({ tag }) => tag !== 'PUNCT');
  if (first === undefined || last === undefined) return false;
  if (!OPENERS.has(first.tag) && !OPENING_PRONOUNS.has(first.word)) return false;
  if (first.tag === 'ADJ' && tokens[1]?.tag === 'PROPN') return false;
  if (LOOSE_WORDS.has(last.word) && !/\bany more$/i.test(text)) return false;
  if (LOOSE_ENDS.has(last.tag) && !(last.tag === 'ADP' && CLOSERS.has(last.word))) return false;
  const verbs = finiteVerbs(tokens);
  const lower = subordinators(tokens);
  return (
    hasMainVerb(tokens) &&
    verbs > lower &&
    verbs <= 1 + lower + coordinators(tokens) + UNMARKED &&
    verbComesSoon(tokens)
  );
}

/** True where the words begin a new clause, with a finite verb among them. */
export function opensClause(text: string): boolean {
  const tokens = tagged(text);
  const first = tokens[0];
  return (
    first !== undefined &&
    first.tag !== 'VERB' &&
    tokens.some((token, i) => i > 0 && carriesTense(token, tokens, i))
  );
}

/** The tagger reads "cost" as a noun: "its warehouses cost less to run". */
const COSTS = /\bcosts? (?:less|more|nothing|too|about|twice|half|an?|you|us|them|\$?\d)\b/i;

/** True where a verb with tense is among the words. */
export function hasVerb(text: string): boolean {
  if (COSTS.test(text)) return true;
  const tokens = tagged(text);
  return tokens.some((token, i) => carriesTense(token, tokens, i));
}

/** True for a noun with its clauses and no verb of its own: "the idea that it is unstoppable". */
export function lacksMainVerb(text: string): boolean {
  const tokens = tagged(text);
  return finiteVerbs(tokens) <= subordinators(tokens) && !hasMainVerb(tokens);
}

const JOINER =
  /^(?:and|but|so|or|nor|yet|because|which|who|whose|whom|where|when|while|if|as|although|though|since|unless|then|whereas|that|until|before|after|given|meaning|including|especially|particularly)\b/i;

/** True where a comma alone joins two sentences; the first may lead up to the second ("If it holds, ..."). */
export function isRunOn(text: string, leadsUp: boolean): boolean {
  return text
    .split(', ')
    .slice(leadsUp ? 2 : 1)
    .some((part) => !JOINER.test(part) && opensClause(part));
}

/** Counts finite verbs: none in -ing, none after "to", one per chain of auxiliaries. */
function finiteVerbs(tokens: readonly Tagged[]): number {
  return tokens.filter((token, i) => carriesTense(token, tokens, i)).length;
}

function carriesTense({ word, tag }: Tagged, tokens: readonly Tagged[], i: number): boolean {
  if (tag !== 'VERB' && tag !== 'AUX') return false;
  if (/ing$/.test(word) && !/^(?:bring|sing|ring|swing)$/.test(word)) return false;
  if (/^(?:be|been)$/.test(word)) return false;
  if (tokens[i - 1]?.word === 'not') return false;
  const before = tokens.slice(Math.max(0, i - 3), i).filter(({ tag: t }) => t !== 'ADV');
  const previous = before.at(-1);
  if (previous === undefined) return tag === 'AUX';
  if (previous.tag === 'PUNCT' && tag === 'VERB') return false;
  if (
    previous.tag === 'AUX' ||
    previous.word === 'to' ||
    previous.word === 'not' ||
    previous.word === 'cannot'
  )
    return false;
  return previous.tag !== 'DET';
}

function coordinators(tokens: readonly Tagged[]): number {
  return tokens.filter(({ tag }) => tag === 'CCONJ').length;
}

function subordinators(tokens: readonly Tagged[]): number {
  return tokens.filter(
    ({ word, tag }, i) =>
      SUBORDINATORS.has(word) &&
      !(word === 'that' && tag === 'DET' && tokens[i - 1]?.tag !== 'NOUN') &&
      !(word === 'as' && tag !== 'SCONJ' && tokens[i + 1]?.word !== 'long') &&
      i > 0,
  ).length;
}

/** Subjects that begin a clause of their own inside another: "people who say they are". */
const INNER_SUBJECT = /^(?:they|it|he|she|we|i|there)$/;

/** True where a verb belongs to the outer clause. */
function hasMainVerb(tokens: readonly Tagged[]): boolean {
  let inner = 0;
  for (const [i, token] of tokens.entries()) {
    const previous = tokens[i - 1];
    const relative =
      SUBORDINATORS.has(token.word) && i > 0 && previous?.tag !== 'PUNCT' && token.word !== 'as';
    const subject = INNER_SUBJECT.test(token.word) && i > 0 && previous?.tag === 'VERB';
    if (INNER_SUBJECT.test(token.word) && previous?.tag === 'ADJ') return false;
    if (relative || subject) inner += 1;
    else if (carriesTense(token, tokens, i)) {
      if (inner === 0) return previous?.tag !== 'CCONJ';
      inner -= 1;
    }
  }
  return false;
}

/** Most words of a subject before its verb in a reported clause. */
const LONG_SUBJECT = 16;

function verbComesSoon(tokens: readonly Tagged[]): boolean {
  return tokens.slice(0, LONG_SUBJECT).some((token, i) => carriesTense(token, tokens, i));
}

/** Names that may stand before one in a list, as part of a pattern after a space: "long Google and Anthropic". */
export const NAMES_BEFORE = "(?:(?:[\\w.&'-]+,?\\s+){1,4}and\\s+)?";
