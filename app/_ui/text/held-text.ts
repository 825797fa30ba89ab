import { counted, number } from './format.ts';

/** How the numbers of a show count what more than one episode published (docs/glossary.md, repeat). */
export const countedForEach =
  'A talk that several episodes published counts for each of them here. On the front page and on the pages of people, tickers, companies and themes it counts once, for the episode that had it first.';
/** The same of numbers over several shows. */
export const countedOnce =
  'A talk that several episodes published counts once here, for the episode that had it first; on the pages of shows it counts for each.';

type Held = { readonly ideaCount: number; readonly episodeCount: number; readonly readCount: number };

/** What is held of a show: its ideas, and of its episodes how many are read. What is not read is never told to hold none. */
export function heldText({ ideaCount, episodeCount, readCount }: Held): string {
  const episodes = counted(episodeCount, 'episode');
  if (episodeCount === 0) return 'no episode yet';
  if (readCount >= episodeCount) return `${counted(ideaCount, 'idea')} in ${episodes}`;
  if (readCount > 0) return `${counted(ideaCount, 'idea')}; ${number(readCount)} of ${episodes} read`;
  return `${episodes}, ${episodeCount === 1 ? 'not' : 'none'} read`;
}
