import { slipsBetween } from '#server/features/pages/suggest/rules.ts';
import { ACRONYMS, EVERYDAY, GIVEN_NAMES } from '#server/linking/link/words.ts';

/** Short words as chats write them. */
const CHAT: Readonly<Record<string, string>> = {
  wat: 'what',
  wht: 'what',
  wut: 'what',
  teh: 'the',
  hte: 'the',
  dey: 'they',
  sya: 'say',
  syas: 'says',
  abt: 'about',
  ppl: 'people',
};
/** Words of asking that are often misspelt. */
const ASKING =
  `about against argue argued arguments around bearish because bearishness between bullish company companies discuss discussed
  does episode episodes guest guests host hosts latest mention mentioned opinion opinions people podcast podcasts recent
  recently said says should shows speaker speakers stock stocks talked their there they think thinks thought views what when
  where which while with would`.split(/\s+/);
/** Shorter words are too like others to be corrected. */
const FEWEST_LETTERS = 4;

/** A question with misspelt words of asking put right ("wat", "abuot"). Capitals are names, and so is what `isName` knows. */
export function withAskingSpelled(question: string, isName: (word: string) => boolean): string {
  return question.replace(/(?<![\p{L}\p{N}$'’-])\p{L}+(?![\p{L}\p{N}'’-])/gu, (word, at: number) => {
    if (word !== word.toLowerCase() && at > 0) return word;
    return askingMeant(word.toLowerCase(), isName) ?? word;
  });
}

/** The word of asking that a word misspells by one slip after its first letter; null for any other word. */
function askingMeant(word: string, isName: (word: string) => boolean): string | null {
  const chat = CHAT[word];
  if (chat !== undefined) return chat;
  if (word.length < FEWEST_LETTERS || EVERYDAY.has(word) || ACRONYMS.has(word) || GIVEN_NAMES.has(word))
    return null;
  const near = ASKING.filter(
    (asking) => asking[0] === word[0] && word !== `${asking}s` && slipsBetween(word, asking, 1) === 1,
  );
  // "guets" is "guests", not "guest".
  const meant = near.find((asking) => asking.at(-1) === word.at(-1)) ?? near[0];
  return meant === undefined || isName(word) ? null : meant;
}
