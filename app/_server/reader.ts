import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import type { PageCaller, Viewer } from '#server/edges/pages.ts';
import { sessionAccountId } from '../(auth)/session.ts';
import { serverSide } from './load.ts';

/** Who looks at this page; one look-up per request. */
export const viewer = cache(async (): Promise<Viewer> => {
  const accountId = await sessionAccountId();
  return accountId ? (await serverSide()).findViewer(accountId) : null;
});

/** Calls procedures as the reader of this page. */
export const api = cache(async (): Promise<PageCaller> => {
  const { pageCaller } = await serverSide();
  return pageCaller(await viewer(), await readerAddress());
});

/** The fictional sample shows, by id and by name. */
export const sampleShows = cache(
  async (): Promise<ReadonlySet<string>> => new Set(await (await api()).pages.sampleShows()),
);

/** Whether a show, by id or name, is one of the samples: nobody said what it says, and no search engine is to believe it. */
export async function isFictional(show: string): Promise<boolean> {
  return (await sampleShows()).has(show);
}

/** The reader's network address, as the front door saw it. */
export async function readerAddress(): Promise<string> {
  return (await serverSide()).readerAddress();
}

/** The signed-in account holder, or the sign-in page that leads back to the page that was asked for. */
export async function signedIn(): Promise<NonNullable<Viewer>> {
  const found = await viewer();
  if (found) return found;
  const asked = (await serverSide()).pageAsked();
  redirect(asked === null ? '/sign-in' : `/sign-in?next=${encodeURIComponent(asked)}`);
}

/** The answer of a call, or null for a 404 and a malformed address. Other errors go to the error page. */
export async function orMissing<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    const refusal = await (await serverSide()).pageRefusal(error);
    if (refusal?.status === 404 || refusal?.status === 400 || refusal?.status === 422) return null;
    throw error;
  }
}

/** The answer of a call for an image, which cannot show a page of its own instead: what `orMissing` makes null is Next's 404. */
export async function orNotFound<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return (await orMissing(answer)) ?? notFound();
}
