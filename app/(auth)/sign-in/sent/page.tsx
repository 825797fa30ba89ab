import type { Metadata } from 'next';
import { serverSide } from '../../../_server/load.ts';
import { Arrival } from '../../../_ui/form/arrival.tsx';
import Link from '../../../_ui/frame/link.tsx';

export const metadata: Metadata = { title: 'Check your mail', robots: { index: false } };

export default async function Sent() {
  const { localOutbox, LINK_MINUTES } = await serverSide();
  const local = (await localOutbox()) !== null;
  return (
    <div className="mx-auto max-w-md">
      <Arrival>Check your mail</Arrival>
      <p className="mt-3">
        If the address is right, a link is on its way. It works once and for {LINK_MINUTES} minutes.
      </p>
      {local ? (
        <p className="note mt-5">
          No mail server is configured here, so the mail waits in the <Link href="/outbox">local outbox</Link>
          .
        </p>
      ) : (
        <p className="mt-3 text-soft">
          Nothing after a few minutes? Look in the spam folder, or{' '}
          <Link href="/sign-in">ask for another link</Link>.
        </p>
      )}
    </div>
  );
}
