import type { Metadata } from 'next';
import { mostCharacters } from '#server/api/limits.ts';
import { cut } from '#server/language/phrasing.ts';
import { type Sent, single } from '../../_server/query.ts';
import { api, orMissing } from '../../_server/reader.ts';
import { OneField } from '../../_ui/form/one-field.tsx';
import Link from '../../_ui/frame/link.tsx';
import { Missing } from '../../_ui/frame/missing.tsx';
import { day } from '../../_ui/text/format.ts';
import { countedForEach, heldText } from '../../_ui/text/held-text.ts';

export const metadata: Metadata = {
  title: 'Shows',
  description:
    'Every finance podcast whose feed Earmark reads, with what was found in the episodes read so far.',
  alternates: { canonical: '/shows' },
};

type Props = { searchParams: Sent<'q' | 'after'> };

export default async function Shows({ searchParams }: Props) {
  const sent = await searchParams;
  const q = cut(single(sent.q) ?? '', mostCharacters.soughtName);
  const after = (single(sent.after) ?? '').slice(0, 400);
  const found = await orMissing((await api()).pages.shows({ q, after }));
  if (!found) return <Missing />;
  const { shows, next } = found;
  return (
    <>
      <h1 className="text-3xl">Shows</h1>
      <p className="mt-3 max-w-prose text-soft">
        Every show whose feed is read, with what was found in the episodes read so far. {countedForEach}
      </p>
      <form action="/shows" className="mt-5 max-w-md">
        <OneField
          name="q"
          label="Show name"
          button="Find"
          field={{
            type: 'search',
            maxLength: mostCharacters.soughtName,
            defaultValue: q,
            placeholder: 'Show name',
          }}
        />
      </form>
      {shows.length === 0 ? (
        <p className="mt-8 border-t border-rule pt-6">{noShow(q, after)}</p>
      ) : (
        <ul className="mt-8 border-t-2 border-ink">
          {shows.map((show) => (
            <li
              key={show.id}
              className="grid gap-x-8 gap-y-1 border-b border-rule py-4 sm:grid-cols-[minmax(0,1fr)_12rem]"
            >
              <div className="min-w-0">
                <h2 className="text-xl">
                  <Link href={`/shows/${show.slug}`} className="quiet">
                    {show.name}
                  </Link>
                </h2>
                {show.description ? (
                  <p className="mt-1 line-clamp-2 max-w-prose text-[0.9375rem] text-soft">
                    {show.description}
                  </p>
                ) : null}
              </div>
              <p className="figures text-sm text-soft sm:text-right">
                {heldText(show)}
                {show.lastEpisodeAt ? (
                  <span className="block">last aired {day(show.lastEpisodeAt)}</span>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
      )}
      {next ? (
        <Link
          className="btn btn-plain mt-6"
          href={`/shows?${new URLSearchParams({ ...(q ? { q } : {}), after: next })}`}
        >
          More shows
        </Link>
      ) : null}
    </>
  );
}

function noShow(q: string, after: string): string {
  if (after) return 'No show comes after these.';
  return q ? 'No show has that in its name.' : 'No show has been added yet.';
}
