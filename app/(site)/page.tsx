import type { Metadata } from 'next';
import type { PageCaller } from '#server/edges/pages.ts';
import { api, sampleShows, viewer } from '../_server/reader.ts';
import { JsonLd } from '../_ui/frame/json-ld.tsx';
import Link from '../_ui/frame/link.tsx';
import { Section } from '../_ui/frame/section.tsx';
import { Cards } from '../_ui/record/card.tsx';
import { TickerCounts } from '../_ui/record/counts.tsx';
import { ThesisList } from '../_ui/record/thesis-list.tsx';
import { SearchBox } from '../_ui/search/search-box.tsx';
import { counted, day, moment, number } from '../_ui/text/format.ts';
import { countedOnce } from '../_ui/text/held-text.ts';

export const metadata: Metadata = { alternates: { canonical: '/' } };

export default async function Home() {
  const front = await (await api()).pages.front();
  const [reader, samples] = await Promise.all([viewer(), sampleShows()]);
  const samplesAlone = front.ideas.some((idea) => samples.has(idea.show.id));
  return (
    <>
      <Opening shows={front.counts.shows} />
      {reader ? null : <Purpose />}

      <div className="grid gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <Newest front={front} signedIn={reader !== null} fictional={samplesAlone} />

        <Aside front={front} samplesBeside={samples.size > 0 && !samplesAlone && front.counts.ideas > 0} />
      </div>
      {front.airedAt ? (
        <p className="mt-10 text-sm text-soft">
          Counts and lists are read from the corpus as this page is served; the newest idea aired on{' '}
          {day(front.airedAt)} (UTC).
        </p>
      ) : null}
      <JsonLd
        make={(webUrl) => ({
          '@type': 'WebSite',
          name: 'Earmark',
          url: webUrl,
          potentialAction: {
            '@type': 'SearchAction',
            target: `${webUrl}/search?q={search_term_string}`,
            'query-input': 'required name=search_term_string',
          },
        })}
      />
    </>
  );
}

type Front = Awaited<ReturnType<PageCaller['pages']['front']>>;

/** What Earmark is, and the search. */
function Opening({ shows }: { shows: number }) {
  return (
    <section className="pb-10">
      <h1 className="text-[clamp(2rem,5.2vw,3.25rem)] leading-[1.06]">
        What finance podcasts argue, <span className="sm:block">and the second they said it</span>
      </h1>
      <div className="mt-4 grid items-end gap-x-12 gap-y-6 md:grid-cols-[minmax(0,1fr)_minmax(16rem,22rem)]">
        <p className="max-w-[38rem] text-lg text-soft">
          Earmark reads the transcripts of {shows === 0 ? 'finance podcasts' : counted(shows, 'show')} and
          writes down the investment ideas it finds, each with the show, the episode, the air date and, where
          it is known, the second. A record, not advice.
        </p>
        <form action="/search">
          <SearchBox />
        </form>
      </div>
    </section>
  );
}

/** What the service is for, in three lines for a first visitor. */
function Purpose() {
  return (
    <Section id="purpose" title="What it is for" className="pb-10">
      <div className="mt-3 grid gap-x-12 gap-y-4 text-[0.9375rem] sm:grid-cols-3">
        <p>
          <strong className="font-semibold">Read.</strong> Follow shows and tickers, and get each day what was
          argued on them. <Link href="/sign-in?next=/digest">Open an account</Link>, free.
        </p>
        <p>
          <strong className="font-semibold">Ask.</strong> A question is answered from what named shows said,
          each sentence with its source. <Link href="/ask">Ask the record</Link>
        </p>
        <p>
          <strong className="font-semibold">Connect.</strong> Agents get the same record over{' '}
          <Link href="/docs/api">REST</Link> and <Link href="/docs/mcp">MCP</Link>, with keys that you create
          and revoke.
        </p>
      </div>
    </Section>
  );
}

/** The newest ideas, with a word on fictional ones. */
function Newest(props: { front: Front; signedIn: boolean; fictional: boolean }) {
  const { ideas, airedAt } = props.front;
  const { signedIn, fictional } = props;
  return (
    <section aria-labelledby="ideas">
      <div className="kicker flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="ideas" className="font-sans text-inherit">
          {airedAt ? `Newest ideas, up to ${moment(airedAt)}` : 'Ideas'}
        </h2>
        <Link href={signedIn ? '/digest' : '/search'} className="font-normal">
          {signedIn ? 'Your digest' : 'Search all'}
        </Link>
      </div>
      {fictional ? (
        <p className="mt-3 text-sm text-soft">
          Shows marked as fictional are samples that come with the service; nobody said what they say.
        </p>
      ) : null}
      <div className="mt-3">
        <Cards
          ideas={ideas}
          empty={
            <p>
              No episode has been read yet. An operator adds feeds with <code>earmark feeds add</code>, and
              ideas appear here as soon as transcripts are read.
            </p>
          }
        />
      </div>
    </section>
  );
}

/** The record in figures: a disagreement, counts, and the tickers and theses of late. */
function Aside({ front, samplesBeside }: { front: Front; samplesBeside: boolean }) {
  const { counts } = front;
  return (
    <aside className="grid content-start gap-10">
      {front.disagreement ? (
        <Section id="disagreement" title={`A disagreement of the month: ${front.disagreement.subject}`}>
          <div className="mt-3">
            <Cards ideas={[front.disagreement.bullish, front.disagreement.bearish]} narrow empty={null} />
          </div>
        </Section>
      ) : null}
      <Section id="corpus" title="The corpus">
        <dl className="figures mt-3 grid grid-cols-3 gap-3 lg:grid-cols-1">
          <Figure name="Shows read" value={counts.shows} href="/shows" />
          <Figure name="Episodes read" value={counts.episodes} />
          <Figure name="Ideas" value={counts.ideas} href="/search" />
        </dl>
        <p className="mt-3 text-sm text-soft">
          {countedOnce}
          {samplesBeside ? ' The fictional samples are counted, and not shown on this page.' : ''}
        </p>
      </Section>
      {front.tickers.length > 0 && front.countedFrom && front.airedAt ? (
        <Section id="talked" title={`Most argued, ${day(front.countedFrom)} to ${day(front.airedAt)}`}>
          <TickerCounts tickers={front.tickers} />
        </Section>
      ) : null}
      {front.theses.length > 0 ? (
        <Section id="theses" title="Theses spoken of last">
          <ThesisList theses={front.theses} />
        </Section>
      ) : null}
    </aside>
  );
}

function Figure({ name, value, href }: { name: string; value: number; href?: string }) {
  return (
    <div className="flex flex-col gap-x-3 lg:flex-row lg:items-baseline lg:justify-between">
      <dt className="text-sm text-soft">{href ? <Link href={href}>{name}</Link> : name}</dt>
      <dd className="font-serif text-xl font-semibold">{number(value)}</dd>
    </div>
  );
}
