import type { Sentence } from '#server/ingest/extract/sentences/sentences.ts';
import { isOwnView } from '#server/language/speech/modality.ts';
import type { CardView } from './features.ts';

/** How long, in seconds, a document is recited, or a story of a named year told. */
const RECITAL_SECONDS = 120;
const STORY_SECONDS = 300;

/** "A contract that includes the following terms", "the charter says that". */
const ANNOUNCES_TERMS =
  /\bfollowing (?:terms|conditions|provisions|clauses)\b|\b(?:contract|agreement|charter|treaty|lease|licen[cs]e|settlement|term sheet)\b[^.;,]{0,30}\b(?:says|said|reads|states|stated|stipulates|provides)(?: that\b|:)/i;
/** "The company will provide", "if they fail to, the contract will be forfeit": what a document lays down, not a view of its reader. */
const LAYS_DOWN =
  /^(?:(?:and|so|also|then|lastly|finally|second|third|number \w+),? )*(?:(?:if|unless|until|when|as long as) [^,;]+, )?[^,;]{2,60}? (?:will|shall|must|may|cannot|can never|agrees? to|(?:is|are) (?:prohibited|obligated|obliged|required|entitled|allowed|forbidden))\b/i;

/** "Here's some of the early ad copy": what follows at once is read out. */
const ANNOUNCES_COPY =
  /\bhere(?:['’]s| is| are| was| were) (?:some of |one of |a few of )?(?:the|their|its|an?) (?:[\w-]+ ){0,3}(?:ads?|adverts?|advertisements?|copy|slogans?|taglines?|posters?|billboards?|labels?)\b/i;

/** "Brex is all about spending smarter, moving faster": a slogan. */
const SLOGAN = /\bis all about \w+ing \w+(?:, (?:and )?\w+ing\b|\.$)/i;

/** "So after this disaster, the stock is in the dumps": the present of a story. */
const SETS_SCENE =
  /^(?:(?:and|so|but|now|then|well),? )*after (?:this|that|these|those|all|the) [^,]{2,60}, /i;
/** A year that is past whenever the talk was held. */
const PAST_YEAR = /\b(?:1[6-9]\d\d|200\d|201\d)\b/;
const TODAY = /\b(?:today|nowadays|now|still)\b/i;

/**
 * Whether a sentence is not the speaker's own claim of today: a term of a document announced before, advertising copy
 * read out, or the present tense of a story set in a past year.
 */
export function isRecited({
  line: { sentence },
  before,
  earlier,
}: Pick<CardView, 'line' | 'before' | 'earlier'>): boolean {
  if (isOwnView(sentence.text)) return false;
  const isCopy = SLOGAN.test(sentence.text) || (before !== null && ANNOUNCES_COPY.test(before.text));
  return isCopy || isTerm(sentence, earlier) || isOfStory(sentence, earlier);
}

function isTerm(sentence: Sentence, earlier: readonly Sentence[]): boolean {
  if (!LAYS_DOWN.test(sentence.text)) return false;
  const own = within(RECITAL_SECONDS, sentence, earlier).filter(
    ({ speaker }) => speaker === sentence.speaker,
  );
  const from = own.findLastIndex(({ text }) => ANNOUNCES_TERMS.test(text));
  return from >= 0 && !own.slice(from + 1).some(({ text }) => isOwnView(text));
}

function isOfStory(sentence: Sentence, earlier: readonly Sentence[]): boolean {
  if (!SETS_SCENE.test(sentence.text) || TODAY.test(sentence.text)) return false;
  return within(STORY_SECONDS, sentence, earlier).some(({ text }) => PAST_YEAR.test(text));
}

function within(seconds: number, { start }: Sentence, earlier: readonly Sentence[]): readonly Sentence[] {
  return earlier.filter((one) => start - one.end <= seconds);
}
