import { blanked } from '#server/platform/pattern.ts';

/** Of a company or a quarter: "its last", "Q3", "the next". */
const WHOSE =
  "(?:(?:its|the|their|his|last|next|latest|upcoming|recent|most recent|this|q[1-4]|(?:first|second|third|fourth)[- ]quarter|(?:company|quarter|year)['’]s) ){0,3}";
const NAME = "(?:[\\p{L}&.]+(?:['’]s|s['’]) )?";
const EVENT =
  "(?:(?:quarterly )?earnings(?: (?:call|report|release|announcement|day))?|quarterly (?:results|report|numbers)|results(?: day)?|(?:the )?(?:fed|fomc)(?:[’']s)?(?: rate)? (?:meeting|decision))";
/** Any other word makes another thing of it: "earnings growth", "earnings season", "earnings per share". */
const ENDS = '(?=[^\\p{L}\\p{N}$€£%]*$| ?[,.;:?!)]|\\s+(?:what|who|which|how|on|about|by)(?!\\p{L}))';
/** Before or after what the record keeps no dates of. */
const UNTIMED = new RegExp(
  `\\b((?:(?:right|just|shortly|immediately|the (?:day|week|month)) )?(?:before|after|since|ahead of|prior to|following|going into|heading into|in the run-up to|leading up to|around) ${WHOSE})(${NAME})(${WHOSE}${EVENT})${ENDS}`,
  'iu',
);

/**
 * A time in a question that the record cannot tell ("before earnings"), and the question with blanks for it. Whose results they
 * are is not blanked out: in "after Nvidia's earnings" the question is about Nvidia.
 */
export function untimedIn(question: string): { readonly untimed: string | null; readonly rest: string } {
  const match = UNTIMED.exec(question);
  if (match === null) return { untimed: null, rest: question };
  const [untimed, when = '', name = '', event = ''] = match;
  const around = [
    { start: match.index, length: when.length },
    { start: match.index + when.length + name.length, length: event.length },
  ];
  return { untimed, rest: blanked(question, around) };
}
