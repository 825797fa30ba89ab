/** Which of two subjects words put before the other. Pure. */

const FIRST = '\u0001';
const SECOND = '\u0002';
const LIKES =
  'prefer\\w*|like[ds]?|love[ds]?|favou?r\\w*|bull(?:ish|s)?|positive|optimistic|confident|excited|pick(?:s|ed)?|choos(?:e|es|ing)|chose|tak(?:e|es|ing)|took|bet(?:s|ting)?|back(?:s|ed)?|own(?:s|ed)?|buy(?:s|ing)?|bought|long|rather|go(?:es|ing)? with';
const DISLIKES =
  'bear(?:ish|s)?|negative|pessimistic|short|worr(?:y|ied|ies)|concerned|s[ck]eptical|cautious|dislike[ds]?|hate[ds]?';
const OVER = 'over|above|ahead of|instead of|rather than|than';
/** Within one clause, up to the given words apart. */
const near = (characters: number) => `[^.;:?!${FIRST}${SECOND}]{0,${characters}}?`;
const likesMore = (likes: string) =>
  `\\b(?:${likes})\\b${near(30)}${FIRST}${near(30)}\\b(?:${OVER})\\b${near(20)}${SECOND}`;

const PUTS_FIRST = new RegExp(
  [
    likesMore(LIKES),
    // "I prefer Nvidia to Intel".
    `\\bprefer\\w*\\b${near(30)}${FIRST}${near(20)}\\bto\\b${near(20)}${SECOND}`,
    // "I'd rather do OpenAI at 500 and Anthropic at 350": between two prices a transcript hears "and" for "than".
    `\\brather\\b${near(30)}${FIRST} at \\S+(?: \\w+)? and ${SECOND} at\\b`,
    // "Nvidia is a better business than Intel", "Nvidia beats Intel".
    `${FIRST}${near(24)}\\b(?:better|stronger|superior|safer)\\b${near(24)}\\b(?:than|to)\\b${near(16)}${SECOND}`,
    `${FIRST}(?: \\w+){0,2} (?:beats?|is ahead of|wins? (?:over|against)|outperforms?) ${SECOND}`,
  ].join('|'),
  'iu',
);
const PUTS_SECOND = new RegExp(likesMore(DISLIKES), 'iu');
const DENIES = /\b(?:not|never|hardly|nobody|no one|less)\b|n['’]t\b/i;

/** Whether words plainly prefer one subject to another ("I would rather own Nvidia than Intel"), given how they write each. */
export function prefers(words: string, better: readonly string[], worse: readonly string[]): boolean {
  return (
    isTold(PUTS_FIRST, marked(words, better, worse)) || isTold(PUTS_SECOND, marked(words, worse, better))
  );
}

/** Characters before a preference in which a denial of it stands: "I wouldn't". */
const BEFORE = 12;

function isTold(pattern: RegExp, text: string): boolean {
  const found = pattern.exec(text);
  if (found === null) return false;
  return !DENIES.test(text.slice(Math.max(0, found.index - BEFORE), found.index + found[0].length));
}

/** Words with a sign for each name of the two. */
function marked(words: string, first: readonly string[], second: readonly string[]): string {
  const signed = (text: string, names: readonly string[], sign: string) =>
    names.reduce((rest, name) => rest.replaceAll(name, sign), text);
  return signed(signed(words, first, FIRST), second, SECOND);
}
