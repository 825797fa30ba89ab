import { randomUUID } from 'node:crypto';
import { cookies } from 'next/headers';
import type { SearchAsked } from '#server/features/ideas/search/rules.ts';
import type { Outcome } from '../_ui/outcome.ts';
import { serverSide } from './load.ts';

/**
 * What a reader without an account pressed. It is carried out once they have signed in, in the same browser. A
 * question is only put back into its field, because asking spends one.
 */
export type Wish =
  | { readonly show: string }
  /** Symbol or name, as typed. */
  | { readonly ticker: string }
  | { readonly save: string }
  | { readonly search: SearchAsked }
  | { readonly question: string };

const COOKIE = 'earmark-wish';
/** Where signing in leads to a wish. */
const WISH_PATH = '/sign-in/wish';
/** Longer than a sign-in link is good for. */
const KEPT_SECONDS = 3600;
const UNDONE_COOKIE = 'earmark-wish-undone';
/** As long as it takes to read a page and press a button. */
const UNDONE_SECONDS = 300;

/**
 * Stores a wish in this browser and returns its id, which goes with the sign-in link. Only a form of our own pages
 * leads here, so no other site can make one.
 */
async function keepWish(wish: Wish): Promise<string> {
  const id = randomUUID();
  await setCookie(COOKIE, packed(JSON.stringify({ ...wish, id })), '/', KEPT_SECONDS);
  return id;
}

/**
 * A text in base64url, for a cookie. Percent-encoding would push a question in other scripts past the 4 kB of a
 * cookie.
 */
export function packed(text: string): string {
  return Buffer.from(text).toString('base64url');
}

/** Stores a wish and returns the path of the sign-in page that leads to carrying it out, then to `path`. */
export async function signInWith(wish: Wish, path: string): Promise<string> {
  const after = `${WISH_PATH}?${new URLSearchParams({ of: await keepWish(wish), next: path })}`;
  return `/sign-in?next=${encodeURIComponent(after)}`;
}

/**
 * The wish of this id, which this browser then forgets. Null when this browser holds no such wish: a link opened in
 * another browser must not carry out what somebody else pressed there.
 */
export async function takeWish(id: string): Promise<Wish | null> {
  const wish = await keptWish(id);
  if (wish) (await cookies()).delete(COOKIE);
  return wish;
}

/** The wish that signing in with this `next` carries out; null where it leads elsewhere, and for another browser's wish. */
export async function wishAhead(next: string): Promise<Wish | null> {
  const { pathname, searchParams } = new URL(next, 'http://here.invalid');
  return pathname === WISH_PATH ? keptWish(searchParams.get('of') ?? '') : null;
}

async function keptWish(id: string): Promise<Wish | null> {
  return readWish(Buffer.from((await cookies()).get(COOKIE)?.value ?? '', 'base64url').toString(), id);
}

/** What signing in is for, as a sentence. It may still not be done: a symbol may be unknown, a plan full. */
export function promiseOf(wish: Wish): string {
  if ('ticker' in wish) return `Sign in to follow ${wish.ticker}.`;
  if ('show' in wish) return 'Sign in to follow the show.';
  if ('save' in wish) return 'Sign in to save the idea.';
  if ('search' in wish) return 'Sign in to save the search.';
  return 'Sign in to ask: your question stands in its field again.';
}

/** Lets the page at `path` say, for five minutes, why what was pressed before signing in was not done. */
export async function tellUndone(path: string, why: NonNullable<Outcome>): Promise<void> {
  const { pathname } = new URL(path, 'http://here.invalid');
  const told = packed(JSON.stringify({ ...why, at: withQuery(path) }));
  await setCookie(UNDONE_COOKIE, told, pathname, UNDONE_SECONDS);
}

function withQuery(path: string): string {
  const { pathname, search } = new URL(path, 'http://here.invalid');
  return pathname + search;
}

/** Why what was pressed on this page before signing in was not done; null when there is nothing to tell. */
export async function whyUndone(): Promise<Outcome> {
  const kept = Buffer.from((await cookies()).get(UNDONE_COOKIE)?.value ?? '', 'base64url').toString();
  try {
    const { message, help, upgrade, at } = JSON.parse(kept) as Record<string, unknown>;
    // The path of a cookie does not tell one search from another.
    const asked = (await serverSide()).pageAsked();
    if (asked !== null && withQuery(asked) !== at) return null;
    return {
      ok: false,
      message: String(message),
      // A cookie may be forged: it may lead to a help article and nowhere else.
      ...(typeof help === 'string' && help.startsWith('/help/') ? { help } : {}),
      ...(upgrade === true ? { upgrade } : {}),
    };
  } catch {
    return null;
  }
}

async function setCookie(name: string, value: string, path: string, maxAge: number): Promise<void> {
  const { env } = await (await serverSide()).services();
  const secure = env.webUrl.startsWith('https:');
  (await cookies()).set(name, value, { path, httpOnly: true, sameSite: 'lax', secure, maxAge });
}

/** A stored wish, if it carries this `id` (none when it comes from a form); null for any other text. */
export function readWish(text: string, id?: string): Wish | null {
  try {
    const { show, ticker, save, search, question, id: own } = JSON.parse(text) as Record<string, unknown>;
    if (own !== id) return null;
    if (typeof show === 'string') return { show };
    if (typeof ticker === 'string') return { ticker };
    if (typeof save === 'string') return { save };
    if (typeof question === 'string') return { question };
    // The procedure that takes it checks its content.
    return typeof search === 'object' && search !== null ? { search: search as SearchAsked } : null;
  } catch {
    return null;
  }
}
