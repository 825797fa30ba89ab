import type { Metadata } from 'next';
import { cache } from 'react';
import { decoded } from '../../../_server/query.ts';
import { api, orMissing } from '../../../_server/reader.ts';
import Link from '../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../_ui/frame/missing.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { Cards } from '../../../_ui/record/card.tsx';
import { counted, day } from '../../../_ui/text/format.ts';

type Props = { params: Promise<{ slug: string }> };

const load = cache(async (slug: string) => orMissing((await api()).pages.theme({ slug: decoded(slug) })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const theme = await load((await params).slug);
  if (!theme) return missing;
  return {
    title: theme.name,
    description: `Ideas that finance podcasts argued about ${theme.name}, each with its source.`,
    alternates: { canonical: `/themes/${theme.slug}` },
  };
}

export default async function ThemePage({ params }: Props) {
  const theme = await load((await params).slug);
  if (!theme) return <Missing />;
  const { ideas, nextCursor } = await (await api()).pages.search({ theme: theme.slug });
  return (
    <>
      <p className="text-sm text-soft">
        <Link href="/themes">Themes</Link>
      </p>
      <h1 className="mt-1 text-[clamp(1.9rem,4.5vw,2.75rem)]">{theme.name}</h1>
      <p className="figures mt-3 text-sm text-soft">
        {counted(theme.ideas, 'idea')}
        {theme.lastAt ? `, last aired ${day(theme.lastAt)}` : ''}
      </p>
      <Section id="ideas" title="Most fully argued" className="mt-8 max-w-4xl">
        <div className="mt-3">
          <Cards ideas={ideas} empty={<p>No idea touches this theme yet.</p>} />
        </div>
        {nextCursor ? (
          <Link className="btn btn-plain mt-2" href={`/search?theme=${encodeURIComponent(theme.slug)}`}>
            All ideas on {theme.name}
          </Link>
        ) : null}
      </Section>
    </>
  );
}
