import { saysNothing } from '#server/features/ask/read/nothing.ts';
import type { NamedTheme, QuestionReading } from '#server/features/ask/read/reading.ts';
import type { Query } from '#server/features/ask/read/topic/query.ts';
import { inAmerican } from '#server/language/spelling.ts';
import { termsOf } from '#server/language/terms.ts';
import { alternatives } from '#server/language/word-list.ts';

/** Words that refer to something named before. */
export const POINTS_BACK =
  /\b(?:it|its|they|them|their|theirs|that|this|those|these|he|she|his|her|him|there|the (?:company|stock|same|other|first|second|former|latter)|one)\b/i;

/** Speakers, and what only speakers do: "they said" is no company's doing. */
const SPEAKERS = '(?:they|he|she|(?:shows|podcasts|hosts|guests|speakers|people|analysts|any(?:one|body)))';
const SPEAK =
  '(?:say|said|saying|tell|told|recommend\\w*|describ\\w*|explain\\w*|stand|argu\\w+|think\\w*|thought|claim\\w*|believ\\w*|(?:dis)?agree\\w*|talk\\w*|discuss\\w*|mention\\w*|see|saw|seen|view\\w*|expect\\w*|predict\\w*|feel|felt|worr\\w+|like|liked|love|differ\\w*|ma[dk]e(?= of)|bullish|bearish|positive|negative|optimistic|pessimistic|concerned|excited|s[ck]eptical)\\b(?: that\\b)?';
/** Asks what speakers said, think or feel. */
const ASKS_WHAT_WAS_SAID = new RegExp(
  `\\b${SPEAKERS}(?:['’]\\w+)? (?:\\w+ ){0,2}?${SPEAK}|\\b(?:was|were|been) (?:said|argued|discussed|mentioned)\\b|\\b(?:their|his|her) (?:views?|opinions?|takes?|stances?|thoughts)\\b`,
  'i',
);
/** Words that look as if they referred back, and do not. */
const POINTS_NOWHERE =
  /\bthis (?:week|month|quarter|year)\b|\bthere (?:is|are|was|were|will)\b|\bthere['’]s\b|\b(?:is|are|was|were) there\b/gi;
/** Matters of any company, which are no subject by themselves. */
const OF_A_COMPANY = new RegExp(
  `\\b(?:${['business', 'investing', 'risk', 'standing-and-prospects'].map(alternatives).join('|')}|ceo|cfo|founders?|layoffs?|dividends?|buybacks?|suppliers?|employees|hiring|results|targets?|calls?|partners?(?:hips?)?)\\b`,
  'gi',
);
const PART_OF_A_COMPANY = new RegExp(`^(?:${alternatives('parts-of-a-company')})$`, 'i');

/** A place is no subject: "growth in China". */
const IN_A_PLACE = /\bin (?:the )?\p{Lu}\p{Ll}+/gu;
/** What is spoken about. After an article it is usually a thing of the company: "the launch". */
const MATTER = /\b(?:about|on|of|regarding) (?!the \p{Ll})(.*)/u;

/**
 * Whether a question needs nothing of those before it. It asks what was said of a theme, or of a matter that is no part of a
 * company's business (margins are), or it is a theme's name alone ("and what about gold?").
 */
export function hasOwnSubject({ text, query, themes }: QuestionReading): boolean {
  const american = inAmerican(text);
  if (isThemeAlone({ text, themes })) return true;
  const asks = ASKS_WHAT_WAS_SAID.exec(american);
  if (asks === null) return false;
  const beside = american.replace(asks[0], ' ').replace(POINTS_NOWHERE, ' ').replace(IN_A_PLACE, ' ');
  if (POINTS_BACK.test(beside)) return false;
  if (themes.some(({ written }) => beside.includes(written) && !PART_OF_A_COMPANY.test(written))) return true;
  return isOfNoCompany(american.slice(asks.index + asks[0].length), query);
}

/** Whether a question is a theme's name alone ("and what about gold?"). */
export function isThemeAlone({ text, themes }: Pick<QuestionReading, 'text' | 'themes'>): boolean {
  return themes.length > 0 && saysNothing(withoutThemes(inAmerican(text), themes));
}

function withoutThemes(text: string, themes: readonly NamedTheme[]): string {
  return themes.reduce((rest, { written }) => rest.replace(written, ' '), text);
}

/** Whether the matter spoken about is more than a part of any company's business. */
function isOfNoCompany(said: string, { asked }: Query): boolean {
  const matter = MATTER.exec(said.replace(IN_A_PLACE, ' '))?.[1] ?? '';
  const words = matter.replace(OF_A_COMPANY, ' ').split(/[^\p{L}\p{N}]+/u);
  return words.some(
    (word) => !PART_OF_A_COMPANY.test(word) && termsOf(word).some((term) => asked.includes(term)),
  );
}
