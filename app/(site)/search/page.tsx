import type { Metadata } from 'next';
import Link from 'next/link';
import { serverSide } from '../../_server/load.ts';
import { api } from '../../_server/reader.ts';
import { Cards } from '../../_ui/card.tsx';
import { depthWords } from '../../_ui/format.ts';

type Query = Partial<
  Record<'q' | 'ticker' | 'show' | 'theme' | 'minDepth' | 'from' | 'to' | 'cursor', string>
>;
type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const names = ['q', 'ticker', 'show', 'theme', 'minDepth', 'from', 'to', 'cursor'] as const;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { q, ticker } = filters(await searchParams);
  const about = q ?? ticker;
  return { title: about ? `Search: ${about}` : 'Search', robots: { index: false, follow: true } };
}

export default async function Search({ searchParams }: Props) {
  const query = filters(await searchParams);
  const answer = await run(query);
  return (
    <>
      <h1 className="text-3xl">Search</h1>
      <form action="/search" className="mt-5 grid gap-4 border-b border-rule pb-7 sm:grid-cols-6">
        <Field name="q" label="Words" type="search" value={query.q} maxLength={200} span="sm:col-span-4" />
        <Field name="ticker" label="Ticker" value={query.ticker} maxLength={16} span="sm:col-span-2" />
        <Field
          name="show"
          label="Show, by its short name"
          value={query.show}
          maxLength={200}
          span="sm:col-span-3"
        />
        <Field
          name="theme"
          label="Theme, by its short name"
          value={query.theme}
          maxLength={100}
          span="sm:col-span-3"
        />
        <Field name="from" label="Aired on or after" type="date" value={query.from} span="sm:col-span-2" />
        <Field name="to" label="Aired on or before" type="date" value={query.to} span="sm:col-span-2" />
        <div className="sm:col-span-2">
          <label className="label" htmlFor="minDepth">
            Argued at least
          </label>
          <select id="minDepth" name="minDepth" defaultValue={query.minDepth ?? '1'} className="field">
            {[1, 2, 3, 4, 5].map((depth) => (
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
          <p className="mb-3 text-sm text-soft">Most fully argued first, then newest.</p>
          <Cards level="h2" ideas={answer.ideas} empty={<Nothing />} />
          {answer.nextCursor ? (
            <Link
              className="btn btn-plain mt-4"
              href={`/search?${address({ ...query, cursor: answer.nextCursor })}`}
            >
              More results
            </Link>
          ) : null}
        </section>
      )}
    </>
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
    const { minDepth, ...rest } = query;
    return await (await api()).pages.search({ ...rest, ...(minDepth ? { minDepth } : {}) });
  } catch (error) {
    const refusal = await (await serverSide()).pageRefusal(error);
    if (!refusal) throw error;
    return { message: refusal.body.message };
  }
}

function filters(sent: Awaited<Props['searchParams']>): Query {
  const given = names.flatMap((name) => {
    const value = sent[name];
    return typeof value === 'string' && value.trim() !== '' ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}

function address(query: Query): string {
  return new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined)).toString();
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
