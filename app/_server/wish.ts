import { cookies } from 'next/headers';
import type { SearchAsked } from '#server/features/ideas/search/rules.ts';
import { serverSide } from './load.ts';

/** What a reader without an account pressed: carried out once they are signed in, in the same browser. */
export type Wish =
  | { readonly show: string }
  | { readonly ticker: string }
  | { readonly save: string }
  | { readonly search: SearchAsked };

const COOKIE = 'earmark-wish';
/** Longer than a sign-in link works. */
const KEPT_SECONDS = 3600;

/** Keeps a wish in this browser. Only a form of our own pages leads here, so no other site can make one. */
export async function keepWish(wish: Wish): Promise<void> {
  const { env } = await (await serverSide()).services();
  (await cookies()).set(COOKIE, JSON.stringify(wish), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: env.webUrl.startsWith('https:'),
    maxAge: KEPT_SECONDS,
  });
}

/** The wish of this browser, which is forgotten with it; null when there is none, or none that can be read. */
export async function takeWish(): Promise<Wish | null> {
  const jar = await cookies();
  const kept = jar.get(COOKIE)?.value;
  if (kept === undefined) return null;
  jar.delete(COOKIE);
  return readWish(kept);
}

/** A wish as it was kept; null for any other text. */
export function readWish(text: string): Wish | null {
  try {
    const { show, ticker, save, search } = JSON.parse(text) as Record<string, unknown>;
    if (typeof show === 'string') return { show };
    if (typeof ticker === 'string') return { ticker };
    if (typeof save === 'string') return { save };
    // What it holds is checked by the procedure that takes it.
    return typeof search === 'object' && search !== null ? { search: search as SearchAsked } : null;
  } catch {
    return null;
  }
}
