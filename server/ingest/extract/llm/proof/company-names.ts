import { EVERYDAY } from '#server/linking/link/words.ts';
import { type Entry, loadUniverse } from '#server/linking/universe.ts';

/** What tells a company's one-word name from the word at the start of a sentence: its capital, or only a verb right after it. */
type Told = 'by its capital' | 'by a verb';

/** A common noun needs an article to be the subject of such a verb; a name does not: "Target will". */
const VERB =
  /^\s(?:will|would|can|could|may|might|must|should|is|was|has|had|does|did|says|said|thinks|argues|believes|expects|warns|recommends|wants|plans|needs|owns|buys|sells|makes|acquires|beats)\b/;

let known: ReadonlyMap<string, Told> | null = null;

/** Whether a word that opens a sentence is the name of a company in the shipped table. `after`: the text that follows it. */
export function isCompanyName(word: string, after: string): boolean {
  known ??= new Map(loadUniverse().entries.flatMap(namesOf));
  const told = known.get(word.toLowerCase());
  return told === 'by its capital' || (told === 'by a verb' && VERB.test(after));
}

function namesOf({ name, aliases }: Entry): (readonly [string, Told])[] {
  const called = aliases.filter(({ misheard }) => !misheard);
  const isListed = called.some(({ text }) => text === name);
  return [
    ...called.map(({ text, ambiguity }) => told(text, ambiguity === 'doubtful')),
    ...(isListed ? [] : [told(name, EVERYDAY.has(name.toLowerCase()))]),
  ].filter(([text]) => !text.includes(' '));
}

function told(text: string, isDoubtful: boolean): readonly [string, Told] {
  return [text.toLowerCase(), isDoubtful ? 'by a verb' : 'by its capital'];
}
