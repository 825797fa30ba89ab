import type { Metadata } from 'next';
import { cache } from 'react';
import { decoded, type Sent, single } from '../../../_server/query.ts';
import { api, orMissing } from '../../../_server/reader.ts';
import Link from '../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../_ui/frame/missing.tsx';
import { AllIdeas } from '../../../_ui/sides/all-ideas.tsx';
import { orderOf, TwoSides } from '../../../_ui/sides/two-sides.tsx';
import { feedLinks, TakeAlong } from '../../../_ui/take/take-along.tsx';
import { counted, day } from '../../../_ui/text/format.ts';

type Props = { params: Promise<{ slug: string }>; searchParams: Sent<'order'> };

const load = cache(async (slug: string) => orMissing((await api()).pages.theme({ slug: decoded(slug) })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const theme = await load((await params).slug);
  if (!theme) return missing;
  return {
    title: theme.name,
    description: `Ideas that finance podcasts argued about ${theme.inSentence}, each with its source.`,
    alternates: {
      canonical: `/themes/${theme.slug}`,
      types: feedLinks(`/themes/${encodeURIComponent(theme.slug)}`, theme.name),
    },
    ...(theme.fictional ? { robots: { index: false } } : {}),
  };
}

export default async function ThemePage({ params, searchParams }: Props) {
  const theme = await load((await params).slug);
  if (!theme) return <Missing />;
  const order = orderOf(single((await searchParams).order));
  const sides = await (await api()).pages.sides({ on: { theme: theme.slug }, order });
  const shown = Object.values(sides).flat().length;
  const path = `/themes/${encodeURIComponent(theme.slug)}`;
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
      <section id="ideas" aria-label={`Ideas on ${theme.inSentence}`} className="mt-8">
        <TwoSides
          sides={sides}
          order={order}
          week={null}
          path={path}
          empty="No idea touches this theme yet."
        />
        <AllIdeas
          shown={shown}
          total={theme.ideas}
          on={theme.inSentence}
          query={new URLSearchParams({ theme: theme.slug })}
        />
      </section>
      <TakeAlong path={path} />
    </>
  );
}
