import { anyOf } from '#server/language/pattern.ts';

/** Spoken English made readable: noise out, lead-ins off, contractions written out. The words left are the speaker's. */

type Change = readonly [RegExp, string];

const NOISE: readonly Change[] = [
  [/\[[^\]]{0,40}\]|\((?:laughs?|laughter|inaudible|crosstalk)\)/gi, ' '],
  [/[‘’]/g, "'"],
  [/\b(um+|uh+|erm|hmm|mm)\b[,.]?/gi, ' '],
  [/,? and i mean \w+(?=[,.;]|$)/gi, ''],
  [
    /,? ?\b(you know what i mean|you know what i'm saying|if that makes sense|if you will|so to speak|as it were|you know|i mean|kind of like|sort of like|sort of|kind of|or whatever|or something like that|and so on and so forth|and things like that|and stuff like that|and everything like that|at the end of the day|to be honest with you|to be honest|quite frankly|believe it or not|needless to say|for what it's worth)\b,?/gi,
    ' ',
  ],
  [/,? (right|okay|ok|yeah|huh|correct|no)\?/gi, '.'],
  [/,? like,/gi, ' '],
  [
    /,? which is (?:just |so |very |really |pretty |kind of |quite )*(?:funny|crazy|wild|insane|nuts|amazing|incredible|cool|hilarious|interesting|awesome|fascinating|bonkers)(?=[.!]?$)/gi,
    '',
  ],
  [/ or (?:something|anything|whatever)(?: like that)?(?=[.!,]|$)/gi, ''],
  [
    /, (like|right|okay|honestly|frankly|basically|literally|actually|obviously|clearly|by the way|again|man|dude|guys?|bro|of course|in fact|i think|i believe|i guess|i would say|i'd say|i suppose|in my opinion|in my view|to me|let's say|say|well|look|for sure|i'm sure|as you know|as i said|like i said|certainly|personally|specifically|anyway|anyways),/gi,
    ' ',
  ],
  [
    /(?<!\b(?:something|anything|nothing|looks?|looked|looking|feels?|felt|sounds?|seems?|just|exactly|more|much|lot|is|are|was|were|be|been|being|things|companies|people|businesses|names)),? like (?=(?:[$€£]?\d|(?:a|one|two|three|four|five|six|ten|twenty|thirty|forty|fifty) (?:\w+ )?(?:hundred|thousand|million|billion|trillion|percent|years?|months?|weeks?|days?|times)\b|(?:very|really|super|massively|pretty|an? (?:very|really|super|massive|huge))\b))/gi,
    ' ',
  ],
  [/\b(?:basically|actually|honestly|frankly) (?=\w)/gi, ''],
  [
    /(?<!(?:\bnot|n't|\bcannot|\bnever) (?:\w+ )?)\b(?:literally|obviously|just(?! because\b)|really|totally|simply) (?=\w)/gi,
    '',
  ],
  [/\b(from|at|to|by|of),? say,? (?=[$€£]?\d)/gi, '$1 '],
  [/\bgonna\b/gi, 'going to'],
  [/\bwanna\b/gi, 'want to'],
  [/\bgotta\b/gi, 'have to'],
  [/(?<!\w)'?(?:cause|cuz|coz)\b(?= (?:it|they|we|you|the|that|there|he|she|i)\b)/gi, 'because'],
  [/\b(fucking|fuckin'?|goddamn|damn|freaking|friggin'?)\s/gi, ''],
  [/\b(\w+(?:'\w+)?)[-–—]+,?\s+(?=\1\b)/gi, ''],
  [/\b(\w+(?:'\w+)?),?(?: \1\b,?)+/gi, '$1'],
  [/\b(\w+(?:'\w+)? \w+(?:'\w+)?(?: \w+)?),? \1\b/gi, '$1'],
  [
    /\b(?:it's|they're|that's|there's) (?=(?:it's|it is|they're|they are|that's|that is|there's|there is)\b)/gi,
    '',
  ],
  [/\s+/g, ' '],
  [/\s([,.;:!?])/g, '$1'],
  [/([,;])\s*(?=[,.;])/g, ''],
];

/** A sentence with the noise of speech taken out. */
export function withoutFillers(text: string): string {
  return changed(text, NOISE).trim();
}

/** "And", "well", "keep in mind that", "for example", "in fact". */
const LINK =
  /and|so|but|because|now|well|yeah|yes(?=,)|no(?=,)|right(?=,)|okay|ok|look|listen|like|then|also|plus|again|therefore|however|oh|hey|see|remember|keep in mind(?: that)?|i mean|you know|by the way|in other words|that said|having said that|to be clear/;
/** "The reality is that", "one thing I would say is", "what's interesting here is", "it turns out". */
const POINT =
  /(?:(?:the|my|one|another|a) (?!(?:consensus|common|conventional|general|popular|prevailing|standard|traditional|typical|naive|old|wrong|opposite|opposing|other|bear|bull|bearish|bullish|street|market)\b)(?:\w+ )?(?:truth|reality|point|fact|thing|answer|news|takeaway|problem|sense|thesis|bet|guess)|my (?:\w+ )?(?:view|take|belief|read|hunch|argument))(?: here| there| with (?:that|this|it)| i would say)? is(?: that|,)?|what'?s (?:\w+ )?(?:interesting|amazing|crazy|happening|great|cool|clear)(?: here| about (?:it|this|that))? is(?: that)?|what i(?:'d| would)? (?:say|think|mean|believe) is(?: that)?|the way i (?:think about|look at|see) (?:it|this) is(?: that)?|it turns out(?: that)?|there'?s no (?:question|doubt)(?: that)?/;
/** "I still think that", "I'd argue", "I'm pretty sure". */
const BELIEF =
  /i (?:still |do |really |would |just |also |actually |personally |genuinely |certainly |firmly |kind of )*(?:think|believe|suspect|guess|bet|expect|feel|say|argue|agree)(?: that| like)?|i'?d (?:say|argue|bet|guess)(?: that)?|i'?m (?:pretty |fairly |very |quite )?(?:sure|confident|convinced)(?: that)?/;
/** "It's pretty clear to me that", "in my view", "first of all", "obviously". */
const COMMENT =
  /it'?s (?:pretty |very |so )?(?:clear|obvious)(?: to me)?(?: that)?|for (?:example|instance|me)|in my (?:view|opinion|mind)|to me|first of all|first|second|secondly|clearly|obviously|honestly|frankly|as you know|of course|on the other hand|anyway|anyways|if you think about it|when you think about it|as far as (?:i know|we know)|at this point|obviously|by definition|in fact|essentially|surprisingly|interestingly|unfortunately|fortunately|fundamentally|ultimately|right now|no well|well one/;
/** "I keep saying that", "we all know", "my point here is", "number two". */
const REMINDER =
  /i keep saying(?: that)?|(?:we|you) (?:all |already |also )?know(?: that)?|we (?:all |really |do |still |also )?(?:think|believe|expect|see)(?: that)?|i'?ve (?:always|long) (?:said|thought|believed)(?: that)?|my (?:\w+ )?(?:view|point|feeling|sense|understanding) (?:here |there )?is(?: that)?|number (?:one|two|three)/;
const LEAD_IN = new RegExp(`^(?:${anyOf(LINK, POINT, BELIEF, COMMENT, REMINDER)},?\\s+)+`, 'i');
/** "..., right?", "... I think", "... and so forth": what trails off. */
const TAG =
  /(?:,?\s+(?:right|okay|you know|i think|i guess|i believe|obviously|of course|by the way|too|though|as well|for sure|out there|basically|honestly|man|dude|guys|so|and|but|because|which|like|or|et cetera|etc|or not|and so forth|in my opinion|in my view|at least|(?<!from )now|there|(?:from )?here|essentially|literally|actually|frankly|period|full stop|already|either|anymore|correct|apparently|et al|whatever|then))+$/i;

/** Drops the words that only announce a sentence: "And the reality is I think that ...". */
export function withoutLeadIn(text: string): string {
  return text.replace(LEAD_IN, '');
}

/** Drops the full stop and the words that trail off. */
export function withoutTail(text: string): string {
  return text
    .replace(/[\s.,;:!?"”»-]+$/, '')
    .replace(TAG, '')
    .replace(/[\s.,;:-]+$/, '');
}

const PARTICIPLE =
  '(?=(?: (?:already|always|never|also|now|only|just|even|clearly|really|not))* (?:been|got|had|become|gone|done|made|taken|grown|given|built|come|seen|lost|won|shown|proven|found|put|let|started|continued|changed|created|raised|gotten|moved|turned|happened|announced|launched)\\b(?! by\\b))';
const IS_AFTER_NAME =
  '(?=(?: (?:a|an|the|not|going|so|very|too|now|still|also|already|probably|definitely|clearly|currently|better|worse|way|pretty|quite|actually|really|just|been|got|worth|trading|growing|doing|making|getting|building|trying|losing|winning|using|great|good|bad|huge|cheap|expensive|dead)\\b))';

const CONTRACTIONS: readonly Change[] = [
  [/\bcan't\b/gi, 'cannot'],
  [/\bwon't\b/gi, 'will not'],
  [/\b(\w+)n't\b/gi, '$1 not'],
  [/\b(i)'m\b/gi, '$1 am'],
  [/\b(\w+)'re\b/gi, '$1 are'],
  [/\b(\w+)'ve\b/gi, '$1 have'],
  [/\b(\w+)'ll\b/gi, '$1 will'],
  [/\b(\w+)'d(?= (?:been|had|done|gone|seen|already|never)\b)/gi, '$1 had'],
  [/\b(\w+)'d\b/gi, '$1 would'],
  [
    new RegExp(
      `\\b(it|that|there|here|he|she|what|who|where|everyone|everybody|nobody)'s${PARTICIPLE}`,
      'gi',
    ),
    '$1 has',
  ],
  [/\b(it|that|there|here|he|she|what|who|where|everyone|everybody|nobody|everything|one)'s\b/gi, '$1 is'],
  [new RegExp(`\\b([\\w.]+)'s${PARTICIPLE}`, 'gi'), '$1 has'],
  [new RegExp(`\\b([\\w.]+)'s${IS_AFTER_NAME}`, 'gi'), '$1 is'],
  [/\b([\w.]+)'s (?=\w+ing (?:up|the|a|an|to|it|out|down|more|its|their|in|on|for|at|with)\b)/gi, '$1 is '],
];

/** After "going to" a verb may follow, or a thing ("the wall", "zero"). */
const TO_DO =
  '(?!(?:the|an?|this|that|these|those|their|his|her|its|my|our|your|all|other|another|different|zero|college|school|town|hell)\\b)(?=[a-z])';
const PLAINER: readonly Change[] = [
  [new RegExp(`\\b(?:am|is|are) not going to (?!be able\\b)${TO_DO}`, 'gi'), 'will not '],
  [
    new RegExp(
      `\\b(?:am|is|are) ((?:also|probably|definitely|only|all|always|still|never) )?going to ${TO_DO}`,
      'gi',
    ),
    'will $1',
  ],
  [/\b(?:a ton|tons|a bunch|loads|a whole bunch) of\b/gi, 'a lot of'],
  [/\bsuper (?=[a-z])/gi, 'very '],
  [
    /\bway (?=(?:more|less|better|worse|bigger|smaller|faster|slower|too|ahead|behind|cheaper|higher|lower)\b)/gi,
    'far ',
  ],
  [
    /\bpretty (?=(?:good|bad|big|large|small|clear|high|low|strong|weak|easy|hard|much|well|close|cheap|expensive|fast|quickly|reasonable|significant|important|interesting|remarkable)\b)/gi,
    'fairly ',
  ],
  [/\bfolks\b/gi, 'people'],
  [/\b(has|have|had) got (?=(?:a|an|the|to|all|some|more|no|many|so|this|that)\b)/gi, '$1 '],
  [/\bhas to have to\b/gi, 'has to'],
  [
    /\bthere is (?=(?:only |about |over |probably )?(?:many|several|so many|two|three|four|five|six|seven|eight|nine|ten|twelve|\d+(?! ?(?:billion|million|thousand|trillion|percent|%))) \w+s\b)/gi,
    'there are ',
  ],
  [/\ba (?=(?:a[a-z]{2}|e(?!u)[a-z]{2}|i[a-z]{2}|o(?!ne\b|nce\b)[a-z]{2}|un(?!i)[a-z]))/g, 'an '],
  [/\bvery very\b/gi, 'very'],
];

/** The sentence as it would be printed: "can't" as "cannot", "is going to" as "will", "super" as "very". */
export function writtenOut(text: string): string {
  return changed(changed(text, CONTRACTIONS), PLAINER);
}

function changed(text: string, changes: readonly Change[]): string {
  return changes.reduce((out, [pattern, by]) => out.replace(pattern, by), text);
}
