import type { Metadata } from 'next';
import { api, signedIn } from '../../../_server/reader.ts';
import { ConfirmedAction } from '../../../_ui/form/action-button.tsx';
import { ActionForm } from '../../../_ui/form/action-form.tsx';
import { TextField } from '../../../_ui/form/fields.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { counted, day } from '../../../_ui/text/format.ts';
import { eraseHistory } from '../../ask/actions.ts';
import { eraseAccount, signOutEverywhere } from './actions.ts';

export const metadata: Metadata = { title: 'Account', robots: { index: false } };

export default async function Account() {
  await signedIn();
  const account = await (await api()).settings.overview();
  return (
    <div className="max-w-2xl">
      <h1 className="text-3xl">Account</h1>
      <p className="mt-3 text-soft">
        {account.email}, account since {day(account.createdAt)}.
      </p>

      <Section id="history" title="Questions you asked" className="mt-10">
        <p className="my-3">
          {account.conversations === 0
            ? 'No conversation is kept.'
            : `${counted(account.conversations, 'conversation')} kept, from pages and from agents alike.`}
        </p>
        <ConfirmedAction
          action={eraseHistory}
          title="Erase all questions and answers"
          yes="Yes, erase them all"
        >
          Erase every question and answer, those of agents too? They cannot be brought back.
        </ConfirmedAction>
      </Section>

      <Section id="export" title="Take your data along" className="mt-10">
        <p className="my-3">
          One JSON file with your keys (never their text), connected applications and the requests of both,
          follows, saves, saved searches, reads, conversations and alerts, the shows that you claimed and the
          mistakes that you reported.
        </p>
        <a href="/settings/privacy/export" download className="btn btn-plain">
          Download my data
        </a>
      </Section>

      <Section id="sessions" title="Where you are signed in" className="mt-10">
        <p className="my-3">
          {counted(account.sessions, 'session')}, this one included. Connector keys and connected applications
          stay: end them under <Link href="/settings/connectors">Connectors</Link>.
        </p>
        <form action={signOutEverywhere}>
          <button type="submit" className="btn btn-plain">
            Sign out everywhere
          </button>
        </form>
      </Section>

      <Section id="erase" title="Erase the account" className="mt-10">
        <p className="my-3">
          Removes the account with its keys, connected applications and the requests of both, follows, saves,
          saved searches, reads, conversations and alerts, at once and for good. Keys, feed and webhooks stop
          working, your claims on shows end, and mistakes that you reported stay without your address.
        </p>
        <ActionForm action={eraseAccount}>
          <label className="label" htmlFor="confirmEmail">
            Type {account.email} to confirm
          </label>
          <TextField
            id="confirmEmail"
            name="confirmEmail"
            type="email"
            required
            autoComplete="off"
            className="field max-w-md"
          />
          <button type="submit" className="btn btn-plain mt-3">
            Erase my account
          </button>
        </ActionForm>
      </Section>
    </div>
  );
}
