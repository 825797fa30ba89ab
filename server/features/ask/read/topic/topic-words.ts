import { LEANING, OTHERWISE, WENT_RIGHT } from '#server/features/ask/read/leaning.ts';
import type { NamedTheme } from '#server/features/ask/read/reading.ts';
import { withoutAskingAbroad } from '#server/features/ask/read/topic/asking-abroad.ts';
import { type Query, readQuery } from '#server/features/ask/read/topic/query.ts';
import { termsOf } from '#server/language/terms.ts';
import { ACRONYMS, FINANCE, GIVEN_NAMES } from '#server/linking/link/words.ts';
import { literal } from '#server/platform/pattern.ts';

/** Words of asking, of the record itself and of stance, which are no topic. */
const ASKING_WORDS = new Set(
  termsOf(
    `say says said saying tell told talk talked talking speak spoke spoken think thinks thought argue argued argues argument arguments
    claim claimed discuss discussed discussion discussing mention mentioned mentions recommend recommended suggest cover covered
    explain explained describe summarize summarise summary overview view views opinion opinions take takes stance stances position
    host hosts guest guests speaker speakers show shows podcast podcasts episode episodes pod pods analyst analysts people person anyone anybody
    someone somebody one everybody everyone nobody others else commentator panel record corpus earmark transcript besties
    bull bulls bullish bear bears bearish positive negative optimistic pessimistic side sides case thesis theses debate
    reason reasons statement statements give gave given list find show me compare quote walk make made name named
    recent recently lately latest last newest oldest earliest past week weeks month months year years day days today yesterday quarter now currently since ago
    time times often first change changed changing shift shifted mind sentiment tone disagree disagreement agree push pushback back counterargument strongest best main key
    idea ideas question questions ask asked affect affects affected impact impacts influence mean means matter matters come came outlook future prospect prospects accord according know see seen want like lot something anything everything nothing thing things kind going get got getting happen happened
    consensus word different across between versus vs whether heard hear news new about really actually still ever yet
    risk risks risky threat worry worries worried concern concerns concerned upside downside danger headwind headwinds wrong
    dead doomed dying went gone
    owning holding investing skeptical sceptical skeptic skeptics critic critics criticism criticise criticised criticize criticized praise praised optimism pessimism favour favor
    prefer prefers preferred dislike dislikes disliked hate hates hated distrust distrusts sour soured souring
    abt pls plz everything rather guys folks dudes cite cited`,
  ),
);
/** Words that shape a question. They are its topic only when no other word is. */
const SHAPE_WORDS = new Set(
  termsOf(
    `stock stocks share shares company companies inc corp investors investor business businesses
    path way ways role relationship relation relations strategy approach state part level big bigger biggest high higher low lower good bad well better great strong weak
    start started begin began world thing long term use used using work working possible able real current bet bets
    benefit benefits benefited hurt help helped potential situation startup startups play plays anticipate face faces facing`,
  ),
);
/** Words for an idea and the parts of its case, which the idea itself answers. */
const IDEA_WORDS = new Set(
  termsOf(
    'idea point story gist logic context basis base based evidence catalyst message claim work works true sure right detail details company listen tl dr',
  ),
);
/** The price of the stock is no topic, since every question may mean it; any other price is. */
const STOCK_PRICE = /\b(?:stock|share)s?(?:'s|’s)? prices?\b/gi;

/** "How long has he been bearish": asks for a measure of what the other words say. */
const HOW_MUCH = /\bhow (?:long|often|soon|far|many|sure|certain|strong(?:ly)?)\b/gi;

/** "When did she turn bullish", "going from bull to bear": a change of stance, and no topic. */
const STANCE_WORD = `(?:more |less |so |very )?(?:bull|bear|${LEANING})`;
const TURN_OF_MIND = new RegExp(
  `\\b(?:turn|flip|switch|become|becam|becom|stay|remain|sound|grow|grew|go|went|get|got|start|begin|began|stop)\\w*(?: (?:being|to be|as|out))?(?: from ${STANCE_WORD})?(?: to)? ${STANCE_WORD}\\b`,
  'gi',
);

/** What went wrong or right is a side, and no topic. */
const WENT_WELL = new RegExp(`\\b${WENT_RIGHT}\\b`, 'gi');

/** Another opinion is whose words are asked for, and no topic. */
const SAID_OTHERWISE = new RegExp(OTHERWISE, 'gi');

/** A price target is looked for as "worth", since speakers say what a stock is worth. */
const PRICE_TARGET = /\b(?:price|stock|share) targets?\b|\btarget prices?\b/gi;
const MAKES_MONEY = /\b(?:mak(?:e|es|ing)|earn(?:s|ing)?) (?:its |their |any )?money\b/gi;

/** "Which ideas aired": what a show did, and no topic. */
const AIRED = /\baired\b/gi;

/** "So far this year": up to now, and no topic. */
const SO_FAR = /\b(?:so far|(?:up to|until) now|to date)\b/gi;

/** "Reversed their view": a change of mind, and no topic. */
const REVERSED =
  /\brevers(?:e[ds]?|ing)(?= (?:(?:their|his|her|its|one's) )?(?:mind|view|stance|opinion|position)s?\b)/gi;

/** "Were called undervalued": a word of asking, but no "called off". */
const CALLED =
  /\b(?:was|were|is|are|been|being|gets?|got|who|any(?:one|body)|some(?:one|body)|they|he|she) (?:ever |also )?called\b(?! (?:off|out|for|on|away|back)\b)/gi;

/** "What's the deal with": asks what is said of it, but "the deal with OpenAI" is a topic. */
const WHAT_IS_UP =
  /\bwhat(?:['’]?s| is) (?:(?:the|this) (?:deal|story|fuss|buzz|hype) (?:with|about|around)|up with)(?! \p{Ll}+ing\b)/giu;

/** The other speakers; the rest of anything else is a topic. */
const THE_REST =
  /\bthe rest\b(?! of (?!them\b|the (?:shows?|podcasts?|hosts?|guests?|speakers?|people)\b))/gi;

/** "Who was neutral on Apple", "is anyone on the fence": a stance, and no topic. */
export const NEUTRAL =
  /(?<!\b(?:carbon|net|climate|energy)[ -])\b(?:neutral|undecided|on the fence)(?= (?:on|about|towards?)\b|\W*$)/gi;

/** The words of a topic: a text without words of asking. Dates and names of subjects and shows must be cut out before. */
export function topicQuery(text: string): Query {
  const plain = withoutAskingAbroad(text)
    .replace(HOW_MUCH, ' ')
    .replace(TURN_OF_MIND, ' ')
    .replace(WENT_WELL, ' ')
    .replace(SAID_OTHERWISE, ' ')
    .replace(STOCK_PRICE, ' ')
    .replace(THE_REST, ' ')
    .replace(WHAT_IS_UP, ' ')
    .replace(AIRED, ' ')
    .replace(SO_FAR, ' ')
    .replace(REVERSED, ' ')
    .replace(CALLED, ' ')
    .replace(NEUTRAL, ' ')
    .replace(PRICE_TARGET, 'worth')
    .replace(MAKES_MONEY, 'revenue');
  const query = readQuery(plain);
  const asked = query.asked.filter((term) => !ASKING_WORDS.has(term));
  const telling = asked.filter((term) => !SHAPE_WORDS.has(term));
  const kept = new Set(telling.length > 0 ? telling : asked);
  const again = readQuery([...kept].join(' '));
  const weights = new Map([...query.weights].filter(([term, weight]) => weight < 1 || kept.has(term)));
  for (const term of kept) weights.set(term, 1);
  return kept.size === 0 ? again : { asked: [...kept], weights };
}

/** A query without words for the idea itself: "what is the point here" asks nothing beside its case. */
export function besideIdeaWords({ asked, weights }: Query): Query {
  const isBeside = (term: string) => !IDEA_WORDS.has(term);
  return { asked: asked.filter(isBeside), weights: new Map([...weights].filter(([term]) => isBeside(term))) };
}

/** Exactly two capitalised words inside a sentence. */
const TWO_NAMES = /(?<=\p{Ll}['’,]? )(?<!\p{Lu}\S* )(\p{Lu}\p{Ll}+) (\p{Lu}\p{Ll}+)\b(?! \p{Lu})/gu;

/**
 * A question with people by family name, as speakers call them: "Kalanick" for "Travis Kalanick". Any other two names are one:
 * "Nordhaven Robotics" is not robotics.
 */
export function byFamilyName(text: string): string {
  return text.replace(TWO_NAMES, (names: string, given: string, family: string) =>
    GIVEN_NAMES.has(given.toLowerCase()) && !FINANCE.has(family.toLowerCase()) ? family : names,
  );
}

/** A text with themes of two words or more in small letters, so that they are no names ("Nuclear Energy"), unless they are part of one ("Vex Energy"). */
export function withoutThemeNames(text: string, themes: readonly NamedTheme[]): string {
  return themes.reduce((rest, { written }) => {
    if (!written.includes(' ')) return rest;
    const alone = new RegExp(`(?<!\\S \\p{Lu}\\S* )(?<!\\p{L})${literal(written)}(?!\\p{L}| \\p{Lu})`, 'gu');
    return rest.replace(alone, (name) => name.toLowerCase());
  }, text);
}

/** "I", and a quarter or half of a year. */
const NO_NAME = /^(?:I\b|[QH][1-4]$)/;

/** Stems of the capitalised words inside a question, acronyms left out. Empty when most words are capitalised. */
export function namesIn(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  const capitals = words.filter((word, i) => i > 0 && /^\p{Lu}/u.test(word));
  if (capitals.length > words.length / 2) return [];
  return capitals
    .filter((word) => !ACRONYMS.has(word.toLowerCase()) && !NO_NAME.test(word))
    .flatMap((word) => termsOf(word));
}
