import { slipsBetween } from '#server/features/pages/suggest/rules.ts';
import { ACRONYMS, EVERYDAY, GIVEN_NAMES } from '#server/linking/link/words.ts';

/** Words as chats write them, and slips in words that are too like others to be corrected by likeness. */
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
  abuot: 'about',
  aobut: 'about',
  waht: 'what',
  wehn: 'when',
  tehy: 'they',
  thnik: 'think',
  thniks: 'thinks',
  deos: 'does',
  siad: 'said',
  dicuss: 'discuss',
  disscuss: 'discuss',
  lastest: 'latest',
  recnet: 'recent',
  ppl: 'people',
};
/** Words of asking that are often misspelt, and that no other word is like ("sneakers" is like "speakers", "whey" like "when"). */
const ASKING =
  `against argued arguments bearish because bearishness between bullish company companies discussed episode episodes guest
  guests mention mentioned opinion opinions people podcast podcasts recently should their thought views where which
  would`.split(/\s+/);
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
