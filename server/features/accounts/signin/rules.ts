import { createHash } from 'node:crypto';

/** A sign-in link works once, within this many minutes. */
export const LINK_MINUTES = 30;

/** Days a session lasts after signing in. */
export const SESSION_DAYS = 30;

/** The hash under which a sign-in token is stored, as the sign-in library computes it. */
export function hashSignInToken(token: string, secret: string): string {
  return createHash('sha256').update(`${token}${secret}`).digest('hex');
}

/** The hash under which a session token is stored: nobody can sign in with what the table holds. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The path of this site to go on to after signing in; `/` for an address that leads elsewhere. */
export function safePath(asked: string | null | undefined): string {
  // A browser reads a backslash as a slash and drops control characters.
  if (!asked?.startsWith('/') || [...asked].some((letter) => letter === '\\' || letter < ' ')) return '/';
  const here = 'http://here.invalid';
  if (!URL.canParse(asked, here)) return '/';
  const url = new URL(asked, here);
  // `/.//elsewhere` is normalised to `//elsewhere`, the address of another site.
  if (url.origin !== here || url.pathname.startsWith('//')) return '/';
  return `${url.pathname}${url.search}`;
}

/** The page that a requested address names, as a path of this site with its query. */
export function askedPath(address: string): string {
  const path = safePath(address);
  if (!path.includes('_rsc=')) return path;
  // Next adds `_rsc` to the address when a script fetches the page.
  const [page, query] = path.split('?', 2);
  const own = query!.split('&').filter((part) => !part.startsWith('_rsc='));
  return own.length === 0 ? page! : `${page}?${own.join('&')}`;
}

/** The address of the page whose button turns a sign-in token into a session. */
export function signInUrl(webUrl: string, link: { email: string; token: string; next: string }): string {
  const url = new URL('/sign-in/confirm', `${webUrl}/`);
  url.searchParams.set('email', link.email);
  url.searchParams.set('token', link.token);
  if (link.next !== '/') url.searchParams.set('next', link.next);
  return url.toString();
}

export type SignInMail = { readonly subject: string; readonly text: string };

/** The mail with a sign-in link. The link opens a page with a button, so that mail scanners that follow links do not use it up. */
export function signInMail(webUrl: string, link: { email: string; token: string; next: string }): SignInMail {
  return {
    subject: 'Your sign-in link for Earmark',
    text: [
      'Open this link and press the button on the page to sign in to Earmark:',
      '',
      signInUrl(webUrl, link),
      '',
      `The link works once and for ${LINK_MINUTES} minutes. If you did not ask for it, ignore this mail: nobody can sign in without it.`,
    ].join('\n'),
  };
}
