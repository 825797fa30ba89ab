import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { serverSide } from '../../_server/load.ts';
import { type Sent, single } from '../../_server/query.ts';
import { viewer } from '../../_server/reader.ts';
import { promiseOf, wishAhead } from '../../_server/wish.ts';
import Link from '../../_ui/frame/link.tsx';
import { outsideProviders } from '../session.ts';
import { signInOutside } from './actions.ts';
import { LinkForm } from './link-form.tsx';

export const metadata: Metadata = {
  title: 'Sign in',
  description: 'Sign in to Earmark by a link to your e-mail address, or open an account.',
  robots: { index: false },
  alternates: { canonical: '/sign-in' },
};

/** What went wrong, by the sign-in library's codes. */
const problems: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Verification: 'That sign-in link was used already or has run out. Ask for a new one below.',
    OAuthAccountNotLinked:
      'An account with that e-mail address exists already. Sign in by e-mail link with the same address.',
    AccessDenied: 'The provider did not let you in. Try again, or use an e-mail link.',
  }),
);

export default async function SignIn({
  searchParams,
}: {
  searchParams: Sent<'next' | 'callbackUrl' | 'error'>;
}) {
  const sent = await searchParams;
  const error = single(sent.error);
  const { safePath, services, localOutbox } = await serverSide();
  const { webUrl } = (await services()).env;
  // The sign-in library redirects here with an absolute address.
  const next = safePath(single(sent.next) ?? single(sent.callbackUrl)?.replace(webUrl, '') ?? '/digest');
  if (await viewer()) redirect(next);
  const wish = await wishAhead(next);
  const providers = await outsideProviders();
  const local = (await localOutbox()) !== null;
  return (
    <div className="mx-auto max-w-md">
      <h1 className="text-3xl">Sign in</h1>
      {wish ? <p className="mt-3 font-semibold">{promiseOf(wish)}</p> : null}
      <p className="mt-3 text-soft">
        We send a link to your address; there is no password. A new address opens a new account on the free
        plan.
      </p>
      {local ? (
        <p className="mt-3 text-soft">
          No mail server is configured here: the mail will wait in the{' '}
          <Link href="/outbox">local outbox</Link>.
        </p>
      ) : null}
      {error ? (
        <p role="alert" className="note mt-5">
          {problems.get(error) ?? 'Signing in did not work. Try again, or use an e-mail link.'}
        </p>
      ) : null}
      <LinkForm next={next} />
      {providers.length > 0 ? (
        <div className="mt-8 grid gap-3 border-t border-rule pt-6">
          {providers.map((provider) => (
            <form key={provider.id} action={signInOutside}>
              <input type="hidden" name="provider" value={provider.id} />
              <input type="hidden" name="next" value={next} />
              <button type="submit" className="btn btn-plain w-full">
                Sign in with {provider.name}
              </button>
            </form>
          ))}
        </div>
      ) : null}
    </div>
  );
}
