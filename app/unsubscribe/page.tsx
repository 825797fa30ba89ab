import type { Metadata } from 'next';
import { type Sent, single } from '../_server/query.ts';
import { api } from '../_server/reader.ts';
import Link from '../_ui/frame/link.tsx';

export const metadata: Metadata = {
  title: 'Unsubscribe',
  robots: { index: false },
  referrer: 'same-origin',
};

/** Opening this page changes nothing: the button unsubscribes, signed in or not. */
export default async function Unsubscribe({
  searchParams,
}: {
  searchParams: Sent<'account' | 'token' | 'done'>;
}) {
  const sent = await searchParams;
  const link = {
    account: single(sent.account)?.slice(0, 64) ?? '',
    token: single(sent.token)?.slice(0, 64) ?? '',
  };
  const { valid } = await (await api()).alerts.checkUnsubscribe(link);
  return (
    <div className="mx-auto max-w-md">
      {valid ? (
        <StopDigest query={new URLSearchParams(link).toString()} done={single(sent.done) === '1'} />
      ) : (
        <Unknown />
      )}
    </div>
  );
}

function StopDigest({ query, done }: { query: string; done: boolean }) {
  if (done) {
    return (
      <>
        <h1 className="text-3xl">No more digests</h1>
        <p role="status" className="mt-3">
          You are unsubscribed from the mail digest. Your feed and webhooks, if you have any, go on.
        </p>
        <p className="mt-3">
          You can switch it on again under <Link href="/settings/alerts">Alerts</Link>.
        </p>
      </>
    );
  }
  return (
    <>
      <h1 className="text-3xl">Stop the mail digest?</h1>
      <p className="mt-3">
        No more mails about what you follow. Your account, follows, feed and webhooks stay as they are.
      </p>
      <form method="post" action={`/unsubscribe/one-click?${query}`} className="mt-6">
        <button type="submit" className="btn">
          Unsubscribe
        </button>
      </form>
    </>
  );
}

function Unknown() {
  return (
    <>
      <h1 className="text-3xl">This link does not work</h1>
      <p className="mt-3">
        Copy the whole address from the newest mail, or sign in and change it under{' '}
        <Link href="/settings/alerts">Alerts</Link>.
      </p>
    </>
  );
}
