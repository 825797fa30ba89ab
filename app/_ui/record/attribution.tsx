import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { told } from '#server/features/ideas/telling.ts';
import Link from '../frame/link.tsx';
import { Fictional } from './sample.tsx';

/** Where and when it was said, before anything else. */
export function Attribution({ card }: { card: IdeaCard }) {
  const { show, episode, guest, aired, at } = told(card);
  return (
    <p className="border-l-4 border-accent bg-panel px-4 py-3 text-[0.9375rem]">
      Said on{' '}
      <Link href={`/shows/${card.show.slug ?? card.show.id}`} className="font-semibold">
        {show}
      </Link>
      <Fictional show={card.show.id} />, in <Link href={`/episodes/${card.episode.id}`}>{episode}</Link>
      {guest ? `, ${guest}` : ''}, aired <time dateTime={card.episode.publishedAt}>{aired}</time>
      {`, ${at ?? 'at a moment that is not known'}.`}
    </p>
  );
}
