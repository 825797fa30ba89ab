import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { serverSide } from '../../_server/load.ts';
import NotFound from '../../not-found.tsx';

/** Metadata of a page that finds nothing. */
export const missing: Metadata = { title: 'Not found', robots: { index: false } };

/**
 * The not-found page, with status 404, in place of a page. Next's `notFound` renders it by script, so a reader
 * without scripts would see nothing; it is used only without a front door (plain `next start`).
 */
export async function Missing() {
  if (!(await serverSide()).answerMissing()) notFound();
  return <NotFound />;
}
