import type { Metadata } from 'next';
import { api, orNotFound, signedIn } from '../../../../_server/reader.ts';
import Link from '../../../../_ui/frame/link.tsx';
import { ClaimShow } from './claim.tsx';
import { ManageShow } from './manage.tsx';

export const metadata: Metadata = { title: 'A show of yours', robots: { index: false } };

type Props = { params: Promise<{ slug: string }> };

export default async function OwnersShow({ params }: Props) {
  const slug = decodeURIComponent((await params).slug);
  await signedIn();
  const show = await orNotFound((await api()).owners.show({ slug }));
  return (
    <div className="max-w-2xl">
      <p className="text-sm">
        <Link href="/settings/shows">Your shows</Link>
      </p>
      <h1 className="mt-1 text-3xl">
        <bdi>{show.name}</bdi>
      </h1>
      {show.state === 'owner' ? <ManageShow show={show} /> : <ClaimShow show={show} />}
    </div>
  );
}
