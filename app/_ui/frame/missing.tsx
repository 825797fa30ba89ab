import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { serverSide } from '../../_server/load.ts';
import NotFound from '../../not-found.tsx';

/** What a page that finds nothing is called. */
export const missing: Metadata = { title: 'Not found', robots: { index: false } };

/**
 * The not-found page in the place of a page, with status 404. Next's own `notFound` leaves its making to scripts: a
 * reader without them would see nothing. It remains where no front door is (plain `next start`).
 */
export async function Missing() {
  if (!(await serverSide()).answerMissing()) notFound();
  return <NotFound />;
}
