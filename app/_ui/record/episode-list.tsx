import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { told } from '#server/features/ideas/telling.ts';
import type { EpisodeFacts } from '#server/features/pages/schema.ts';
import { timestampText } from '#server/platform/clock.ts';
import Link from '../frame/link.tsx';
import { counted, day } from '../text/format.ts';
import { Unbroken } from '../text/unbroken.tsx';
import { withoutIdeas } from '../text/without-ideas.ts';
import { StanceMark } from './stance.tsx';

type Outlined = EpisodeFacts & { readonly ideas: readonly IdeaCard[] };

/** Episodes, each with an outline of its ideas and their seconds; `empty` is said where there is none. */
export function EpisodeOutlines({ episodes, empty }: { episodes: readonly Outlined[]; empty: string }) {
  if (episodes.length === 0) return <p className="mt-3 text-soft">{empty}</p>;
  return (
    <div className="mt-3">
      {episodes.map((episode) => (
        <article key={episode.id} className="border-t border-rule py-5">
          <p className="figures text-sm text-soft">
            {day(episode.publishedAt)}
            {episode.guest ? `, with ${episode.guest}` : ''}, {found(episode)}
          </p>
          <h3 className="mt-0.5 text-[1.3125rem]">
            <Link href={`/episodes/${episode.id}`} className="quiet">
              <Unbroken text={episode.title} />
            </Link>
          </h3>
          <Outline ideas={episode.ideas} />
        </article>
      ))}
    </div>
  );
}

function found({ ideaCount, reading }: EpisodeFacts): string {
  return ideaCount > 0 ? counted(ideaCount, 'idea') : withoutIdeas[reading].list;
}

function Outline({ ideas }: { ideas: readonly IdeaCard[] }) {
  if (ideas.length === 0) return null;
  return (
    <ol className="mt-2">
      {ideas.map((idea) => (
        <li key={idea.id} className="grid grid-cols-[3.75rem_minmax(0,1fr)] py-1.5">
          <span className="figures text-sm text-soft">
            {idea.timestampSeconds === null ? '' : timestampText(idea.timestampSeconds)}
          </span>
          <span className="min-w-0">
            <Link href={`/ideas/${idea.id}`} className="quiet font-serif text-[1.0625rem]">
              <Unbroken text={told(idea).headline} />
            </Link>
            <span className="block text-sm text-soft">
              <StanceMark stance={idea.stance} />
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
