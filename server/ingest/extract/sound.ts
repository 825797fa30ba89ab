import { hasVerb, isClause, isRunOn } from './grammar.ts';
import { LEADS_UP } from './portions.ts';

/** Words told of a speaker: a clause after "argues that", or a deed after the name. */
type Told = { readonly kind: 'clause' | 'deed'; readonly text: string };

const LEAST_WORDS = 5;
const MOST_WORDS = 32;
const MOST_CHARACTERS = 210;

const UNFIT =
  / ['‘]|\w- |\b(?:like|of|to|in|for|with|than|by|at),? (?:or|and|but|then|than|because)\b|\bof them of\b|\b(?:of|and|or) like\b|\bthat was did\b|\breason is because\b|\bif (?:that|this|it) is (?:true|the case)$|^(?:much|such|so|very|well|even|like)\b|\b(?:a|an|the) (?:it|they|he|she|we|there|is|are|was|will|has|and)\b|\b(?:there|here) it\b|\.\.\.|…|["“”«»*]|[–—]|\?|! |\. |[;]|: |\b(?:blah|fuck\w*|shit\w*|bullshit|ass|hell|crap|stuff|thing is|or whatever|et cetera|yeah|okay|wow|boom|gosh|god|dude|hey|yep|nope|lol|ain't|kinda|folks|guys?|buddy)\b|\b(?:is|was|are|were|be|been|being) like\b|\b(?:is|are|was|were) (?:(?:not|only|also|just|more|been|all) ){1,3}(?:has|have|is|are)\b|(?<!reason \w{0,12} ?)\bis because\b|\boh\b|\bwould and\b|, like\b|\bthat is (?:why|how|what|the)\b|(?:[^,]*,){4}|\b(?:like|is|are|was|were|has|have) (?:is|are|was|were|has|have|they|it|he|she)\b|\bthe the\b|\ba the\b/i;
/** "But rather than taking price", "the being the default", "study SpaceX is that": a construction that was dropped. */
const DROPPED =
  /\bbut rather than [^,]+$|\b(?:the|a|an) (?:being|having|doing)\b|\ba \w+ly a\b|\bquote,? unquote\b|, quote(?:,|$)|^(?!the |an? |one |my |its |their |his |her |our |your |all |what |which |there |it |this |that )[a-z]+ (?:[A-Z][\w.]*\s)+is that\b/;
/** "Went from 13 billion", "will either buy it", "the boss claiming that it is so", "is a pretty it is": half of it is missing. */
const HALVED =
  /^[^,]{3,50}, which [^,]*, which [^,]*$|^no (?:the|it|they|but|that)\b|\b(?:can|will|has|would) \w+, (?:can|will|has|would)\b|^\w+, (?:but|and|so)\b|^\S+ \w+, (?:has|is|was|have|are)\b|^end of\b|\b(\w+)s\b.* and they \1\b|\b(?:think|buying|owning|believe|thinks) like\b|\b(?:go|goes|going|went|gone|gr[eo]w\w*|rose|risen|fell|fallen|dropped|moved|increased|declined|doubled|revenue|valuation|sales|share)\b[^,]{0,30} from\b(?!.*\b(?:to|into|by|through|down|up)\b)|\beither\b(?!.*\bor\b)|\b(?:pretty|very|really) (?:it|they|he|she|there|that|the)\b|^(?:one|two|another) (?:is|was) (?:with|that|the|about)\b|^(?:the|a|an) [^,]{3,50} (?:claiming|saying|arguing|being|having)\b|\b(?:not only|both)\b(?!.*\b(?:but|and)\b)|\bbetween\b(?!.*\band\b)|\bso (?:many|much|\w+) that$|\b(?:is|are|was) (?:things|people)\b|^\S+ (?:today|yesterday|now) (?:the|a|an|they|it)\b|\b(probably|would|will|could|also|is|was|not) \w+ \2\b|\b(?:do|did|doing) \d+ (?:this|last|next|a)\b|\bgr[eo]ws? \d+(?:,|$)|\bthe same thing$/i;
/** Says nothing by itself: "is a great example", "is a bit unique". */
const VACUOUS =
  /^the thing\b|\bthings? is\b|\ba very \w+ (?:on|in|at|for|of)\b|^(?:all )?the \w+ \w+ who (?:are|is)\b|\bdoes not even know\b|\bneeds? to make money$|\b(?:do|be) everything$|^there is an assumption\b|\b(?:is|was|are|were) (?:a|an|the|another|one|my|our) (?:\w+ ){0,2}(?:example|thing|case|question|point|story|one|issue|topic|conversation|word|term|reason|joke)\b(?! (?:of|for|in|to)\b)|\bis another thing\b|\b(?:had|has|have|needs?) to \w+(?: (?:it|that|them))?$|\b(?:is|was|are|were) (?:a (?:bit|little) |very |so |fairly |quite )?(?:unique|different|interesting|weird|tricky|complicated|funny|fine|okay|there|here|out|right|all about \w+ \w+)$/i;
