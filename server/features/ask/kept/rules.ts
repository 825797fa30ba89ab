import type { AskAnswer } from '#server/features/ask/schema.ts';

/** The page of Ask lists so many conversations, the newest. */
export const MOST_CONVERSATIONS = 100;

/** Said in the place of a kept answer that rests on what the record no longer shows. */
export const NO_LONGER_SHOWN =
  'This answer told of something that the record no longer shows. Ask again for one without it.';

/** What becomes of a kept answer while something that it cites is hidden: its question and suggestions stay (but for those that name a hidden show), its words go. */
export function withheldAnswer(answer: AskAnswer): AskAnswer {
  return { ...answer, answer: null, citations: [], coverage: 'none', message: NO_LONGER_SHOWN };
}
