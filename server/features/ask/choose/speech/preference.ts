import type { Span } from '#server/language/tone.ts';

/** Which of two subjects words put before the other. Pure. */

const [FIRST, SECOND] = ['\u0001', '\u0002'];
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

/** Where words write one of two subjects. */
export type Written = { readonly spans: readonly Span[] };

/** Whether words plainly prefer one subject to another: "I would rather own Nvidia than Intel". */
export function prefers(words: string, better: Written, worse: Written): boolean {
  const inOrder = told(PUTS_FIRST, marked(words, better, worse));
  return inOrder || told(PUTS_SECOND, marked(words, worse, better));
}

function told(pattern: RegExp, text: string): boolean {
  const found = pattern.exec(text);
  return (
    found !== null && !DENIES.test(text.slice(Math.max(0, found.index - 12)).slice(0, 12 + found[0].length))
  );
}

/** Words with a sign for each name of the two. */
function marked(words: string, first: Written, second: Written): string {
  const names = [
    ...first.spans.map((span) => ({ ...span, sign: FIRST })),
    ...second.spans.map((span) => ({ ...span, sign: SECOND })),
  ].sort((a, b) => b.start - a.start);
  return names.reduce(
    (text, { start, end, sign }) => `${text.slice(0, start)}${sign}${text.slice(end)}`,
    words,
  );
}
