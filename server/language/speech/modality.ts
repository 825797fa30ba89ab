import { anyOf } from '#server/language/pattern.ts';

/** What a sentence does in the conversation. Only claims can carry an idea. */
export type Modality =
  | 'claim'
  | 'question'
  | 'hypothetical'
  | 'reported'
  | 'history'
  | 'news'
  | 'joke'
  | 'smallTalk';

/** A question word after any plain lead-in. The lead-in can be read in only one way, else a run of "yeah" would take forever. */
const QUESTION_START =
  /^(?:[a-z]{2,},? )*(?:what|why|how|who|where|when|which|whose|is it|are you|are they|are we|is this|is that|is there|do you|do we|do they|does|did|can you|can i|can we|could you|would you|will it|will they|should|have you|has it|isn'?t|aren'?t|don'?t you|doesn'?t|tell (?:me|us)|walk (?:me|us)|talk (?:to (?:me|us) )?about|give (?:me|us)|help (?:me|us)|i(?:'m| am) curious|i wonder|any thoughts|your thoughts|thoughts on)\b/i;
/** "..., right?" asks for agreement, not for an answer. */
const TAG_QUESTION =
  /[,.]? ?(right|okay|ok|yeah|you know|correct|you know what i mean|huh|no|isn'?t it|don'?t you think|does that make sense|see what i'm saying)\?["'”’]*$/i;
const DIRECT_QUESTION =
  /\b(what do you (think|make)|how do you (think|see|feel)|do you (think|believe|agree|worry|see)|what'?s your (take|view|thought|read)|what are your thoughts|why (is|are|do|does|did|would|should|isn'?t|aren'?t) )/i;
const HYPOTHETICAL =
  /^(?:(?:and|so|but|now|okay|ok|well|yeah|right|like|because|it's like|i mean),? )*(?:if|imagine|suppose|let'?s say|say|assume|what if|pretend|hypothetically|in a world where)\b/i;
const CONDITIONAL_RESULT =
  /\b(then|you'?re going to|they'?re going to|will|means?|must|should|would be|is (very|really|a)|you have to)\b/i;
const COUNTERFACTUAL = /\b(would have|wouldn'?t have|could have|had (they|it|he|she|we) |were (alive|to)\b)/i;
/** "According to", "the report says", "analysts claim". */
const SOURCE =
  /according to|reportedly|(the )?(article|report|memo|headline|post|tweet|journal|times|bloomberg|information|cnbc|reuters|analysts?|critics|people|everyone|everybody|some|others) (says?|said|saying|claims?|claimed|argues?|thinks?|wrote|reported|believes?)|was quoted|allegedly|rumou?r(s|ed)?/;
/** "He said", "I've read that", "they're arguing", "told reporters", "reports say". */
const HEARSAY =
  /(he|she|they) (?:also |just |then |even |actually |basically )?(said|says|told|claimed|announced|wrote|tweeted)\b|i(?:'ve| have)? (heard|read|saw|seen) (that|somewhere|a (?:report|story|tweet|post|chart)|some (?:comments|posts))|(?:he|she|they)(?:'s|'re| is| are| was| were) (?:like|saying|claiming|arguing|predicting|reporting)|(?:he|she|they) (?:goes|go),|told (?:the|me|us|him|her|them|reporters)|reports? (?:say|said|that|are)|supposedly|in quotes/;
const REPORTED = new RegExp(`\\b${anyOf(SOURCE, HEARSAY)}\\b`, 'i');
/** "Jensen said", "Goldman predicts": somebody else's view under a name. */
const NAMED_SOURCE =
  /\b\p{Lu}[\p{L}.'’]+ (?:also |just |has |recently )?(?:says?|said|told|wrote|tweeted|posted|claims?|claimed|warns?|warned|predicts?|predicted|argues?|argued|predicting|estimates?|forecasts?)\b/u;
/** "Sometimes we think that", "you'd think": a view that is mentioned, not held. */
const MENTIONED_VIEW =
  /\b(?:(?:sometimes|often) (?:we|you|people) (?:all )?(?:think|assume|believe|say)|(?:we|i|you|people|everyone|everybody) (?:all )?(?:used to|always|originally|initially|previously) (?:think|thought|believed?|assumed?)|you(?:'d| would| might| may) (?:have )?(?:think|thought|assumed?)|people (?:often |always |tend to |like to |love to )(?:think|assume|believe|say)|(?:many|most|a lot of|lots of) (?:people|folks|investors) (?:\w+ )?(?:think|thought|believed?|assumed?|say|argue)|conventional wisdom|the (?:common|popular|old|prevailing) (?:view|belief|narrative|wisdom|theory))\b/i;
const NEWS =
  /\b(announced|unveiled|launched (today|this week|yesterday)|reported (earnings|results|revenue|a)|this (week|morning)|yesterday|last (week|night)|shares? (fell|rose|dropped|jumped|plunged|climbed|slid|closed)|filed (for|a)|raised (\$|a )|breaking|in (other )?news|the company (said|will|announced)|(?:is|are) (?:set|expected|slated|due|scheduled) to|here'?s (?:the|what) (?:deal|story|news|headline|happened)|reportedly|rumou?red to|in talks (?:to|with)|confidentially filed|according to)\b/i;
const HISTORY =
  /\b(back in (the )?(\d{2,4}|day)|in (the )?(19\d\ds?|200\d|201\d|'?[6-9]0s)\b|years ago|used to|at the time|back then|originally|once upon|when i was|when we (first|started)|was founded|founded in)\b/i;
/** "In 1968, McCann launches ...": the past in present tense. */
const PAST_YEAR =
  /^(?:(?:and|so|but|then|now),? )*(?:in|by|around|during|until|back in)(?: the)?(?: (?:early|late|mid|spring|summer|fall|winter|end|start)(?:[ -]of)?)? ?(?:1[6-9]\d\d|20[01]\d)s?\b/i;
const SINCE = /\b(?:today|now|still|will|going to|gonna|since|to this day)\b|'ll\b/i;
const JOKE =
  /\b(just kidding|i'?m kidding|i'?m joking|joking aside|haha|lol|\[laughter\]|\(laughs?\)|\[laughs?\]|laughing)\b/i;
const PRESENT = /\b(is|are|'s|'re|has|have|will|'ll|going to|gonna|today|now|i think|i believe)\b/i;
const SMALL_TALK =
  /^(?:(?:yeah|yes|no|right|okay|ok|sure|exactly|totally|wow|correct|great|cool|oh|hmm|mm-hmm|uh|um|absolutely|100 ?%|100 percent|true|nice|thanks?|thank you|hi|hello|hey|so|well|i know|got it|of course|interesting|love it|amazing|all right|alright|fair enough|i agree|definitely|for sure|me too|good|perfect|boom|voila|dude|man)[,.!? ]*){1,4}$/i;

/** What one sentence does, read by itself. */
export function modalityOf(text: string): Modality {
  const words = text.split(' ').length;
  if (words <= 4 && SMALL_TALK.test(text)) return 'smallTalk';
  if (JOKE.test(text)) return 'joke';
  if (isQuestion(text)) return 'question';
  if (HYPOTHETICAL.test(text) && !CONDITIONAL_RESULT.test(text)) return 'hypothetical';
  if ([REPORTED, NAMED_SOURCE, MENTIONED_VIEW].some((words) => tells(text, words))) return 'reported';
  if (tells(text, NEWS)) return 'news';
  if (PAST_YEAR.test(text) && !SINCE.test(text)) return 'history';
  if (HISTORY.test(text) && !PRESENT.test(text)) return 'history';
  return 'claim';
}

const OWN_LEAD =
  /\bi (?:really |actually |just |personally |still |do |also |would |honestly )*(?:think|believe|agree|disagree|bet|expect|suspect|argue)\b|\bi (?:would|wouldn't|don'?t (?:think|believe|agree|see|buy))\b|\bi'd\b|\bmy (?:view|take|bet|guess)\b/i;

/** True where others' words or events are reported before any view of the speaker's own. */
function tells(text: string, words: RegExp): boolean {
  const told = text.search(words);
  if (told < 0) return false;
  const own = text.search(OWN_LEAD);
  return own < 0 || own > told;
}

/** True for a question put to somebody; "they win, right?" is a claim. */
export function isQuestion(text: string): boolean {
  if (/\?["'”’)]*$/.test(text)) return !TAG_QUESTION.test(text);
  return QUESTION_START.test(text) && DIRECT_QUESTION.test(text);
}

/** True where the sentence tells what would have happened, not what will. */
export function isCounterfactual(text: string): boolean {
  return COUNTERFACTUAL.test(text);
}

/** "I really think", "I'd argue", "I'm a buyer", "we own". */
const FIRST_PERSON_VIEW =
  /i (really |actually |just |personally |still |do |don'?t |also |would |will |genuinely |firmly |honestly |mean,? i )*(think|believe|suspect|expect|bet|predict|guess|argue|say|love|like|hate|worry|buy|own|agree|disagree|feel|see|view|doubt)|i'?d (argue|say|bet|rather|be|guess|much rather)|i'?m (a (buyer|seller|big|huge|fan|believer)|bullish|bearish|long|short|skeptical|sceptical|convinced|confident|excited|worried|nervous|not (sure|convinced)|very|fairly|pretty|so sure|actually|super)|we (think|believe|like|love|own|invested|bet)\b/;
/** "In my view", "my concern", "to me". */
const VIEW_MARKER =
  /in my (view|opinion|mind|eyes)|my (view|take|bet|guess|sense|thesis|belief|concern|worry|point|prediction)|to me\b/;
/** "The truth is", "clearly", "there's no doubt". */
const EMPHASIS =
  /the (truth|reality|point|problem|thing|question|issue|risk|key|fact|reason|answer|difference|real) (is|here|with|that)|clearly|obviously|no doubt|there'?s no (way|question|doubt)|frankly|honestly|it'?s (pretty |very |so )?clear/;
const OWN_VIEW = new RegExp(`\\b${anyOf(FIRST_PERSON_VIEW, VIEW_MARKER, EMPHASIS)}\\b`, 'i');

/** True where the speaker marks a view as their own ("I think", "I'd be shocked", "to me"). */
export function isOwnView(text: string): boolean {
  return OWN_VIEW.test(text);
}
