import { createHash, randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { NextRequest } from 'next/server';
import type { NextAuthOptions } from 'next-auth';
import NextAuth, { getServerSession } from 'next-auth';
import EmailProvider from 'next-auth/providers/email';
import GitHubProvider from 'next-auth/providers/github';
import GoogleProvider from 'next-auth/providers/google';
import { DAY_SECONDS } from '#server/platform/clock.ts';
import type { Env } from '#server/platform/env.ts';
import { serverSide } from '../_server/load.ts';

/** The only file that uses the sign-in library. */

type OutsideProvider = { readonly id: 'github' | 'google'; readonly name: string };

type Client = { readonly clientId: string; readonly clientSecret: string };

const outside = {
  github: { name: 'GitHub', provider: (client: Client) => GitHubProvider(client) },
  google: { name: 'Google', provider: (client: Client) => GoogleProvider(client) },
} as const;

async function options(): Promise<NextAuthOptions> {
  const { services, signInAdapter, safePath, sendSignInLink, LINK_MINUTES, SESSION_DAYS } =
    await serverSide();
  const shared = await services();
  const { env } = shared;
  process.env.NEXTAUTH_URL = env.webUrl;
  return {
    adapter: signInAdapter(shared),
    secret: shared.secrets[0],
    // Never prolonged: a page cannot set the cookie anew, and a row that outlives its cookie helps only a thief.
    session: {
      strategy: 'database',
      maxAge: SESSION_DAYS * DAY_SECONDS,
      updateAge: Number.POSITIVE_INFINITY,
    },
    useSecureCookies: await isSecure(),
    pages: { signIn: '/sign-in', error: '/sign-in', verifyRequest: '/sign-in/sent' },
    providers: [
      EmailProvider({
        maxAge: LINK_MINUTES * 60,
        sendVerificationRequest: ({ identifier, token, url }) =>
          sendSignInLink(shared, {
            email: identifier,
            token,
            next: new URL(url).searchParams.get('callbackUrl') ?? '/',
          }),
      }),
      ...clientsOf(env).map(({ id, ...client }) => outside[id].provider(client)),
    ],
    callbacks: {
      redirect: ({ url, baseUrl }) => {
        const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url;
        return `${baseUrl}${safePath(path)}`;
      },
      session: ({ session, user }) => ({ ...session, user: { ...session.user, id: user.id } }),
    },
  };
}

/** The sign-in providers that the operator has configured. */
export async function outsideProviders(): Promise<OutsideProvider[]> {
  const { env } = await (await serverSide()).services();
  return clientsOf(env).map(({ id }) => ({ id, name: outside[id].name }));
}

function clientsOf(env: Env): (Client & { id: OutsideProvider['id'] })[] {
  const clients = [
    { id: 'github', clientId: env.GITHUB_CLIENT_ID, clientSecret: env.GITHUB_CLIENT_SECRET },
    { id: 'google', clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET },
  ] as const;
  return clients.flatMap(({ id, clientId, clientSecret }) =>
    clientId && clientSecret ? [{ id, clientId, clientSecret }] : [],
  );
}

/** The account id of the session cookie; null without a live session. */
export async function sessionAccountId(): Promise<string | null> {
  if (!(await sessionToken())) return null;
  const session = await getServerSession(await options());
  return (session?.user as { id?: string } | undefined)?.id ?? null;
}

/**
 * Answers the sign-in library's own addresses: a provider's callback and the two error pages. The others are 404:
 * they would send mail past our limits, and sign a reader in by a link of somebody else.
 */
export async function handleAuth(request: Request, context: Context): Promise<Response> {
  const [action, provider, ...rest] = (await context.params).nextauth;
  const leadsBack = action === 'callback' && (await outsideProviders()).some(({ id }) => id === provider);
  const isError = (action === 'error' || action === 'signin') && provider === undefined;
  if (request.method !== 'GET' || rest.length > 0 || !(leadsBack || isError)) {
    return new Response('There is nothing at this address.', { status: 404 });
  }
  return library(request, (await context.params).nextauth);
}

/**
 * Uses up a sign-in link and signs this browser in. A used or expired link redirects to the sign-in page, which keeps
 * `next`, a path that `safePath` has checked.
 */
export async function takeLink(link: { email: string; token: string; next: string }): Promise<Response> {
  const { env } = await (await serverSide()).services();
  const url = new URL('/api/auth/callback/email', env.webUrl);
  url.searchParams.set('callbackUrl', `${env.webUrl}${link.next}`);
  url.searchParams.set('token', link.token);
  url.searchParams.set('email', link.email);
  const answer = await library(new NextRequest(url), ['callback', 'email']);
  return goingOn(answer, link.next, env.webUrl);
}

/** Adds `next` to an answer of the library that redirects to the sign-in page with an error. */
function goingOn(answer: Response, next: string, webUrl: string): Response {
  const to = new URL(answer.headers.get('location') ?? '/', webUrl);
  if (to.pathname !== '/sign-in') return answer;
  to.searchParams.set('next', next);
  const headers = new Headers(answer.headers);
  headers.set('location', `${to.pathname}${to.search}`);
  return new Response(answer.body, { status: answer.status, headers });
}

type Context = { params: Promise<{ nextauth: string[] }> };

async function library(request: Request, nextauth: string[]): Promise<Response> {
  return NextAuth(request as never, { params: { nextauth } } as never, await options());
}

/** The text of the session cookie; null when there is none. */
export async function sessionToken(): Promise<string | null> {
  return (await cookies()).get(await sessionCookieName())?.value ?? null;
}

/** Removes the session cookie from this browser. */
export async function forgetSession(): Promise<void> {
  const secure = await isSecure();
  // Browsers ignore any change of a `__Secure-` cookie without this attribute, also its removal.
  (await cookies()).set(await sessionCookieName(), '', { path: '/', httpOnly: true, secure, maxAge: 0 });
}

async function sessionCookieName(): Promise<string> {
  return `${(await isSecure()) ? '__Secure-' : ''}next-auth.session-token`;
}

/** Whether the service is reached over TLS, so that its cookies are `Secure`. */
async function isSecure(): Promise<boolean> {
  return (await (await serverSide()).services()).env.webUrl.startsWith('https:');
}

/**
 * The address of a provider's sign-in page. The library requires the token of its own form against forged requests. A
 * server action is already checked for its origin, so a fresh token is made and used at once.
 */
export async function startOutsideSignIn(provider: string, next: string): Promise<string> {
  const known = (await outsideProviders()).some(({ id }) => id === provider);
  if (!known) return '/sign-in?error=Callback';
  const { services } = await serverSide();
  const { env, secrets } = await services();
  const secure = await isSecure();
  const csrfToken = randomBytes(32).toString('hex');
  const csrfHash = createHash('sha256').update(`${csrfToken}${secrets[0]}`).digest('hex');
  const jar = await cookies();
  jar.set(`${secure ? '__Host-' : ''}next-auth.csrf-token`, `${csrfToken}|${csrfHash}`, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
  });
  const request = new NextRequest(`${env.webUrl}/api/auth/signin/${provider}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ csrfToken, callbackUrl: `${env.webUrl}${next}` }),
  });
  const answer = await library(request, ['signin', provider]);
  for (const line of answer.headers.getSetCookie()) keepCookie(jar, line);
  return answer.headers.get('location') ?? '/sign-in?error=OAuthSignin';
}

function keepCookie(jar: Awaited<ReturnType<typeof cookies>>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  const given = new Map(
    attributes.map((part) => [part.split('=')[0]!.toLowerCase(), part.slice(part.indexOf('=') + 1)]),
  );
  jar.set(pair.slice(0, at), decodeURIComponent(pair.slice(at + 1)), {
    path: given.get('path') ?? '/',
    httpOnly: given.has('httponly'),
    secure: given.has('secure'),
    sameSite: 'lax',
    ...(given.has('max-age') ? { maxAge: Number(given.get('max-age')) } : {}),
  });
}
