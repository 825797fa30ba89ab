import type { IdeaCard } from '#server/features/ideas/schema.ts';
import Link from '../frame/link.tsx';
import { day, timecode } from '../text/format.ts';
import { Fictional } from './sample.tsx';

/** Where and when it was said, before anything else. */
export function Attribution({ card }: { card: IdeaCard }) {
  return (
    <p className="border-l-4 border-accent bg-panel px-4 py-3 text-[0.9375rem]">
      Said on{' '}
      <Link href={`/shows/${card.show.slug ?? card.show.id}`} className="font-semibold">
        {card.show.name}
      </Link>
      <Fictional show={card.show.id} />, in{' '}
      <Link href={`/episodes/${card.episode.id}`}>“{card.episode.title}”</Link>
      {card.episode.guest ? `, with ${card.episode.guest}` : ''}, aired{' '}
      <time dateTime={card.episode.publishedAt}>{day(card.episode.publishedAt)}</time>
      {card.timestampSeconds === null
        ? ', at a moment that is not known'
        : `, at ${timecode(card.timestampSeconds)}`}
      .
    </p>
  );
}
