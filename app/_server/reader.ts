import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import type { PageCaller, Viewer } from '#server/edges/pages.ts';
import { sessionAccountId } from '../(auth)/session.ts';
import { serverSide } from './load.ts';

/** Who looks at this page, looked up once per request; null without a session. */
export const viewer = cache(async (): Promise<Viewer> => {
  const accountId = await sessionAccountId();
  return accountId ? (await serverSide()).findViewer(accountId) : null;
});

/** Calls procedures as the reader of this page, within the time of a read. */
export const api = cache(async (): Promise<PageCaller> => {
  const { pageCaller } = await serverSide();
  return pageCaller(await viewer(), await readerAddress());
});

/** The ids of the fictional sample shows. */
export const sampleShows = cache(
  async (): Promise<ReadonlySet<string>> => new Set(await (await api()).pages.sampleShows()),
);

/** Whether a show is a sample. Nobody said what it says, so search engines must not index it as said. */
export async function isFictional(showId: string): Promise<boolean> {
  return (await sampleShows()).has(showId);
}

/** The reader's network address as the front door saw it. */
export async function readerAddress(): Promise<string> {
  return (await serverSide()).readerAddress();
}

/** The signed-in account holder. Without one, redirects to the sign-in page, which leads back here. */
export async function signedIn(): Promise<NonNullable<Viewer>> {
  const found = await viewer();
  if (found) return found;
  const asked = (await serverSide()).pageAsked();
  redirect(asked === null ? '/sign-in' : `/sign-in?next=${encodeURIComponent(asked)}`);
}

/** The answer of a call; null when it is refused with 400, 404 or 422. Other errors are thrown, for the error page. */
export async function orMissing<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    const refusal = await (await serverSide()).pageRefusal(error);
    if (refusal?.status === 404 || refusal?.status === 400 || refusal?.status === 422) return null;
    throw error;
  }
}

/** Why a call was refused, and the field to put right where one is. */
export type Refused = { readonly message: string; readonly field?: string | undefined };

/** The answer of a call, or the words of its refusal. Errors that are no refusal are thrown, for the error page. */
export async function orRefusal<Answer>(answer: Promise<Answer>): Promise<Answer | Refused> {
  try {
    return await answer;
  } catch (error) {
    const refusal = await (await serverSide()).pageRefusal(error);
    if (!refusal) throw error;
    return refusal.body as Refused;
  }
}

/** Like `orMissing`, for an image, which has no page to show instead: answers Next's 404 in place of null. */
export async function orNotFound<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return (await orMissing(answer)) ?? notFound();
}
