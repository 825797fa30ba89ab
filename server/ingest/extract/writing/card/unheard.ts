import { CARD_FEATURES, type CardView } from './features.ts';
import type { HeardSide } from './side.ts';
import { turnsToAnother } from './subject.ts';

/** Sentences in which a side is heard that nobody takes. */
const NO_SIDE: readonly RegExp[] = [
  // Denied twice: "It's difficult to believe Nvidia won't lead".
  /\b(?:hard|difficult|impossible|tough) to (?:believe|imagine|see|think)\b[^.;]*(?:n't|\bnot\b|\bnever\b|\banything\b)/i,
  // A side that is denied: "I wouldn't say that I'm bullish on Nvidia", "Nobody would call me a bull".
  /(?:n't|\b(?:not|never|nobody)) (?:\w+ ){0,3}(?:i'm|i am|call me) (?:\w+ ){0,2}(?:bull\w*|bear\w*|long|short|positive|negative)\b/i,
  // Held against its name: "I own Nvidia puts".
  /\b(?:own|owned|buy|buying|bought|long|short|hold|holding) (?:[\w.&'-]+ ){0,5}puts\b/i,
  // A lesson learnt there: "Google taught me that the best companies ...".
  /\btaught (?:me|us|you)\b/i,
  // Whom somebody works with: "TSMC is absolutely going to be a partner".
  /\b(?:is|are|be|become|becomes|was|were) (?:an?|our|their|your) (?:\w+ )?(?:partner|supplier|vendor)s?[.,]?$/i,
  // How it was before it changed: "Spotify didn't have great margins for a very long time".
  /\b(?:didn't|wasn't|weren't|hadn't|couldn't) .*\bfor (?:a|the) (?:very |really )?long(?:est)? time\b/i,
];

/** Faults that are heard as praise: "one robot for all of them is hard", "about to break through 100,000 to the downside". */
const FAULT =
  /\b(?:is|are|it's|was|be|so|very|really) (?:so |very |really |just )*hard\b|\bbottleneck|\bto the downside\b|\bcapped\b/i;

/** Whether the side that the models hear in a card is not to be told: it is another's, of another, or none. */
export function isUnheard(card: CardView, stance: HeardSide['stance']): boolean {
  const text = card.line.sentence.text.replaceAll('’', "'");
  const isOfOthers = card.line.quoted || CARD_FEATURES.hearsay(card) > 0;
  if (isOfOthers || turnsToAnother(card) !== null || NO_SIDE.some((one) => one.test(text))) return true;
  return stance === 'BULLISH' && FAULT.test(text);
}
