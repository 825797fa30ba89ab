import { counted, number } from './format.ts';

type Held = { readonly ideaCount: number; readonly episodeCount: number; readonly readCount: number };

/** What is held of a show: its ideas, and of its episodes how many are read. What is not read is never told to hold none. */
export function heldText({ ideaCount, episodeCount, readCount }: Held): string {
  const episodes = counted(episodeCount, 'episode');
  if (episodeCount === 0) return 'no episode yet';
  if (readCount >= episodeCount) return `${counted(ideaCount, 'idea')} in ${episodes}`;
  if (readCount > 0) return `${counted(ideaCount, 'idea')}; ${number(readCount)} of ${episodes} read`;
  return `${episodes}, ${episodeCount === 1 ? 'not' : 'none'} read`;
}
