import type { Metadata } from 'next';
import { cache } from 'react';
import type { Desk } from '#server/edges/operator/desk.ts';
import { serverSide } from '../_server/load.ts';
import { viewer } from '../_server/reader.ts';
import { ActionButton } from '../_ui/form/action-button.tsx';
import { Missing, missing } from '../_ui/frame/missing.tsx';
import { Section } from '../_ui/frame/section.tsx';
import { counted, moment, number } from '../_ui/text/format.ts';
import { operate } from './actions.ts';
import { Feeds } from './feeds.tsx';
import { Item, Items } from './items.tsx';
import { HeldBack, Names } from './names.tsx';
import { Now } from './now.tsx';
import { Reports } from './reports.tsx';

export const dynamic = 'force-dynamic';

const load = cache(async () => (await serverSide()).operatorDesk(await viewer()));

export async function generateMetadata(): Promise<Metadata> {
  return (await load()) ? { title: 'Operator', robots: { index: false } } : missing;
}

/**
 * The state of the service and what waits for its operator: a reader at this machine, or an account of
 * `EARMARK_OPERATORS`. 404 for anybody else.
 */
export default async function Operator() {
  const desk = await load();
  if (desk === null) return <Missing />;
  return (
    <>
      <h1 className="text-3xl">Operator</h1>
      <p className="mt-3 max-w-prose text-soft">
        How this service is, and what waits for you. The command <code>earmark</code> does all of it, too.
      </p>
      <Contents desk={desk} />
      <Now desk={desk} />
      <Reports reports={desk.reports} />
      <Claims claims={desk.claims} />
      <HeldBack names={desk.heldBack} />
      <Names names={desk.names} />
      <Feeds feeds={desk.feeds} />
      <Episodes desk={desk} />
      <Rights shows={desk.rights} />
    </>
  );
}

/** The lists of the page, each with how many entries it shows. */
function Contents({ desk }: { desk: Desk }) {
  const { reports, claims, heldBack, names, feeds, episodes, rights } = desk;
  const lists = [
    ['corrections', 'Reports', reports.listed.length],
    ['claims', 'Claims', claims.length],
    ['held-back', 'Names held back', heldBack.listed.length],
    ['names', 'Names without a symbol', names.listed.length],
    ['feeds', 'Feeds', feeds.length],
    ['episodes', 'Episodes', episodes.listed.length],
    ['rights', 'Embeds', rights.length],
  ] as const;
  return (
    <nav aria-label="On this page" className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {lists.map(([id, name, count]) => (
        <a key={id} href={`#${id}`} className="target">
          {name}, {number(count)}
        </a>
      ))}
    </nav>
  );
}

function Episodes({ desk: { work, episodes } }: { desk: Desk }) {
  const failed = work.episodesFailed + work.episodesPutOff;
  return (
    <Section id="episodes" title="Episodes that wait or were given up" className="mt-12">
      {failed > 0 ? (
        <div className="mt-4">
          <ActionButton action={operate} fields={{ do: 'retry-all' }}>
            Try all {number(failed)} again
          </ActionButton>
        </div>
      ) : null}
      <Items none="None waits, and none was given up." hasMore={episodes.hasMore}>
        {episodes.listed.map((episode) => (
          <Item
            key={episode.id}
            title={episode.title}
            beside={episode.state === 'failed' ? 'given up' : episode.isPutOff ? 'put off' : 'waits'}
            actions={
              episode.state === 'failed' || episode.isPutOff ? (
                <ActionButton action={operate} fields={{ do: 'retry', episode: episode.id }}>
                  Try again
                </ActionButton>
              ) : null
            }
          >
            <bdi>{episode.show}</bdi>
            {episode.attempts > 0 ? `, tried ${counted(episode.attempts, 'time')}` : ''}
            {episode.nextAttemptAt ? `, next ${moment(episode.nextAttemptAt)}` : ''}
            {episode.lastError ? <span className="block">{episode.lastError}</span> : null}
          </Item>
        ))}
      </Items>
    </Section>
  );
}

function Claims({ claims }: { claims: Desk['claims'] }) {
  return (
    <Section id="claims" title="Claims of shows that wait for their proof" className="mt-12">
      <Items none="None waits.">
        {claims.map((claim) => (
          <Item
            key={`${claim.showId} ${claim.accountId}`}
            title={claim.showName}
            beside={`by ${claim.method}`}
          >
            {claim.email}, asked {moment(claim.createdAt)}, until {moment(claim.expiresAt)}
          </Item>
        ))}
      </Items>
    </Section>
  );
}

function Rights({ shows }: { shows: Desk['rights'] }) {
  return (
    <Section id="rights" title="Who may embed" className="mt-12">
      <Items none="There is no show yet.">
        {shows.map((show) => (
          <Item
            key={show.slug}
            title={show.name}
            beside={show.embedEnabled ? 'embeds on' : 'embeds off'}
            actions={
              <ActionButton
                action={operate}
                fields={{ do: 'embeds', show: show.slug, on: show.embedEnabled ? 'off' : 'on' }}
              >
                Turn {show.embedEnabled ? 'off' : 'on'}
              </ActionButton>
            }
          >
            Moments {show.mediaEnabled ? 'may be played' : 'are not played'}, quotes up to {show.quoteChars}{' '}
            characters{show.hidden ? ', hidden' : ''}
          </Item>
        ))}
      </Items>
    </Section>
  );
}
