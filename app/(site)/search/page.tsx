import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { NO_DISCUSSION } from '#server/api/attribution.ts';
import type { Choice } from '#server/features/pages/schema.ts';
import { serverSide } from '../../_server/load.ts';
import { api } from '../../_server/reader.ts';
import { Fold } from '../../_ui/form/fold.tsx';
import Link from '../../_ui/frame/link.tsx';
import { Cards } from '../../_ui/record/card.tsx';
import { SearchBox } from '../../_ui/search/search-box.tsx';
import { optionOf } from '../../_ui/search/suggested.ts';
import { TakeAlong } from '../../_ui/take/take-along.tsx';
import { counted, depthWords, number } from '../../_ui/text/format.ts';

type Query = Partial<Record<(typeof names)[number], string | undefined>>;
type Choices = { readonly shows: readonly Choice[]; readonly themes: readonly Choice[] };
type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Pages that are named above the results. */
const MOST_WAYS = 3;

const filterNames = ['ticker', 'show', 'theme', 'minDepth', 'from', 'to'] as const;
const names = ['q', ...filterNames, 'cursor'] as const;

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
  const set = filterNames.filter((name) => query[name] !== undefined).length;
  return (
    <>
      <h1 className="text-3xl">Search</h1>
      <form action="/search" className="mt-5 border-b border-rule pb-2 sm:pb-7">
        <SearchBox key={query.q ?? ''} q={query.q} seen />
        <Fold from="sm" title={set === 0 ? 'Filters' : `Filters, ${set} set`} className="mt-1 sm:mt-4">
          <Filters query={query} choices={choices} />
        </Fold>
      </form>
      {'message' in answer ? (
        <p role="alert" className="note mt-8">
          {answer.message}
        </p>
      ) : (
        <section aria-label="Results" className="mt-5 sm:mt-8">
          <p className="mb-3 text-sm text-soft">
            {answer.ideas.length > 0
              ? `${foundText(answer.total)}, most fully argued first, then newest. `
              : null}
            {query.cursor ? (
              <Link href={address({ ...query, cursor: undefined })}>Back to the first results</Link>
            ) : null}
          </p>
          <Ways q={query.cursor ? undefined : query.q} found={answer.ideas.length > 0} />
          <Cards level="h2" ideas={answer.ideas} empty={<Nothing />} />
          {answer.nextCursor ? (
            <Link className="btn btn-plain mt-4" href={address({ ...query, cursor: answer.nextCursor })}>
              More results
            </Link>
          ) : null}
          {answer.ideas.length > 0 ? (
            <TakeAlong
              path="/search"
              query={address({ ...query, cursor: undefined }).slice('/search'.length)}
            />
          ) : null}
        </section>
      )}
    </>
  );
}

function foundText(total: number | null): string {
  return total === null ? `More than ${number(1000)} ideas` : counted(total, 'idea');
}

/** Everything a search may be narrowed by, and the ways to apply it or to start anew. */
function Filters({ query, choices }: { query: Query; choices: Choices }) {
  return (
    <div className="grid gap-x-4 gap-y-4 pb-5 sm:grid-cols-6 sm:pb-0">
      <Field name="ticker" label="Ticker" value={query.ticker} maxLength={16} />
      <Choose name="show" label="Show" any="Any show" value={query.show} choices={choices.shows} />
      <Choose name="theme" label="Theme" any="Any theme" value={query.theme} choices={choices.themes} />
      <Field name="from" label="Aired on or after" type="date" value={query.from} />
      <Field name="to" label="Aired on or before" type="date" value={query.to} />
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
        <button type="submit" className="btn sm:hidden">
          Search with these
        </button>
        <Link href="/search" className="py-2">
          Clear all
        </Link>
      </div>
    </div>
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
    <div className="min-w-0 sm:col-span-2">
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

/** Pages of what the words name, and what misspelt ones may mean. */
async function Ways({ q, found }: { q: string | undefined; found: boolean }) {
  if (!q || q.length > 100) return null;
  const { offered, meant } = await (await api()).pages.suggest({ q });
  const options = offered
    .filter((one) => one.ideas > 0 || one.kind === 'ticker')
    .slice(0, MOST_WAYS)
    .map(optionOf);
  return (
    <>
      {meant && !found ? (
        <p className="mb-4">
          Did you mean <Link href={optionOf(meant).href}>{meant.name}</Link>?
        </p>
      ) : null}
      {options.length > 0 ? (
        <ul className="mb-4 flex flex-wrap gap-x-6 gap-y-1 text-[0.9375rem]" aria-label="Pages">
          {options.map((option) => (
            <li key={option.href}>
              <Link href={option.href} className="target">
                {option.name}
              </Link>{' '}
              <span className="text-sm text-soft">{option.note}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Nothing() {
  return (
    <>
      <p className="font-serif text-lg">{NO_DISCUSSION}</p>
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
  type?: string;
  maxLength?: number;
}) {
  const { name, label, value, type = 'text', maxLength } = props;
  return (
    <div className="sm:col-span-2">
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <input id={name} name={name} type={type} defaultValue={value} maxLength={maxLength} className="field" />
    </div>
  );
}
