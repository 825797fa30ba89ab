import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { NO_DISCUSSION } from '#server/api/attribution.ts';
import { mostCharacters } from '#server/api/limits.ts';
import { MOST_COUNTED } from '#server/features/pages/schema.ts';
import { api, orRefusal } from '../../_server/reader.ts';
import { Fold } from '../../_ui/form/fold.tsx';
import Link from '../../_ui/frame/link.tsx';
import { Cards } from '../../_ui/record/card.tsx';
import { SaveSearch } from '../../_ui/search/save-search.tsx';
import { SearchBox } from '../../_ui/search/search-box.tsx';
import { optionOf } from '../../_ui/search/suggested.ts';
import { TakeAlong } from '../../_ui/take/take-along.tsx';
import { counted, number } from '../../_ui/text/format.ts';
import { Filters, typedFilters } from './filters.tsx';
import {
  address,
  askedOf,
  filterNames,
  filters,
  isDated,
  type Query,
  type SearchInput,
  wider,
} from './query.ts';

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** How many pages are linked above the results. */
const MOST_WAYS = 3;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const query = filters(await searchParams);
  const about = query.q ?? query.ticker;
  return {
    title: about ? `Search: ${about}` : 'Search',
    description:
      'Search every attributed idea by words, ticker, show, theme, speaker, side, air date and depth of argument.',
    robots: { index: false, follow: true },
    alternates: { canonical: address({ ...query, cursor: undefined }) },
  };
}

export default async function Search({ searchParams }: Props) {
  const sent = await searchParams;
  const query = filters(sent);
  // A form sends its empty fields too; the address to share holds only the others.
  if (Object.keys(sent).length > Object.keys(query).length) redirect(address(query));
  const { pages } = await api();
  const [answer, choices] = await Promise.all([
    orRefusal(pages.search(query as SearchInput)),
    pages.searchChoices(),
  ]);
  const set = filterNames.filter((name) => query[name] !== undefined).length;
  const refused = 'message' in answer ? answer : null;
  const isShownThere = refused !== null && typedFilters.some((name) => name === refused.field);
  return (
    <>
      <h1 className="text-3xl">Search</h1>
      <form action="/search" className="mt-5 border-b border-rule pb-2 sm:pb-7">
        <SearchBox key={query.q ?? ''} q={query.q} seen />
        <Fold
          from="sm"
          title={set === 0 ? 'Filters' : `Filters, ${set} set`}
          open={isShownThere}
          className="mt-1 sm:mt-4"
        >
          <Filters query={query} choices={choices} refused={refused} />
        </Fold>
      </form>
      {'message' in answer ? (
        isShownThere ? null : (
          <p role="alert" className="note mt-8">
            {answer.message}
          </p>
        )
      ) : (
        <section aria-label="Results" className="mt-5 sm:mt-8">
          <p className="mb-3 text-sm text-soft">
            {answer.ideas.length > 0
              ? `${foundText(answer.total)}, ${query.order === 'newest' ? 'newest first' : 'most fully argued first, then newest'}. `
              : null}
            {query.cursor ? (
              <Link href={address({ ...query, cursor: undefined })}>Back to the first results</Link>
            ) : null}
          </p>
          <SaveSearch
            asked={askedOf(query)}
            dated={isDated(query)}
            path={address({ ...query, cursor: undefined })}
          />
          <Ways q={query.cursor ? undefined : query.q} found={answer.ideas.length > 0} />
          <Cards level="h2" ideas={answer.ideas} empty={<Nothing query={query} />} />
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
  return total === null ? `More than ${number(MOST_COUNTED)} ideas` : counted(total, 'idea');
}

/** Links to the pages of what the words name, and to what misspelt words may mean. */
async function Ways({ q, found }: { q: string | undefined; found: boolean }) {
  if (!q || q.length > mostCharacters.soughtName) return null;
  const { offered, meant } = await (await api()).pages.suggest({ q });
  const argued = offered.filter((one) => one.ideas > 0);
  // A ticker without ideas is linked only when nothing with ideas has the name.
  const ways = argued.length > 0 ? argued : offered.filter((one) => one.kind === 'ticker');
  const options = ways.slice(0, MOST_WAYS).map(optionOf);
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

function Nothing({ query }: { query: Query }) {
  const ways = wider(query);
  return (
    <>
      <p className="font-serif text-lg">{NO_DISCUSSION}</p>
      <p className="mt-2 text-soft">
        {ways.length > 0 ? `Try ${ways.join(' or ')}. ` : null}
        <Link href="/shows">See which shows are read.</Link>
      </p>
    </>
  );
}
