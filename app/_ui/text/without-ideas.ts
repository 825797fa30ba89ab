import type { EpisodeFacts } from '#server/features/pages/schema.ts';

type Said = {
  /** On its own page: a sentence. */
  readonly page: string;
  /** In a list of episodes. */
  readonly list: string;
};

/** What is said of an episode without ideas, by how far its reading came: only one that was read holds none. */
export const withoutIdeas: Readonly<Record<EpisodeFacts['reading'], Said>> = {
  waiting: { page: 'It has not been read yet.', list: 'not read yet' },
  read: {
    page: 'No attributed investment idea was found in this episode. That is an answer too: nothing is filled in.',
    list: '0 ideas',
  },
  no_transcript: { page: 'It has no transcript that can be read.', list: 'no transcript that can be read' },
  failed: { page: 'Its transcript could not be read.', list: 'transcript could not be read' },
};
