import type { EpisodeFacts } from '#server/features/pages/schema.ts';
import Link from '../frame/link.tsx';
import { counted, day } from '../text/format.ts';

export function EpisodeList({ episodes }: { episodes: readonly EpisodeFacts[] }) {
  if (episodes.length === 0) return <p className="mt-3 text-soft">No episode before this date.</p>;
  return (
    <ul className="mt-1">
      {episodes.map((episode) => (
        <li key={episode.id} className="border-b border-rule py-2.5 last:border-0">
          <Link href={`/episodes/${episode.id}`} className="quiet font-serif leading-snug">
            {episode.title}
          </Link>
          <p className="figures text-sm text-soft">
            {day(episode.publishedAt)}, {counted(episode.ideaCount, 'idea')}
          </p>
        </li>
      ))}
    </ul>
  );
}
