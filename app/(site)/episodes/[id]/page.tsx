import type { Metadata } from 'next';
import Link from 'next/link';
import { cache } from 'react';
import { api, orNotFound } from '../../../_server/reader.ts';
import { widgetLinks } from '../../../_server/widget-links.ts';
import { Cards } from '../../../_ui/card.tsx';
import { counted, day, minutes } from '../../../_ui/format.ts';

type Props = { params: Promise<{ id: string }> };

const load = cache(async (id: string) => orNotFound((await api()).pages.episode({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { episode } = await load((await params).id);
  return {
    title: `${episode.title}, ${episode.showName}`,
    description: `Ideas argued in “${episode.title}” of ${episode.showName}, aired ${day(episode.publishedAt)}.`,
    alternates: { canonical: `/episodes/${episode.id}`, types: await widgetLinks('episode', episode.id) },
  };
}

export default async function EpisodePage({ params }: Props) {
  const { episode, ideas } = await load((await params).id);
  return (
    <>
      <header className="max-w-3xl">
        <p className="text-sm">
          <Link href={`/shows/${episode.showSlug}`} prefetch={false}>
            {episode.showName}
          </Link>
        </p>
        <h1 className="mt-1 text-[clamp(1.75rem,4.2vw,2.5rem)]">{episode.title}</h1>
        <p className="figures mt-3 text-sm text-soft">
          Aired <time dateTime={new Date(episode.publishedAt).toISOString()}>{day(episode.publishedAt)}</time>
          {episode.durationSeconds ? `, ${minutes(episode.durationSeconds)}` : ''}
          {episode.guest ? `, with ${episode.guest}` : ''}
        </p>
        {episode.enclosureUrl ? (
          // biome-ignore lint/a11y/useMediaCaption: the show publishes the sound; its transcript is the show's own
          <audio controls preload="none" src={episode.enclosureUrl} className="mt-5 h-10 w-full max-w-lg">
            <a href={episode.enclosureUrl}>Listen to the episode</a>
          </audio>
        ) : null}
        {episode.link ? (
          <p className="mt-3 text-sm">
            <a href={episode.link} rel="noopener nofollow">
              The episode on the show’s own site
            </a>
          </p>
        ) : null}
      </header>
      <section aria-labelledby="ideas" className="mt-10">
        <h2 id="ideas" className="kicker">
          {ideas.length > 0 ? `${counted(ideas.length, 'idea')}, in the order they were argued` : 'Ideas'}
        </h2>
        <div className="mt-3">
          <Cards
            ideas={ideas}
            empty={
              <p>
                No attributed investment idea was found in this episode. That is an answer too: nothing is
                filled in.
              </p>
            }
          />
        </div>
      </section>
    </>
  );
}
