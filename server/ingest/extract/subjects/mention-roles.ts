import type { Span } from '#server/language/tone.ts';
import { alternatives } from '#server/language/word-list.ts';

/**
 * The role of a name in its sentence. `subject`: something is said of it. Otherwise it is mentioned in passing: whose
 * officer, employer or backer somebody is, where something was seen or done, who reported it, an example.
 */
export type MentionRole =
  | 'subject'
  | 'office'
  | 'employer'
  | 'backer'
  | 'source'
  | 'place'
  | 'example'
  | 'modifier';

const OFFICE =
  /^(?:'s|’s)?,?\s+(?:(?:former|ex|current|new|own|old)[- ])?(?:co-?founders?|founders?|founding|ceo|cto|cfo|coo|cmo|chiefs?|president|chair(?:man|woman)?|executives?|execs?|employees?|engineers?|researchers?|alum(?:ni|nus)?|partners?|spokes\w+|board member|veterans?|recruiters?|interns?|folks|guys?|people)\b/i;
const EMPLOYER =
  /\b(?:(?:co-?)?founders?|co-?founded|founding \w+|started|ceo|cto|cfo|coo|cmo|head|heads|president|partners?|gp|engineers?|researchers?|vp|directors?|exec(?:utive)?s?|employees?|employed|work(?:s|ed|ing)?|jobs?|role|intern(?:ed|ship)?|career|joined|joining|left|leaving|hired|came|come|alum\w*|backgrounds?|years?|days|time|stint|tenure|board|friends?|guys?|folks|people|somebody|someone|team)\s+(?:(?:up|over|out|back|there|here)\s+)?(?:at|of|for|from|with|inside|over at)\s+(?:the\s+|a\s+)?$/i;
const EMPLOYER_AFTER = /\b(?:left|leave|leaving|joined|joining|quit|ex|former|formerly)[- ]\s*$/i;
const BACKER =
  /\b(?:back(?:ed|ing)|funded|funding|led|co-led|investments?|investors?|invested|money|check|cheque|raised|raise|round|seed|series \w|lps?|term sheet|capital)\s+(?:it\s+|in\s+)?(?:by|from|like|including|with|such as)\s+(?:the\s+)?$/i;
const BACKER_AFTER =
  /^(?:'s|’s)?\s+(?:(?:has|have|had|is|are|was|were)\s+)?(?:led|co-led|(?:also |recently |just )?(?:invested|backed|funded)\b|as (?:an )?investors?|(?:is|was|are|were) (?:an? )?investors?)/i;
const SOURCE_AFTER =
  /^(?:'s|’s)?\s+(?:(?:just|also|recently|is|are|was|were)\s+)?(?:report(?:s|ed|ing)?\b|forecasts?\b|estimates?\b|charts?\b|numbers show\b|reporters?\b|wr(?:ote|ites|iting)\b|published|broke (?:the|this)|articles?\b|stor(?:y|ies)\b|headlines?\b|piece\b|posts?\b|blog\b|interview\b|podcast\b|tweets?\b|threads?\b|videos?\b|comments?\b|polls?\b|survey\b)/i;
const SOURCE_BEFORE =
  /\b(?:according to|reported (?:by|in)|told|article|story|piece|op-?ed|post|posts|posted|posting|tweet\w*|thread|video|videos|comments?|clip|interview|channel|followers?|subscribers?|read|saw|seen|watch(?:ed|ing)?|viral|streaming|live)\s+(?:it\s+|this\s+|that\s+|them\s+)?(?:on|in|from|via|by|the|with|to|over)?\s*(?:the\s+|my\s+|your\s+)?$/i;
const PLACE =
  /\b(?:at|on|from|via|into|in|using|used|use|uses|through|called|my|your|our|watch|open|opened|opening|downloaded|download|log(?:ged)? in(?:to)?|install(?:ed)?|ask|asked|asking|tell|told|pay(?:ing)? (?:for)?|built (?:on|with)|run(?:s|ning)? on|powered by|inside)\s+(?:the\s+|a\s+|an\s+|my\s+|your\s+|our\s+|some\s+)?$/i;
/** "Bullish on", "money into", "room in": the name after them is the topic, not a place. */
const STAKE =
  /\b(?:invest(?:s|ed|ing|ment|ments|ors?)?|bull(?:ish)?|bear(?:ish)?|long|short|bets?|betting|down|up|stakes?|shares?|stock|position|positions|believer|believe|money|capital|confidence|faith|upside|downside|value|growth|moat|demand|views?|thoughts?|take|sold|focused|focus|impact|effect|pressure|spending|spend|dependent|depend|rely|reliant|edge|lead|attack|based|buy|bought|buying|own|into)\s+(?:\w+\s+)?(?:on|in|into|from|at)\s+(?:the\s+|a\s+)?$/i;
const EXAMPLE =
  /\b(?:like|such as|including|e\.g\.|say|example|instance|whether it'?s)\s*,?\s*(?:an?\s+|the\s+)?$/i;

/** "AI product", "venture firm": the theme only tells the kind of thing. */
const MODIFIER = new RegExp(`^[- ](?!(?:${alternatives('after-a-theme-itself')})\\b)\\p{L}`, 'iu');

/** Role of the name at `span`, by the words on either side. */
export function mentionRoleOf(text: string, span: Span, theme = false): MentionRole {
  if (span.start < 0) return 'subject';
  const before = text.slice(Math.max(0, span.start - 60), span.start);
  const after = text.slice(span.end, span.end + 60);
  if (STAKE.test(before)) return 'subject';
  if (OFFICE.test(after)) return 'office';
  if (SOURCE_AFTER.test(after) || SOURCE_BEFORE.test(before)) return 'source';
  if (EMPLOYER.test(before) || EMPLOYER_AFTER.test(before)) return 'employer';
  if (BACKER.test(before) || BACKER_AFTER.test(after)) return 'backer';
  if (PLACE.test(before)) return 'place';
  if (EXAMPLE.test(before)) return 'example';
  if (theme && MODIFIER.test(after)) return 'modifier';
  return 'subject';
}
