import { blanked } from '#server/platform/pattern.ts';

/** Of a company or a quarter: "its", "Nvidia's last", "Q3", "the next". */
const WHOSE =
  "(?:(?:its|the|their|his|last|next|latest|upcoming|recent|most recent|this|q[1-4]|(?:first|second|third|fourth)[- ]quarter|[\\p{L}&.]+['’]s?) ){0,3}";
const EVENT =
  "(?:(?:quarterly )?earnings(?: (?:call|report|release|announcement|day))?|quarterly (?:results|report|numbers)|results(?: day)?|(?:the )?(?:fed|fomc)(?:[’']s)?(?: rate)? (?:meeting|decision))";
/** Before or after what the record keeps no dates of. */
const UNTIMED = new RegExp(
  `\\b(?:(?:right|just|shortly|immediately|the (?:day|week|month)) )?(?:before|after|since|ahead of|prior to|following|going into|heading into|in the run-up to|leading up to|around) ${WHOSE}${EVENT}(?![\\p{L}])`,
  'iu',
);

/** A time in a question that the record cannot tell ("before earnings"), and the question with blanks for it. */
export function untimedIn(question: string): { readonly untimed: string | null; readonly rest: string } {
  const match = UNTIMED.exec(question);
  if (match === null) return { untimed: null, rest: question };
  const [untimed] = match;
  return { untimed, rest: blanked(question, [{ start: match.index, length: untimed.length }]) };
}
