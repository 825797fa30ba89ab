import type { Metadata } from 'next';
import { cache } from 'react';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { told } from '#server/features/ideas/telling.ts';
import { timestampText } from '#server/platform/clock.ts';
import { type Sent, single } from '../../../_server/query.ts';
import { api, isFictional, orMissing } from '../../../_server/reader.ts';
import { widgetLinks } from '../../../_server/widget-links.ts';
import { Fold } from '../../../_ui/form/fold.tsx';
import { JsonLd } from '../../../_ui/frame/json-ld.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../_ui/frame/missing.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { AlsoPublishedBy } from '../../../_ui/record/attribution.tsx';
import { Cards } from '../../../_ui/record/card.tsx';
import { Player } from '../../../_ui/sound/player.tsx';
import { counted, day, minutes } from '../../../_ui/text/format.ts';
import { withoutIdeas } from '../../../_ui/text/without-ideas.ts';

type Props = { params: Promise<{ id: string }>; searchParams: Sent<'t'> };

/** From this many ideas on, an episode's page starts with a list of them. */
const MANY_IDEAS = 4;

const load = cache(async (id: string) => orMissing((await api()).pages.episode({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await load((await params).id);
  if (!found) return missing;
  const { episode } = found;
  return {
    title: `${episode.title}, ${episode.showName}`,
    description: `Ideas argued in “${episode.title}” of ${episode.showName}, aired ${day(episode.publishedAt)}.`,
    alternates: { canonical: `/episodes/${episode.id}`, types: await widgetLinks('episode', episode.id) },
    ...(episode.reading !== 'read' || (await isFictional(episode.showId))
      ? { robots: { index: false } }
      : {}),
  };
}

export default async function EpisodePage({ params, searchParams }: Props) {
  const found = await load((await params).id);
  if (!found) return <Missing />;
  const { episode, ideas, alsoPublished } = found;
  const from = secondOf(single((await searchParams).t));
  return (
    <>
      <header className="max-w-3xl">
        <p className="text-sm">
          <Link href={`/shows/${episode.showSlug}`}>{episode.showName}</Link>
        </p>
        <h1 className="mt-1 text-[clamp(1.75rem,4.2vw,2.5rem)]">{episode.title}</h1>
        <p className="figures mt-3 text-sm text-soft">
          Aired <time dateTime={new Date(episode.publishedAt).toISOString()}>{day(episode.publishedAt)}</time>
          {episode.durationSeconds ? `, ${minutes(episode.durationSeconds)}` : ''}
          {episode.guest ? `, with ${episode.guest}` : ''}
        </p>
        <AlsoPublishedBy episodes={alsoPublished} />
        {from === null ? null : (
          <p className="note mt-5">The source you followed stands at {timestampText(from)}.</p>
        )}
        {episode.enclosureUrl ? <Player url={episode.enclosureUrl} from={from} className="mt-5" /> : null}
        {episode.link ? (
          <p className="mt-3 text-sm">
            <a href={episode.link} rel="noopener nofollow">
              The episode on the show’s own site
            </a>
          </p>
        ) : null}
      </header>
      <Section
        id="ideas"
        title={ideas.length > 0 ? `${counted(ideas.length, 'idea')}, in the order they were argued` : 'Ideas'}
        className="mt-10"
      >
        <div
          className={
            ideas.length < MANY_IDEAS ? 'mt-3' : 'mt-3 grid gap-x-12 lg:grid-cols-[minmax(0,1fr)_17rem]'
          }
        >
          {ideas.length < MANY_IDEAS ? null : <Contents ideas={ideas} />}
          <Cards known="episode" ideas={ideas} empty={<p>{withoutIdeas[episode.reading].page}</p>} />
        </div>
      </Section>
      {(await isFictional(episode.showId)) ? null : (
        <JsonLd
          make={(webUrl) => ({
            '@type': 'PodcastEpisode',
            name: episode.title,
            datePublished: new Date(episode.publishedAt).toISOString(),
            mainEntityOfPage: `${webUrl}/episodes/${episode.id}`,
            ...(episode.link ? { url: episode.link } : {}),
            ...(episode.durationSeconds ? { duration: `PT${episode.durationSeconds}S` } : {}),
            partOfSeries: {
              '@type': 'PodcastSeries',
              name: episode.showName,
              url: `${webUrl}/shows/${episode.showSlug}`,
            },
          })}
        />
      )}
    </>
  );
}

/** Links to each idea on the page: folded to a line in a narrow window, beside the ideas in a wide one. */
function Contents({ ideas }: { ideas: readonly IdeaCard[] }) {
  return (
    <nav
      aria-label="Ideas on this page"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, also by keyboard
      tabIndex={0}
      className="lg:sticky lg:top-6 lg:order-last lg:max-h-[90vh] lg:self-start lg:overflow-y-auto"
    >
      <Fold from="lg" title="Contents">
        <p className="hidden text-[0.8125rem] font-semibold lg:block lg:border-t lg:border-rule lg:pt-4">
          Contents
        </p>
        <ol className="pb-3 text-sm lg:pt-2">
          {ideas.map((idea) => (
            <li key={idea.id}>
              <a href={`#${idea.id}`} className="quiet grid grid-cols-[3.75rem_minmax(0,1fr)] py-1.5">
                <span className="figures text-soft">
                  {idea.timestampSeconds === null ? '' : timestampText(idea.timestampSeconds)}
                </span>
                {told(idea).headline}
              </a>
            </li>
          ))}
        </ol>
      </Fold>
    </nav>
  );
}

/** The second of the address (`t`), which a citation carries; null when it is not a number of seconds. */
function secondOf(sent: string | undefined): number | null {
  return /^\d{1,6}$/.test(sent ?? '') ? Number(sent) : null;
}