/** "Apple is the power efficiency is good": a sentence begun twice. */
const BEGUN_TWICE =
  /\b(?:is|are|was|were)\b(?:(?!\b(?:that|which|who|if|because|and|but|when|as|what|how|why|where|while|or|than|there|it|they|one)\b)[^,])*\b(?:is|are|was|were)\b|\b(?:is|are) the (?:bend|go|do|make|be)\b|\bwhatever\b|\band so (?:is|are|was|were|do|does|did)\b|\bbecause if [^,]*$|, (?:and|but|so|because) so\b|, so the\b|\bcall it\b/i;
/** "The the"; "AI, an underrated capability of AI, is". */
const SAID_TWICE = /\b(\w+) \1\b|^(\w+), (?:a|an|the) [^,]*\b\2\b/i;
const UNKNOWN_WHO = /\b(?:he|she|him|his|her|hers|himself|herself)\b/i;
const POINTING =
  /\b(?:this|that|these|those) (?:guy|guys|one|ones|thing|things|company|companies|person|people|team|business|product|stock|number|deal|chart|slide|tweet|article|question|point|idea|conversation|episode|show|podcast|case|place|situation|way|kind|sort|stuff|list|clip|video|post|story|example|sense|part|moment|news|announcement|statement|report|interview|picture|data|stat|stats|graph|line|area|topic|issue|problem|approach|strategy|model|platform|tool|app|feature)\b|^(?:this|that|these|those)\b|\b(?:this|that|these|those)$/i;
const NOT_THERE =
  /^\S+(?: \S+)? (?:\w+ed|gave|grew|sold|told|bought|made|got|took|beat|gets?|makes|loves?|does love) them\b|\b(?:is|was) their\b|\b(?:as (?:i|you) (?:said|know|mentioned)|mentioned|talked about|question|my friend|on (?:the|this) (?:show|pod|podcast)|earlier|listeners|viewers|audience)\b/i;

/** True for words of which nothing was dropped, begun twice or said twice, and that say something. */
function isWhole(text: string): boolean {
  return ![UNFIT, SAID_TWICE, BEGUN_TWICE, DROPPED, HALVED, VACUOUS].some((fault) => fault.test(text));
}

/** "The growth rate of their product": nobody before it whom "their" could stand for. */
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

/** True for a report that reads as a printed sentence and leaves nobody guessing who or what is meant. */
export function isSound({ kind, text }: Told): boolean {
  const words = text.split(' ').length;
  if (words < (kind === 'deed' ? 4 : LEAST_WORDS) || words > MOST_WORDS || text.length > MOST_CHARACTERS)
    return false;
  if (!isWhole(text) || POINTING.test(text) || NOT_THERE.test(text)) return false;
  if (isOwnerless(text) || (kind === 'deed' && isShopping(text))) return false;
  if (UNKNOWN_WHO.test(text) && !/\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/u.test(text)) return false;
  const condition = CONDITION.exec(text);
  if (condition !== null && !hasVerb(condition[0])) return false;
  const ahead = condition ?? SETTING.exec(text);
  if (ahead !== null) return isClause(sentenceCase(text.slice(ahead[0].length)));
  const sentence = kind === 'deed' ? `Costco ${text}` : sentenceCase(text);
  return isClause(sentence) && !isRunOn(sentence, LEADS_UP.test(text));
}

/** "If launch costs fall below that, the sums work": a condition and what follows from it. */
const CONDITION = /^(?:if|when|once|unless|as long as)\b[^,]{10,}, (?:then )?/i;

/** "Within a few years, ...", "for the right companies, ...": when and for whom, before the clause itself. */
const SETTING =
  /^(?:(?:in|within|over|by|for|at|during|after|until|under|among|outside|unlike|despite|without) (?!(?:which|fact|addition|general|terms|order|other words|sense|it|that|this|them)\b)(?:[\w$%.'-]+ ){0,6}[\w$%.'-]+, |(?:in|within|over|by) (?:the )?(?:next |coming |last |end of )?(?:a |few |couple of |one |two |three |four |five |ten |\d+ |20\d\d)*(?:years?|months?|quarters?|decades?|weeks?|20\d\d) (?=\p{Lu}|the |there ))/u;

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
