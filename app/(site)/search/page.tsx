import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { Choice } from '#server/features/pages/schema.ts';
import { serverSide } from '../../_server/load.ts';
import { api } from '../../_server/reader.ts';
import { Cards } from '../../_ui/card.tsx';
import { depthWords } from '../../_ui/format.ts';
import Link from '../../_ui/link.tsx';

type Query = Partial<Record<(typeof names)[number], string | undefined>>;
type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const names = ['q', 'ticker', 'show', 'theme', 'minDepth', 'from', 'to', 'cursor'] as const;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const query = filters(await searchParams);
  const about = query.q ?? query.ticker;
  return {
    title: about ? `Search: ${about}` : 'Search',
    description:
      'Search every attributed idea by words, ticker, show, theme, air date and depth of argument.',
    robots: { index: false, follow: true },
    alternates: { canonical: address({ ...query, cursor: undefined }) },
  };
}

export default async function Search({ searchParams }: Props) {
  const sent = await searchParams;
  const query = filters(sent);
  // A form sends its empty fields too: the address to share carries the others only.
  if (Object.keys(sent).length > Object.keys(query).length) redirect(address(query));
  const [answer, choices] = await Promise.all([run(query), (await api()).pages.searchChoices()]);
  return (
    <>
      <h1 className="text-3xl">Search</h1>
      <form action="/search" className="mt-5 grid gap-4 border-b border-rule pb-7 sm:grid-cols-6">
        <Field name="q" label="Words" type="search" value={query.q} maxLength={200} span="sm:col-span-4" />
        <Field name="ticker" label="Ticker" value={query.ticker} maxLength={16} span="sm:col-span-2" />
        <Choose name="show" label="Show" any="Any show" value={query.show} choices={choices.shows} />
        <Choose name="theme" label="Theme" any="Any theme" value={query.theme} choices={choices.themes} />
        <Field name="from" label="Aired on or after" type="date" value={query.from} span="sm:col-span-2" />
        <Field name="to" label="Aired on or before" type="date" value={query.to} span="sm:col-span-2" />
        <div className="sm:col-span-2">
          <label className="label" htmlFor="minDepth">
            Depth at least
          </label>
          <select id="minDepth" name="minDepth" defaultValue={query.minDepth ?? '1'} className="field">
            <option value="1">Any depth</option>
            {[2, 3, 4, 5].map((depth) => (
              <option key={depth} value={depth}>
                {depth}, {depthWords[depth]}
              </option>
            ))}
          </select>
        </div>
        <div className="flex flex-wrap items-center gap-x-5 sm:col-span-6">
          <button type="submit" className="btn">
            Search
          </button>
          <Link href="/search" className="py-2">
            Clear
          </Link>
        </div>
      </form>
      {'message' in answer ? (
        <p role="alert" className="note mt-8">
          {answer.message}
        </p>
      ) : (
        <section aria-label="Results" className="mt-8">
          <p className="mb-3 text-sm text-soft">
            Most fully argued first, then newest.{' '}
            {query.cursor ? (
              <Link href={address({ ...query, cursor: undefined })}>Back to the first results</Link>
            ) : null}
          </p>
          <Cards level="h2" ideas={answer.ideas} empty={<Nothing />} />
          {answer.nextCursor ? (
            <Link className="btn btn-plain mt-4" href={address({ ...query, cursor: answer.nextCursor })}>
              More results
            </Link>
          ) : null}
        </section>
      )}
    </>
  );
}

/** A choice of one; what an address carries and the list lacks (an id, say) stays chosen. */
function Choose(props: {
  name: string;
  label: string;
  any: string;
  value: string | undefined;
  choices: readonly Choice[];
}) {
  const { name, label, any, value, choices } = props;
  const isListed = value === undefined || choices.some((choice) => choice.slug === value);
  return (
    <div className="sm:col-span-3">
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <select id={name} name={name} defaultValue={value ?? ''} className="field">
        <option value="">{any}</option>
        {isListed ? null : <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.slug} value={choice.slug}>
            {choice.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function Nothing() {
  return (
    <>
      <p className="font-serif text-lg">
        No attributed discussion found in the Earmark corpus for this query.
      </p>
      <p className="mt-2 text-soft">
        Try fewer words, a wider window of dates, or a ticker alone.{' '}
        <Link href="/shows">See which shows are read.</Link>
      </p>
    </>
  );
}

async function run(query: Query) {
  try {
    return await (await api()).pages.search(query);
  } catch (error) {
    const refusal = await (await serverSide()).pageRefusal(error);
    if (!refusal) throw error;
    return { message: refusal.body.message };
  }
}

function filters(sent: Awaited<Props['searchParams']>): Query {
  const given = names.flatMap((name) => {
    const value = sent[name];
    const isSet = typeof value === 'string' && value.trim() !== '' && !(name === 'minDepth' && value === '1');
    return isSet ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}

/** The page of these filters. */
function address(query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return given.length === 0 ? '/search' : `/search?${new URLSearchParams(given)}`;
}

function Field(props: {
  name: string;
  label: string;
  value: string | undefined;
  span: string;
  type?: string;
  maxLength?: number;
}) {
  const { name, label, value, span, type = 'text', maxLength } = props;
  return (
    <div className={span}>
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <input id={name} name={name} type={type} defaultValue={value} maxLength={maxLength} className="field" />
    </div>
  );
}
