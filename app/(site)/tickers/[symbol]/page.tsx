import type { Metadata } from 'next';
import { permanentRedirect } from 'next/navigation';
import { cache, type ReactNode } from 'react';
import { tickerPath } from '#server/api/links.ts';
import { sideInWords } from '#server/features/ideas/telling.ts';
import { stanceChangeInWords } from '#server/features/theses/timeline/speakers.ts';
import { decoded, type Sent, single } from '../../../_server/query.ts';
import { api, orMissing } from '../../../_server/reader.ts';
import { widgetLinks } from '../../../_server/widget-links.ts';
import Link from '../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../_ui/frame/missing.tsx';
import { companyPath } from '../../../_ui/frame/page-of.ts';
import { Section } from '../../../_ui/frame/section.tsx';
import { Lock } from '../../../_ui/record/lock.tsx';
import { FollowTicker } from '../../../_ui/record/marks.tsx';
import { StanceChart } from '../../../_ui/record/stance-chart.tsx';
import { ThesisAnswer } from '../../../_ui/record/thesis-trail.tsx';
import { AllIdeas } from '../../../_ui/sides/all-ideas.tsx';
import { AllOfWeek } from '../../../_ui/sides/all-of-week.tsx';
import { SinceLastVisit } from '../../../_ui/sides/since-last-visit.tsx';
import { airedOf } from '../../../_ui/sides/since-text.ts';
import { orderOf, TwoSides } from '../../../_ui/sides/two-sides.tsx';
import { feedLinks, TakeAlong } from '../../../_ui/take/take-along.tsx';
import { counted, day, span } from '../../../_ui/text/format.ts';
import { Unbroken } from '../../../_ui/text/unbroken.tsx';

type Props = { params: Promise<{ symbol: string }>; searchParams: Sent<'order' | 'week'> };

/** How many theses stand open, and how many statements each of them shows. */
const MOST_THESES = 5;
const MOST_STATEMENTS = 3;

const NO_IDEA = 'No show in the corpus has argued an idea on it yet.';

