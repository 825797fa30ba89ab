import type { Metadata } from 'next';
import { cache } from 'react';
import type { OwnerPage } from '#server/features/owners/router.ts';
import { decoded } from '../../../../_server/query.ts';
import { api, orMissing, signedIn } from '../../../../_server/reader.ts';
import { Landing } from '../../../../_ui/form/landing.tsx';
import Link from '../../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../../_ui/frame/missing.tsx';
import { ClaimShow } from './claim.tsx';
import { ManageShow } from './manage.tsx';

type Props = { params: Promise<{ slug: string }> };

const load = cache(async (slug: string) => orMissing((await api()).owners.show({ slug: decoded(slug) })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug } = await params;
  await signedIn();
  return (await load(slug)) ? { title: 'A show of yours', robots: { index: false } } : missing;
}

export default async function OwnersShow({ params }: Props) {
  const { slug } = await params;
  await signedIn();
  const show = await load(slug);
  if (!show) return <Missing />;
  return (
    <div className="max-w-2xl">
      <p className="text-sm">
        <Link href="/settings/shows">Your shows</Link>
      </p>
      <h1 className="mt-1 text-3xl">
        <bdi>{show.name}</bdi>
      </h1>
      <Landing of={stepsOf(show)} label="This show and you" said="The token is there: you manage this show.">
        {show.state === 'owner' ? <ManageShow show={show} /> : <ClaimShow show={show} />}
      </Landing>
    </div>
  );
}

/** How far the reader's claim on a show has come, as the keys of a `Landing`. */
function stepsOf(show: OwnerPage): string {
  if (show.state === 'owner') return 'owner';
  return show.feed ? 'stranger,token' : 'stranger';
}
