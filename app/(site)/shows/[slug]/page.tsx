import type { Metadata } from 'next';
import { cache } from 'react';
import { capitalised } from '#server/language/phrasing.ts';
import { decoded, type Sent, single } from '../../../_server/query.ts';
import { api, orMissing } from '../../../_server/reader.ts';
import { widgetLinks } from '../../../_server/widget-links.ts';
import { JsonLd } from '../../../_ui/frame/json-ld.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../_ui/frame/missing.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { SpeakerCounts, TickerCounts } from '../../../_ui/record/counts.tsx';
import { EpisodeOutlines } from '../../../_ui/record/episode-list.tsx';
import { FollowShow } from '../../../_ui/record/marks.tsx';
import { feedLinks, TakeAlong } from '../../../_ui/take/take-along.tsx';
import { counted, day } from '../../../_ui/text/format.ts';
import { countedForEach, heldText } from '../../../_ui/text/held-text.ts';

type Props = { params: Promise<{ slug: string }>; searchParams: Sent<'before' | 'beforeId'> };

const load = cache(async (slug: string, before: string | undefined, beforeId: string | undefined) =>
  orMissing(
    (await api()).pages.show({
      slug: decoded(slug),
      ...(before ? { before } : {}),
      ...(beforeId ? { beforeId } : {}),
    }),
  ),
);

async function loadSent({ params, searchParams }: Props) {
  const { before, beforeId } = await searchParams;
  return load((await params).slug, single(before), single(beforeId));
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const found = await loadSent(props);
  if (!found) return missing;
  const { show } = found;
  return {
    title: show.name,
    description: `Ideas argued on ${show.name}, each with its episode, air date and second.`,
    alternates: {
      canonical: `/shows/${show.slug}`,
      types: { ...(await widgetLinks('show', show.slug)), ...feedLinks(`/shows/${show.slug}`, show.name) },
    },
    ...(show.sample || show.readCount === 0 ? { robots: { index: false } } : {}),
  };
}

export default async function ShowPage(props: Props) {
  const found = await loadSent(props);
  if (!found) return <Missing />;
  const { show, episodes, next, tickers, speakers } = found;
  return (
    <>
      <Head show={show} />
      <div className="mt-10 grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <Section id="episodes" title="Episodes, newest first">
          <EpisodeOutlines
            episodes={episodes}
            empty={show.episodeCount === 0 ? 'No episode yet.' : 'No episode before this date.'}
          />
          {next ? (
            <Link className="btn btn-plain mt-3" href={`/shows/${show.slug}?${new URLSearchParams(next)}`}>
              Earlier episodes
            </Link>
          ) : null}
        </Section>
        <Aside show={show} tickers={tickers} speakers={speakers} />
      </div>
      <TakeAlong path={`/shows/${show.slug}`} />
      {show.sample ? null : (
        <JsonLd
          make={(webUrl) => ({
            '@type': 'PodcastSeries',
            name: show.name,
            ...(show.description ? { description: show.description } : {}),
            ...(show.link ? { url: show.link } : {}),
            mainEntityOfPage: `${webUrl}/shows/${show.slug}`,
          })}
        />
      )}
    </>
  );
}

type Found = NonNullable<Awaited<ReturnType<typeof load>>>;

/** What the show is, and the buttons to follow and to claim it. */
function Head({ show }: Pick<Found, 'show'>) {
  return (
    <header className="max-w-3xl">
      <p className="text-sm text-soft">Show</p>
      <h1 className="mt-1 text-[clamp(1.9rem,4.5vw,2.75rem)]">{show.name}</h1>
      {show.description ? <p className="mt-3 text-soft">{show.description}</p> : null}
      <p className="figures mt-4 text-sm">
        {capitalised(heldText(show))}
        {show.lastEpisodeAt ? `, last aired ${day(show.lastEpisodeAt)}` : ''}
        {show.author ? `. By ${show.author}` : ''}
        {show.link ? (
          <>
            {'. '}
            <a href={show.link} rel="noopener nofollow">
              The show’s own site
            </a>
          </>
        ) : null}
      </p>
      <div className="mt-4">
        <FollowShow id={show.id} name={show.name} path={`/shows/${show.slug}`} />
      </div>
      {show.sample ? null : (
        <p className="mt-3 text-sm">
          <Link href={`/sign-in?next=${encodeURIComponent(`/settings/shows/${show.slug}`)}`}>
            Is this your show?
          </Link>
        </p>
      )}
    </header>
  );
}

/** Who argues on the show, on which tickers, and all its ideas. */
function Aside({ show, tickers, speakers }: Pick<Found, 'show' | 'tickers' | 'speakers'>) {
  return (
    <aside className="grid content-start gap-10">
      {speakers.length > 0 ? (
        <Section id="speakers" title="Who argues here">
          <SpeakerCounts speakers={speakers} />
        </Section>
      ) : null}
      {tickers.length > 0 ? (
        <Section id="tickers" title="Discussed here">
          <TickerCounts tickers={tickers} />
        </Section>
      ) : null}
      {show.ideaCount > 0 ? (
        <p className="text-sm">
          <Link href={`/search?show=${encodeURIComponent(show.slug)}`}>
            All {counted(show.ideaCount, 'idea')}, most fully argued first
          </Link>
          <span className="mt-2 block text-soft">{countedForEach}</span>
        </p>
      ) : null}
    </aside>
  );
}