const load = cache(async (symbol: string) => orMissing((await api()).pages.ticker({ symbol })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const ticker = await load(decoded((await params).symbol));
  if (!ticker) return missing;
  const name = ticker.name ? `${ticker.name} (${ticker.symbol})` : ticker.symbol;
  return {
    title: `${name}: what podcasts said`,
    description: `What named finance podcasts argued about ${name}, with show, episode, air date and second.`,
    alternates: {
      canonical: tickerPath(ticker.symbol),
      types: {
        ...(await widgetLinks('ticker', ticker.symbol)),
        ...feedLinks(tickerPath(ticker.symbol), ticker.symbol),
      },
    },
    ...(ticker.fictional ? { robots: { index: false } } : {}),
  };
}

export default async function TickerPage({ params, searchParams }: Props) {
  const asked = decoded((await params).symbol);
  const ticker = await load(asked);
  if (!ticker) return <Missing ticker={asked} />;
  const path = tickerPath(ticker.symbol);
  if (asked !== ticker.symbol) permanentRedirect(path);
  if (ticker.ideaCount === 0)
    return (
      <>
        <Head ticker={ticker} />
        <p className="mt-6">
          <Link href={`/search?${new URLSearchParams({ q: ticker.name ?? ticker.symbol })}`}>
            Search for {ticker.name ?? ticker.symbol}
          </Link>
        </p>
      </>
    );
  const caller = await api();
  const sent = await searchParams;
  const order = orderOf(single(sent.order));
  const week = single(sent.week) || null;
  const on = { symbol: ticker.symbol };
  const [sides, timeline, history] = await Promise.all([
    orMissing(caller.pages.sides({ on, order, ...(week ? { week } : {}) })),
    orMissing(caller.theses.getTickerStanceTimeline({ ticker: ticker.symbol })),
    orMissing(caller.theses.getThesisHistory({ ticker: ticker.symbol })),
  ]);
  if (!sides || !timeline || !history) return <Missing />;
  const { aired, wholeFrom } = airedOf(sides, ticker.ideaCount);
  // Only the newest ideas of all weeks show what is new.
  const tellsNews = order === 'newest' && !week;
  return (
    <>
      <Head ticker={ticker}>
        {tellsNews ? <SinceLastVisit page={path} aired={aired} wholeFrom={wholeFrom} /> : null}
      </Head>

      <Section id="timeline" title="How it was argued, week by week" className="mt-10">
        <StanceChart on={ticker.symbol} timeline={timeline} until={ticker.readAt} path={path} />
        <Changes timeline={timeline} />
      </Section>

      <section id="ideas" aria-label={`Ideas on ${ticker.symbol}`} className="mt-12">
        <TwoSides sides={sides} order={order} week={week} path={path} empty={NO_IDEA} />
        {week ? (
          <AllOfWeek
            title={`All ideas on ${ticker.symbol}`}
            query={{ ticker: ticker.symbol }}
            week={week}
            sides={sides}
          />
        ) : null}
        {week ? null : (
          <AllIdeas
            shown={aired.length}
            total={ticker.ideaCount}
            on={ticker.symbol}
            query={new URLSearchParams({ ticker: ticker.symbol })}
          />
        )}
      </section>
      <Section id="theses" title="Theses over time" className="mt-12 max-w-3xl">
        <ThesisAnswer history={history} most={MOST_STATEMENTS} first={MOST_THESES} />
      </Section>
      <TakeAlong path={path} />
    </>
  );
}

type Ticker = NonNullable<Awaited<ReturnType<typeof load>>>;

/** What the ticker is and how much was argued on it, with the button to follow it. */
function Head({ ticker, children }: { ticker: Ticker; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div>
        <p className="symbol text-accent">{ticker.symbol}</p>
        <h1 className="mt-1 text-[clamp(1.9rem,4.5vw,2.75rem)]">
          <Unbroken text={ticker.name ?? ticker.symbol} />
        </h1>
        <p className="figures mt-3 text-sm text-soft">
          {ticker.firstAt && ticker.lastAt
            ? `${counted(ticker.ideaCount, 'idea')} from ${counted(ticker.showCount, 'show')}, aired ${span(ticker.firstAt, ticker.lastAt)}`
            : NO_IDEA}
        </p>
        {ticker.otherClasses.length > 0 ? (
          <p className="figures mt-1 text-sm text-soft">
            Other classes of the same company’s shares:{' '}
            {ticker.otherClasses.map(({ symbol, ideas }, index) => (
              <span key={symbol}>
                {index > 0 ? ', ' : ''}
                <Link href={tickerPath(symbol)}>{symbol}</Link> ({counted(ideas, 'idea')})
              </span>
            ))}
          </p>
        ) : null}
        {ticker.beforeListing ? (
          <p className="figures mt-1 text-sm text-soft">
            Before its listing:{' '}
            <Link href={companyPath(ticker.beforeListing.slug)}>
              {counted(ticker.beforeListing.ideas, 'idea')} on the company
            </Link>
          </p>
        ) : null}
        {children}
      </div>
      <FollowTicker symbol={ticker.symbol} path={tickerPath(ticker.symbol)} />
    </header>
  );
}

type Timeline = Awaited<ReturnType<Awaited<ReturnType<typeof api>>['theses']['getTickerStanceTimeline']>>;

function Changes({ timeline }: { timeline: Timeline }) {
  return (
    <div className="mt-6">
      <h3 className="font-sans text-[0.8125rem]">When the side on a show changed</h3>
      {timeline.stanceChanges.length === 0 && !timeline.stanceChangesLock ? (
        <p className="mt-2 text-soft">No change of side is told in this window.</p>
      ) : null}
      <ul>
        {timeline.stanceChanges.map((change) => (
          <li key={change.toStatement.ideaId} className="border-b border-rule py-3">
            <p className="text-sm text-soft">
              {day(change.atDate)}, {stanceChangeInWords(change, sideInWords)}
            </p>
            <p className="font-serif">
              <Link href={`/ideas/${change.toStatement.ideaId}`} className="quiet">
                {change.toStatement.quote}
              </Link>
            </p>
            <p className="text-sm text-soft">
              Before, on {day(change.fromStatement.date)}:{' '}
              <Link href={`/ideas/${change.fromStatement.ideaId}`}>{change.fromStatement.quote}</Link>
            </p>
          </li>
        ))}
      </ul>
      <Lock lock={timeline.stanceChangesLock} />
    </div>
  );
}
