import type { Metadata } from 'next';
import { type Sent, single } from '../../../_server/query.ts';
import Link from '../../../_ui/frame/link.tsx';

export const metadata: Metadata = {
  title: 'Finish signing in',
  robots: { index: false },
  referrer: 'same-origin',
};

/** Opening this page does not use up the link: the button does. */
export default async function Confirm({ searchParams }: { searchParams: Sent<'email' | 'token' | 'next'> }) {
  const sent = await searchParams;
  const [email, token] = [single(sent.email), single(sent.token)];
  if (!email || !token) return <Incomplete />;
  return (
    <div className="mx-auto max-w-md">
      <h1 className="text-3xl">Finish signing in</h1>
      <p className="mt-3">
        You are signing in to Earmark as <strong className="font-semibold">{email}</strong>.
      </p>
      <form method="post" action="/sign-in/confirm/go" className="mt-6">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="next" value={single(sent.next) ?? '/'} />
        <button type="submit" className="btn">
          Sign in
        </button>
      </form>
      <p className="mt-6 text-sm text-soft">
        Did you not ask for this? Close the page: nothing has happened.
      </p>
    </div>
  );
}

function Incomplete() {
  return (
    <div className="mx-auto max-w-md">
      <h1 className="text-3xl">This link is incomplete</h1>
      <p className="mt-3">
        Copy the whole address from the mail, or <Link href="/sign-in">ask for a new link</Link>.
      </p>
    </div>
  );
}
