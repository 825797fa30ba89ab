import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { told } from '#server/features/ideas/telling.ts';
import type { AlsoPublished } from '#server/features/pages/schema.ts';
import Link from '../frame/link.tsx';
import { day } from '../text/format.ts';

/** Where and when an idea was said; it stands before everything else. */
export function Attribution({ card }: { card: IdeaCard }) {
  const { show, episode, guest, aired, at } = told(card);
  return (
    <p className="border-l-4 border-accent bg-panel px-4 py-3 text-[0.9375rem]">
      Said on{' '}
      <Link href={`/shows/${card.show.slug ?? card.show.id}`} className="font-semibold">
        {show}
      </Link>
      , in <Link href={`/episodes/${card.episode.id}`}>{episode}</Link>
      {guest ? `, ${guest}` : ''}, aired <time dateTime={card.episode.publishedAt}>{aired}</time>
      {`, ${at ?? 'at a moment that is not known'}.`}
    </p>
  );
}

/** The other episodes that published the same talk; nothing when there are none. */
export function AlsoPublishedBy({ episodes }: { episodes: readonly AlsoPublished[] }) {
  if (episodes.length === 0) return null;
  return (
    <p role="note" className="note mt-4">
      The same talk was also published by{' '}
      {episodes.map((episode, i) => (
        <span key={episode.id}>
          {i === 0 ? '' : ', '}
          {episode.showName}, in <Link href={`/episodes/${episode.id}`}>“{episode.title}”</Link>, aired{' '}
          {day(episode.publishedAt)}
        </span>
      ))}
      . What is argued in it is counted once.
    </p>
  );
}
