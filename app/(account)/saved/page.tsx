import type { Metadata } from 'next';
import { type Sent, single } from '../../_server/query.ts';
import { signedIn } from '../../_server/reader.ts';
import { SavedList } from '../../_ui/record/saved-list.tsx';
import { TakeAlong } from '../../_ui/take/take-along.tsx';

export const metadata: Metadata = { title: 'Saved ideas', robots: { index: false } };

export default async function Saved({ searchParams }: { searchParams: Sent<'cursor'> }) {
  await signedIn();
  return (
    <>
      <h1 className="mb-6 text-3xl">Saved ideas</h1>
      <SavedList path="/saved" cursor={single((await searchParams).cursor)} />
      <TakeAlong path="/saved" files />
    </>
  );
}
