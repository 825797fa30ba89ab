import type { Metadata } from 'next';
import { type Sent, single } from '../../_server/query.ts';
import { api, orMissing, signedIn } from '../../_server/reader.ts';
import { ActionForm } from '../../_ui/form/action-form.tsx';
import Link from '../../_ui/frame/link.tsx';
import { confirmMail } from '../settings/shows/actions.ts';

export const metadata: Metadata = {
  title: 'Confirm a claim',
  robots: { index: false },
  referrer: 'same-origin',
};

/** Opening this page does not use up the link: the button does. */
export default async function ConfirmClaim({ searchParams }: { searchParams: Sent<'token'> }) {
  const given = single((await searchParams).token) ?? '';
  const reader = await signedIn();
  const claim = given === '' ? null : await orMissing((await api()).owners.mailedClaim({ token: given }));
  if (!claim) return <Unusable email={reader.email} />;
  return (
    <div className="mx-auto max-w-md">
      <h1 className="text-3xl">Confirm a claim</h1>
      <p className="mt-3">
        Once you confirm, <strong className="font-semibold">{reader.email}</strong> manages{' '}
        <strong className="font-semibold">
          <bdi>{claim.name}</bdi>
        </strong>
        : whether other sites may embed it, how long quotes may be, and whether moments may be played.
      </p>
      <ActionForm action={confirmMail} className="mt-6">
        <input type="hidden" name="token" value={given} />
        <button type="submit" className="btn">
          Confirm
        </button>
      </ActionForm>
      <p className="mt-6 text-sm text-soft">
        Did you not ask for this? Close the page: nothing has happened.
      </p>
    </div>
  );
}

function Unusable({ email }: { email: string }) {
  return (
    <div className="mx-auto max-w-md">
      <h1 className="text-3xl">This link cannot be used here</h1>
      <p className="mt-3">
        It was used already, has run out, was replaced by a later one, or was asked for by another account
        than {email}. Sign in as the account that asked, or{' '}
        <Link href="/settings/shows">claim the show again</Link>.
      </p>
    </div>
  );
}
