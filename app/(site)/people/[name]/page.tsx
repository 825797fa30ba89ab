import type { Metadata } from 'next';
import { cache } from 'react';
import { decoded } from '../../../_server/query.ts';
import { api, orMissing, sampleShows } from '../../../_server/reader.ts';
import Link from '../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../_ui/frame/missing.tsx';
import { personPath } from '../../../_ui/frame/page-of.ts';
import { Removal } from '../../../_ui/frame/removal.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { Cards } from '../../../_ui/record/card.tsx';
import { FollowPerson } from '../../../_ui/search/save-search.tsx';
import { feedLinks, TakeAlong } from '../../../_ui/take/take-along.tsx';
import { counted, day } from '../../../_ui/text/format.ts';
import { countedOnce } from '../../../_ui/text/held-text.ts';

type Props = { params: Promise<{ name: string }> };

const load = cache(async (name: string) => orMissing((await api()).pages.person({ name: decoded(name) })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const person = await load((await params).name);
  if (!person) return missing;
  const samples = await sampleShows();
  return {
    title: person.name,
    description: `What ${person.name} argued on finance podcasts, with show, episode, air date and second.`,
    alternates: {
      canonical: personPath(person.name),
      types: feedLinks(personPath(person.name), person.name),
    },
    ...(person.shows.every((show) => samples.has(show.id)) ? { robots: { index: false } } : {}),
  };
}

export default async function PersonPage({ params }: Props) {
  const person = await load((await params).name);
  if (!person) return <Missing />;
  const { name, shows, subjects } = person;
  const total = shows.reduce((sum, show) => sum + show.ideas, 0);
  const ideas = subjects.flatMap((subject) => subject.ideas);
  return (
    <div className="max-w-3xl">
      <p className="text-sm text-soft">Speaker</p>
      <h1 className="mt-1 text-[clamp(1.9rem,4.5vw,2.75rem)]">{name}</h1>
      <p className="figures mt-3 text-sm text-soft">
        {counted(total, 'idea')} on {counted(shows.length, 'show')}
      </p>
      <div className="mt-4">
        <FollowPerson name={name} path={personPath(name)} />
      </div>
      <Where shows={shows} />
      {subjects.map((subject, index) => (
        <Section
          key={subject.key}
          id={`subject-${index}`}
          title={`On ${subject.name}${subject.ideas.length > 1 ? ', newest first' : ''}`}
          className="mt-10"
        >
          <div className="mt-3">
            <Cards ideas={subject.ideas} empty={null} />
          </div>
        </Section>
      ))}
      {total > ideas.length ? (
        <Link
          className="btn btn-plain mt-6"
          href={`/search?${new URLSearchParams({ person: name, order: 'newest' })}`}
        >
          All {counted(total, 'idea')} of {name}
        </Link>
      ) : null}
      <TakeAlong path={personPath(name)} />
      <p className="mt-4 text-sm text-soft">
        A description of what was said, never a score. The record knows a name as its episodes give it: two
        people of one name stand on one page. {countedOnce}
      </p>
      <YourName name={name} ideaId={ideas[0]?.id ?? null} />
    </div>
  );
}

type Person = NonNullable<Awaited<ReturnType<typeof load>>>;

/** The shows on which somebody spoke: as what, how often, and when last. */
function Where({ shows }: Pick<Person, 'shows'>) {
  return (
    <Section id="shows" title="Where" className="mt-8">
      <ul className="mt-2">
        {shows.map((show) => (
          <li key={show.id} className="border-b border-rule py-2.5">
            <Link href={`/shows/${show.slug}`} className="quiet font-serif text-lg">
              {show.name}
            </Link>
            <p className="text-sm text-soft">
              {[
                show.role === 'unclear' ? null : show.role,
                show.title,
                counted(show.ideas, 'idea'),
                `last ${day(show.lastAt)}`,
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What somebody of the name may ask for; `ideaId` is one of their ideas. */
function YourName({ name, ideaId }: { name: string; ideaId: string | null }) {
  return (
    <Section id="yours" title="Is this your name?" className="mt-10 text-[0.9375rem]">
      {ideaId ? (
        <p className="mt-3">
          Does it stand beside words of somebody else?{' '}
          <Link href={`/ideas/${ideaId}#correction`}>Report it on the page of the idea</Link>.
        </p>
      ) : null}
      <p className="mt-2">
        <Removal of={name} />
      </p>
    </Section>
  );
}
