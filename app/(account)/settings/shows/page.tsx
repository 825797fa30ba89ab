import type { Metadata } from 'next';
import { mostCharacters } from '#server/api/limits.ts';
import { cut } from '#server/language/phrasing.ts';
import { type Sent, single } from '../../../_server/query.ts';
import { api, orMissing, signedIn } from '../../../_server/reader.ts';
import { OneField } from '../../../_ui/form/one-field.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Section } from '../../../_ui/frame/section.tsx';

export const metadata: Metadata = { title: 'Your shows', robots: { index: false } };

export default async function YourShows({ searchParams }: { searchParams: Sent<'find'> }) {
  await signedIn();
  const wanted = cut((single((await searchParams).find) ?? '').trim(), mostCharacters.soughtName);
  const caller = await api();
  const [mine, found] = await Promise.all([
    caller.owners.mine(),
    wanted === '' ? null : orMissing(caller.pages.shows({ q: wanted })),
  ]);
  return (
    <div className="max-w-2xl">
      <h1 className="text-3xl">Your shows</h1>
      <p className="mt-3 text-soft">
        Whoever makes a show decides what it allows here: whether other sites may embed it, how long quotes
        may be, and whether moments may be played.
      </p>
      <Section id="mine" title="Claimed" className="mt-10">
        {mine.length === 0 ? (
          <p className="mt-4">You have not claimed a show yet. Find yours below.</p>
        ) : (
          <ul>
            {mine.map((show) => (
              <li
                key={show.slug}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-rule py-3"
              >
                <ShowLink slug={show.slug} name={show.name} />
                <span className="text-sm text-soft">
                  {show.state === 'owner' ? 'You manage it' : 'Waiting for proof'}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section id="find-head" title="Claim a show" className="mt-10">
        <form action="/settings/shows" className="mt-4">
          <OneField
            name="find"
            label="Name of the show"
            seen
            button="Find"
            field={{ required: true, maxLength: mostCharacters.soughtName, defaultValue: wanted }}
          />
        </form>
        {wanted !== '' && !found?.shows.length ? (
          <p className="mt-4">No show of that name is recorded here.</p>
        ) : null}
        <ul className="mt-2">
          {found?.shows.slice(0, 20).map((show) => (
            <li key={show.slug} className="border-b border-rule py-3">
              <ShowLink slug={show.slug} name={show.name} />
              {show.author ? <span className="block text-sm text-soft">{show.author}</span> : null}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

function ShowLink({ slug, name }: { slug: string; name: string }) {
  return (
    <Link href={`/settings/shows/${encodeURIComponent(slug)}`} className="min-w-0">
      <bdi>{name}</bdi>
    </Link>
  );
}
