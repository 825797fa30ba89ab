import type { Metadata } from 'next';
import { cache } from 'react';
import { api, orNotFound } from '../../../_server/reader.ts';
import { Attribution } from '../../../_ui/attribution.tsx';
import { Tickers } from '../../../_ui/card.tsx';
import { Depth } from '../../../_ui/depth.tsx';

type Props = { params: Promise<{ id: string }> };

const load = cache(async (id: string) => orNotFound((await api()).pages.idea({ id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { card } = await load((await params).id);
  return { title: card.headline, description: card.thesis, alternates: { canonical: `/ideas/${card.id}` } };
}

export default async function IdeaPage({ params }: Props) {
  const idea = await load((await params).id);
  const { card } = idea;
  return (
    <article className="max-w-3xl">
      <Attribution card={card} />
      <h1 className="mt-4 text-[clamp(1.9rem,4.8vw,3rem)]">{card.headline}</h1>
      <p className="mt-5 font-serif text-xl leading-normal">{card.thesis}</p>
      <div className="mt-4 flex flex-wrap gap-4 text-sm text-soft">
        <Tickers symbols={card.tickers} />
        <Depth depth={card.discussionDepth} />
      </div>
    </article>
  );
}
