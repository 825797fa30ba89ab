import type { Mention } from '#server/ingest/extract/subjects/mentions.ts';
import { tellsNoOwnView } from '#server/language/speech/frames.ts';
import { lacksMainVerb } from '#server/language/speech/grammar.ts';
import { takesBack } from '#server/language/speech/taken-back.ts';
import type { CardView } from './features.ts';

/** Patterns of sentences that a strict editor never signs. */
const FAULTS: readonly RegExp[] = [
  // What others are heard to say, and the case that they make (`tellsNoOwnView` beside it).
  /\b(?:people|they|everyone|everybody|folks|some)\b.{0,40}\b(?:say|said|saying|think|thought|believe|asking|like,)\b/i,
  /\b(?:he|she|they|people|bears|bulls|critics|skeptics|wall street) (?:[\w']+ ){0,3}(?:making|made|make|makes) (?:the|this|that|a) (?:case|argument)\b/i,
  // What the market is said to think.
  /\b(?:market|markets|investors) (?:has|have|had) (?:decided|concluded)\b/i,
  // What somebody wrote, or all are heard to say.
  /\bput out an? (?:\w+ )?(?:piece|post|paper|report|note|article)\b|\bgoing around, /i,
  // A view that its speaker does not share: "I don't know if I buy it, but ...", "Maybe Intel ...".
  /\bi don't know (?:if|whether|that) i (?:believe|agree|buy)\b|^(?:(?:and|but|so|well|you know),? )*maybe\b|\b(?:might|may|could) be (?:true|right)(?! to date)\b/i,
  // Ends on what only the sentences before it name.
  /\b(?:this|that|it|them|here|there)\.$/i,
  // Ends on what only the next sentences name: "there are three reasons".
  /\b(?:two|three|four|five|six|several|many|a few|a couple of|a number of) (?:\w+ ){0,2}(?:things|reasons|ways|categories|problems|questions|places|issues|points|buckets|parts|kinds|types|groups|areas|factors|camps)\.$/i,
  // Says of what went before that it is so, or will be: "And that is hard on Intel", "Anyway, this is a disaster for Intel".
  /^(?:(?:and|but|so|now|well|yeah|because|again|anyways?|right|look|actually|i mean),? )*(?:i (?:\w+ ){0,2}(?:think|believe) )?(?:that |like )?(?:this|that)(?:'s| is| was| will| would| has)\b(?!.*\b(?:something|reason|becoming|not|what|more of|part|is (?:you|we|they|that|like))\b)/i,
  // Goes on from what went before: "Otherwise, ...", "Or ...".
  /^(?:(?:and|but|so|now|well),? )*(?:or|nor|otherwise|also|plus)\b/i,
  // Hangs on what is not told: "But it depends if ...".
  /^(?:(?:and|but|so|well),? )*it (?:really |all )?depends\b/i,
  // Leans on a likeness to what went before, supposes what it goes on to deny, or only wishes.
  /^(?:(?:and|but|so|now|well),? )*(?:in the same (?:sense|way)|similarly|likewise|(?:i )?(?:hope|wish))\b|\bif it(?:'s| is) true that\b/i,
  // Puts off what it has to say, or tells that it was said.
  /\bi'll (?:come|get) (?:back )?to \w+ in a\b|\bi (?:also |just |already )?made the point\b/i,
  // Asks, though no mark says so.
  /^(?:(?:and|but|so|now|well),? )*(?:where|what|how(?: fast| much| many| quickly| long| soon| far| big)?|why|who|when) (?:are|is|do|does|did|can|could|will|would|should) (?:you|we|they|he|she|it|the|this|that)\b/i,
  // A word is lost: "I think has the best margin", "Visa is a very useful", "less reliable than the others".
  /^(?:(?:and|but|so|well),? )*i (?:do |really )?(?:think|believe) (?:got|has|have|is|are|was|were|will|would|can|could)\b|\ban? (?:very|really|pretty|so) \w+\.$|^(?:(?:and|but|so),? )*(?:more|less) \w+ than\b/i,
  // Breaks off and begins anew: "the tools will and if you look", "if you look at it, but would be", "I think Halyard, I look at".
  /^(?:(?:and|but|so|well),? )*(?:if|when|while|because) [^,]*, (?:but|and|so) (?:is|are|was|were|will|would|can|could|has|have)\b/i,
  /\b(?:will|would|should) (?:and|but) (?:if|when|i|you)\b/i,
  /\bI (?:do |really |actually )?(?:think|believe|feel|mean) (?:the )?\p{Lu}[\w&.'-]*(?: \p{Lu}[\w&.'-]*){0,3}, (?:I|you|we)\b/u,
  // Takes up what it began with: "the best valves right now, since nobody else tries, the best valves are".
  /^(?:(?:and|but|so|well|i mean),? )*((?:the|an?|my|our|their|its) (?:[\w'-]+ ){2,3}[\w'-]+)\b.*, (?:[\w'-]+ ){0,2}\1\b/i,
  // A word is lost after "you", which no verb in -s follows: "you barriers to entry are coming down".
  /(?:^|, |\b(?:and|but|so|that|if|when|because) )you (?!(?:guys|always|sometimes|folks|perhaps|towards|nowadays|besides|ladies|boys|kids|others|was|is|has|does|says|knows)\b)\w+[^su\W]s\b/i,
  // Says it twice: "I think, I think", "I think Kiln, I think they will", or calls on what the listener knows.
  /\b(\w[\w']* \w[\w']*),? \1\b|\bI think .{3,60}\bI think\b|\b(?:and|as) you know\b/i,
  // Comes to no verb after "but": "but in the day live and then zooming out the business".
  /, (?:but|and|so) (?:(?!\b(?:is|are|was|were|be|been|have|has|had|will|would|can|could|keeps?|starts?|went)\b|'s|'re|'m)[^,])*\band then \w+ing\b[^,]*\.$/i,
  // Stammers, or a word is misheard: "I-I think", "better go much better", "kind of with", "can up looking".
  /\b(?!(?:bye|so|win|go|no)-)(\w+)-\1\b|\b(?:kind|sort) of (?:of|with)\b|\b(?:can|could|will|would|should|might) (?:the|an?|up)\b/i,
  /\b(?:is|are|was|were) go\b|\b(?:so|is|are|was|were) better go\b|\bthat to me is where\b/i,
  // Answers what only the talk before it tells, or asks: "to your point", "the question is".
  /\bto your (?:point|question)\b|\byour (?:\w+ )?(?:question|comment)\b|\bthe question is\b|\bsound ?bite\b/i,
  // Recites the past: "in 1998", "all through the 30s".
  /\b(?:from|in|between|since|until|by|before|after) (?:the )?(?:early |late |mid[- ]?)?(?:19\d\d|20[01]\d)(?!s?[%\d])|\bthe (?:19)?[3-9]0s\b/i,
  // Leaves open which of two holds, or tells a price of the day.
  /\beither\b.*\bor\b/i,
  /\b(?:today|yesterday|this morning)\b[^.;]{0,20}\b(?:up|down) (?:\w+ ){0,2}\$?\d|\b(?:up|down) (?:\w+ ){0,2}\$?\d[\d.]*(?:%| percent| points)?[^.;]*\b(?:today|yesterday|this morning)\b/i,
  // Tells the price of the day, and no more: "Figma is at 21 today, 12 billion market cap".
  /^(?!.*\b(?:think|believe|target|value|upside|years)\b)[^,;]{2,30}\b(?:is|was|trades|trading) (?:now |today |currently )?at \$?\d[\d.,]*(?: (?:billion|million|trillion))?(?: (?:today|now|right now))?(?:, \$?\d[\d.,]* (?:billion|million|trillion) market cap)?\.$/i,
  // Two sentences run together, "I raised it. but he sold": speech misheard.
  /(?<!\b(?:[Ii]nc|[Cc]orp|[Ll]td|etc))(?<=\p{Ll}{2})[.!?] \p{Ll}/u,
  // Is about whom or what only the sentences before it name: "They still lead", "He says so", "this product", "doing that".
  /^(?:(?:and|but|so|now|well|again|i mean|you know),? )*(?:i (?:\w+ )?(?:think|believe|guess|feel|suspect) (?:that |like )?)?they\b|\b(?:he|she|his|her|him)\b/i,
  /\b(?:this|that) (?:product|hardware|company|world|tool|technology|business|model|category|deal|bill|law|policy|stuff|guy)\b|\b(?:do|does|did|doing|done) (?:this|that|it)\b/i,
  // Points at what only the sentences before it tell: "the goal here", "who get there first", "in that context".
  /\b(?:that|this) (?:context|case|sense|regard|direction|way)\b/i,
  /\b(?:goal|point|idea) here\b|\b(?:get|gets|got|getting|be|being|is|are|go|goes|been) there\b/i,
  // Likens to what is not told: "is much better", "the same thing", "NVIDIA is as well".
  /\b(?:is|are|has|have|'s) (?:(?:a lot|much|way|far|even|so much|actually|probably) )*(?:better|worse|higher|lower|bigger|smaller|faster|cheaper|stronger|(?:more|less) \w+)\b(?!.*\b(?:than|and more|every|over time|the more)\b)/i,
  /\bthe same\b(?!.*\bas\b)|\b(?:as well|too)\.$/i,
  // Turns to what is talked of next, or grants what all know: "let's stay on Apple", "of course".
  /\blet's (?:stay on|talk about|turn to|move on|get to|get into|come back|dig in)\b|\bof course\b/i,
  // Praise of how somebody did, and talk that looks for its words.
  /\b(?:great|amazing|wonderful|good|incredible|fantastic|phenomenal) job\b|\byou know\b.*\byou know\b|\blike, /i,
  // An errand, or a chart that readers cannot see.
  /\bi(?:'d|'ll| would| will)? (?:\w+ )?(?:encourage|urge|invite|advise) (?:you|everyone|everybody|people|folks|anyone)\b|\b(?:check (?:it|them|that|this) out|look (?:it|them|that|this) up|pull up)\b/i,
];

/** "The hypothesis that ...", with or without the verb that it is the subject of. */
const IDEA =
  /(?:^|, )(?:(?:and|but|so|now|well),? )*((?:the|this|that) (?:whole |very |entire )?(?:idea|hypothesis|notion|theory|prospect|possibility) that\b.*)$/i;

/** "That is what they said": the words before it were another's. */
const GIVES_BACK =
  /^(?:(?:and|but|so|right|yeah),? )*(?:that|this)(?:'s| is| was) what (?:you|he|she|they|people|everyone|everybody)\b/i;

/** "Then it gets rough": the words before it are a condition, or a step of a story. */
const FOLLOWS_FROM =
  /^(?:(?:and|but|so|well),? )*then (?:i|we|you|they|it|he|she|that|this|there|the|an?|your|our|all)\b/i;

/** A capitalised word set off before a sentence; group 1 is the word. */
const SET_OFF =
  /^(?:(?:[Aa]nd|[Bb]ut|[Ss]o|[Ww]ell|[Yy]eah|[Nn]o|[Nn]ow|[Ll]ook|[Oo]kay|[Tt]hanks|[Tt]hank you),? )*(\p{Lu}\p{Ll}+)(?: \p{Lu}\p{Ll}+)?, (?=(?:I|[Yy]ou|we|it|this|that|there|what|how|do|did|[Ll]ast|if|let|the|they|in|to|your|my)\b)/u;
/** Set-off words that address nobody. */
const NO_NAME =
  /^(?:wait|aha|just|sorry|today|tomorrow|yesterday|nowadays|now|then|well|yeah|yes|no|look|listen|and|but|so|again|first|second|third|fourth|next|also|plus|right|alright|sure|okay|oh|wow|hey|still|anyways?|anyhow|thus|hence|perhaps|maybe|sometimes|instead|indeed|overall|granted|regardless|although|though|however|therefore|meanwhile|moreover|besides|otherwise|non\w+less|never\w+less|like|dude|man|guys|folks|uh|um|here|\w+ly|\w+wise|january|february|march|april|may|june|july|august|september|october|november|december|\w+day)$/i;

/**
 * True where, by its form, a reader understands the sentence alone and takes it for the speaker's own claim. `after`
 * is the next sentence of the same turn.
 */
export function standsAlone({
  line,
  after,
  mentions,
}: Pick<CardView, 'line' | 'after' | 'mentions'>): boolean {
  const { text } = line.sentence;
  if (FAULTS.some((fault) => fault.test(text)) || callsSomebody(text, mentions)) return false;
  if (tellsNoOwnView(text)) return false;
  const idea = IDEA.exec(text)?.[1];
  if (idea !== undefined && lacksMainVerb(idea)) return false;
  if (after === null) return true;
  return !takesBack(after.text) && !GIVES_BACK.test(after.text) && !FOLLOWS_FROM.test(after.text);
}

/** "Agnes, it is plain that ...": addresses a person who is not the subject. */
function callsSomebody(text: string, mentions: readonly Mention[]): boolean {
  const name = SET_OFF.exec(text);
  if (name === null || NO_NAME.test(name[1]!)) return false;
  const at = text.indexOf(name[1]!);
  return !mentions.some(({ start, end }) => start <= at && end > at);
}
