import type { Metadata } from 'next';
import { permanentRedirect } from 'next/navigation';
import { cache } from 'react';
import { tickerPath } from '#server/api/links.ts';
import { type CompanyPage, MOST_COUNTED } from '#server/features/pages/schema.ts';
import { capitalised } from '#server/language/phrasing.ts';
import { decoded, type Sent, single } from '../../../_server/query.ts';
import { api, orMissing } from '../../../_server/reader.ts';
import { JsonLd } from '../../../_ui/frame/json-ld.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../_ui/frame/missing.tsx';
import { companyPath } from '../../../_ui/frame/page-of.ts';
import { Section } from '../../../_ui/frame/section.tsx';
import { SpeakerCounts } from '../../../_ui/record/counts.tsx';
import { StanceChart } from '../../../_ui/record/stance-chart.tsx';
import { ThesisList } from '../../../_ui/record/thesis-list.tsx';
import { SaveSearch } from '../../../_ui/search/save-search.tsx';
import { LeftOut } from '../../../_ui/sides/all-ideas.tsx';
import { AllOfWeek } from '../../../_ui/sides/all-of-week.tsx';
import { orderOf, TwoSides } from '../../../_ui/sides/two-sides.tsx';
import { feedLinks, TakeAlong } from '../../../_ui/take/take-along.tsx';
import { counted, number, span } from '../../../_ui/text/format.ts';
import { Unbroken } from '../../../_ui/text/unbroken.tsx';

type Props = { params: Promise<{ slug: string }>; searchParams: Sent<'order' | 'week'> };

const NO_IDEA = 'No show in the corpus has argued an idea on it yet.';

const load = cache(async (slug: string) => orMissing((await api()).pages.company({ slug: decoded(slug) })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const company = await load((await params).slug);
  if (!company) return missing;
  const { name } = company;
  const path = companyPath(company.slug);
  return {
    title: `${name}: what podcasts said`,
    description: aboutText(name),
    alternates: { canonical: path, types: feedLinks(path, name) },
    ...(company.fictional ? { robots: { index: false } } : {}),
  };
}

export default async function Company({ params, searchParams }: Props) {
  const company = await load((await params).slug);
  if (!company) return <Missing />;
  if (company.ideaCount === 0) {
    if (company.symbol !== null) permanentRedirect(tickerPath(company.symbol));
    return (
      <>
        <Head company={company} />
        <p className="mt-6">
          <SearchFor name={company.name} />
        </p>
      </>
    );
  }
  const { slug, name } = company;
  const path = companyPath(slug);
  const caller = await api();
  const sent = await searchParams;
  const order = orderOf(single(sent.order));
  const week = single(sent.week) || null;
  const [sides, argued] = await Promise.all([
    orMissing(caller.pages.sides({ on: { company: slug }, order, ...(week ? { week } : {}) })),
    caller.pages.companyArgued({ slug }),
  ]);
  if (!sides) return <Missing />;
  const shown = Object.values(sides).flat().length;
  const { speakers, theses } = argued;
  return (
    <>
      <Head company={company} />
      <div className="mt-4">
        <SaveSearch asked={{ q: name }} dated={false} path={path} of={name} />
      </div>

      <Section id="timeline" title="How it was argued, week by week" className="mt-10">
        <StanceChart on={name} timeline={argued.timeline} until={argued.readAt} path={path} />
      </Section>

      <section id="ideas" aria-label={`Ideas on ${name}`} className="mt-12">
        <TwoSides sides={sides} order={order} week={week} path={path} empty={NO_IDEA} />
        {week ? (
          <AllOfWeek title={`Search for ${name}`} query={{ q: name }} week={week} sides={sides} />
        ) : null}
        {week || shown === company.ideaCount ? null : <LeftOut shown={shown} total={ideasText(company)} />}
        <p className="mt-4">
          <SearchFor name={name} /> to find ideas on other subjects that name it, too.
        </p>
      </section>

      {theses.length > 0 ? (
        <Section id="theses" title="Theses" className="mt-12 max-w-3xl">
          <ThesisList theses={theses} />
        </Section>
      ) : null}
      {speakers.length > 0 ? (
        <Section id="speakers" title="Who argues on it" className="mt-12 max-w-xl">
          <SpeakerCounts speakers={speakers} />
        </Section>
      ) : null}
      <TakeAlong path={path} />
      {company.fictional ? null : (
        <JsonLd
          make={(webUrl) => ({
            '@type': 'CollectionPage',
            name: `${name}: what podcasts said`,
            description: aboutText(name),
            url: webUrl + path,
            about: { '@type': 'Organization', name },
          })}
        />
      )}
    </>
  );
}

/** What the company is and how much was argued on it; of one that went public, where that goes on. */
function Head({ company }: { company: CompanyPage }) {
  const { name, symbol } = company;
  return (
    <header>
      <p className="text-sm text-soft">
        <Link href="/companies">Companies without a US ticker</Link>
      </p>
      <h1 className="mt-1 text-[clamp(1.9rem,4.5vw,2.75rem)]">
        <Unbroken text={name} />
      </h1>
      <p className="figures mt-3 text-sm text-soft">{heldText(company)}</p>
      {symbol === null ? null : (
        <p className="mt-1 text-sm text-soft">
          It is listed as <Link href={tickerPath(symbol)}>{symbol}</Link>, where what else was said of it
          stands.
        </p>
      )}
    </header>
  );
}

function SearchFor({ name }: { name: string }) {
  return <Link href={`/search?${new URLSearchParams({ q: name })}`}>Search for {name}</Link>;
}

function aboutText(name: string): string {
  return `What named finance podcasts argued about ${name}, with show, episode, air date and second.`;
}

/** `24 ideas from 9 shows, aired ...`; of more than are counted the shows of the newest. */
function heldText(company: CompanyPage): string {
  const { ideaCount, showCount, firstAt, lastAt } = company;
  if (!firstAt || !lastAt) return NO_IDEA;
  const newest = ideaCount === null ? ', the newest of them' : '';
  return `${capitalised(ideasText(company))}${newest} from ${counted(showCount, 'show')}, aired ${span(firstAt, lastAt)}`;
}

function ideasText({ ideaCount }: CompanyPage): string {
  return ideaCount === null ? `more than ${number(MOST_COUNTED)} ideas` : counted(ideaCount, 'idea');
}
