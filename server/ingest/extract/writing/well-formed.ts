import { capitalised } from '#server/language/phrasing.ts';
import { fearedFrom } from '#server/language/speech/frames.ts';
import { hasVerb, isClause, isRunOn } from '#server/language/speech/grammar.ts';
import { LEADS_UP } from './clauses.ts';
import { isWhole } from './speech-faults.ts';

/** Words told of a speaker: a clause after "argues that", or a deed after the name. */
type Told = { readonly kind: 'clause' | 'deed'; readonly text: string };

const LEAST_WORDS = 5;
const MOST_WORDS = 32;
const MOST_CHARACTERS = 210;

const UNKNOWN_WHO = /\b(?:he|she|him|his|her|hers|himself|herself)\b/i;
const POINTING =
  /\b(?:this|that|these|those) (?:guy|guys|one|ones|thing|things|company|companies|person|people|team|business|product|stock|number|deal|chart|slide|tweet|article|question|point|idea|conversation|episode|show|podcast|case|place|situation|way|kind|sort|stuff|list|clip|video|post|story|example|sense|part|moment|news|announcement|statement|report|interview|picture|data|stat|stats|graph|line|area|topic|issue|problem|approach|strategy|model|platform|tool|app|feature)\b|^(?:this|that|these|those)\b|\b(?:this|that|these|those)$|\bwith (?:this|that|it|these|those) (?:is|was|are|were)\b/i;
const NOT_THERE =
  /^\S+(?: \S+)? (?:\w+ed|gave|grew|sold|told|bought|made|got|took|beat|gets?|makes|loves?|does love) them\b|\b(?:is|was) their\b|\b(?:as (?:i|you) (?:said|know|mentioned)|mentioned|talked about|question|my friend|on (?:the|this) (?:show|pod|podcast)|earlier|listeners|viewers|audience)\b/i;

/** "The growth rate of their product": "their" refers to nobody before it. */
function isOwnerless(text: string): boolean {
  const at = text.search(/\b(?:their|them|theirs)\b/);
  return (
    at >= 0 &&
    !/\p{Lu}[\p{L}\d]|\b\w{3,}s\b|\b(?:people|they|everyone|everybody|team|company|one)\b/u.test(
      text.slice(0, at),
    )
  );
}

/** "Bought the new laptop": a thing for use, not a position. */
function isShopping(text: string): boolean {
  return (
    /^(?:\w+ly |also |still )*(?:bought|buys|owns|owned|sold|sells|holds) (?:the|a|an|one of|some|another)\b/i.test(
      text,
    ) &&
    !/\b(?:stocks?|shares?|equity|positions?|calls|puts|stakes?|funds?|etfs?|bonds|compan\w+|business\w*|million|billion|lot of|invest\w*)\b/i.test(
      text,
    )
  );
}

/** True for a report that reads as a printed sentence and leaves no reference open. */
export function isWellFormed({ kind, text }: Told): boolean {
  const words = text.split(' ').length;
  if (words < (kind === 'deed' ? 4 : LEAST_WORDS) || words > MOST_WORDS || text.length > MOST_CHARACTERS)
    return false;
  if (POINTING.test(text) || NOT_THERE.test(text)) return false;
  return isSentence({ kind, text: kind === 'deed' ? text : text.slice(fearedFrom(text)) });
}

function isSentence({ kind, text }: Told): boolean {
  if (!isWhole(text)) return false;
  if (isOwnerless(text) || (kind === 'deed' && isShopping(text))) return false;
  if (UNKNOWN_WHO.test(text) && !/\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(text)) return false;
  const condition = CONDITION.exec(text);
  if (condition !== null && !hasVerb(condition[0])) return false;
  const ahead = condition ?? SETTING.exec(text);
  if (ahead !== null) return isClause(capitalised(text.slice(ahead[0].length)));
  const sentence = kind === 'deed' ? `Costco ${text}` : capitalised(text);
  return isClause(sentence) && !isRunOn(sentence, LEADS_UP.test(text));
}

/** "If launch costs fall below that, the sums work": a condition and what follows from it. */
const CONDITION = /^(?:if|when|once|unless|as long as)\b[^,]{10,}, (?:then )?/i;

/** "Within a few years, ...", "for the right companies, ...": the setting before a clause. */
const SETTING =
  /^(?:(?:in|within|over|by|for|at|during|after|until|under|among|outside|unlike|despite|without) (?!(?:which|fact|addition|general|terms|order|other words|sense|it|that|this|them)\b)(?:[\w$%.'-]+ ){0,6}[\w$%.'-]+, |(?:in|within|over|by) (?:the )?(?:next |coming |last |end of )?(?:a |few |couple of |one |two |three |four |five |ten |\d+ |20\d\d)*(?:years?|months?|quarters?|decades?|weeks?|20\d\d) (?=\p{Lu}|the |there ))/u;
