import type { Metadata } from 'next';
import type { PageCaller } from '#server/edges/pages.ts';
import { MAX_NAME } from '#server/features/searches/rules.ts';
import { api, signedIn } from '../../../_server/reader.ts';
import { ActionButton } from '../../../_ui/form/action-button.tsx';
import { Landing } from '../../../_ui/form/landing.tsx';
import { RenameForm } from '../../../_ui/form/rename-form.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { day } from '../../../_ui/text/format.ts';
import { removeSearch, renameSearch, setSearchAlerts } from './actions.ts';

export const metadata: Metadata = { title: 'Saved searches', robots: { index: false } };

type Search = Awaited<ReturnType<PageCaller['searches']['list']>>['searches'][number];

export default async function Searches() {
  await signedIn();
  const caller = await api();
  const [{ searches, most }, areSent] = await Promise.all([
    caller.searches.list(),
    caller.alerts.tellsNewIdeas(),
  ]);
  return (
    <div className="max-w-3xl">
      <h1 className="text-3xl">
        Saved searches, {searches.length} of {most}
      </h1>
      <p className="mt-3 max-w-prose text-soft">
        What a search finds anew comes by the channels that are on under{' '}
        <Link href="/settings/alerts">Alerts</Link>, beside what you follow. A speaker whom you follow is a
        search, too.
      </p>
      {areSent ? null : (
        <p className="note mt-4 max-w-prose">
          Nothing is sent yet: no mail, feed or webhook tells you of new ideas.{' '}
          <Link href="/settings/alerts">Switch one on</Link>
        </p>
      )}
      <Landing
        of={searches.map(({ id }) => id).join()}
        label="Your searches"
        said="Removed."
        className="mt-8"
      >
        {searches.length > 0 ? (
          <ul>
            {searches.map((search) => (
              <Item key={search.id} search={search} areSent={areSent} />
            ))}
          </ul>
        ) : (
          <p className="border-t border-rule py-6">
            None yet. <Link href="/search">Search</Link> for something, then press “Save this search”.
          </p>
        )}
      </Landing>
    </div>
  );
}

function Item({ search, areSent }: { search: Search; areSent: boolean }) {
  const { id, name, path, alerts, createdAt } = search;
  const on = areSent ? 'Alerts on' : 'Alerts on, but none is sent yet';
  return (
    <li className="border-t border-rule py-5">
      <h2 className="text-xl">
        <Link href={path} className="quiet break-words">
          {name}
        </Link>
      </h2>
      <p className="mt-1 text-sm text-soft">
        {alerts ? on : 'Alerts off'}, saved {day(createdAt)}
      </p>
      <div className="actions mt-3">
        <ActionButton action={setSearchAlerts} fields={{ id, alerts: alerts ? 'no' : 'yes' }}>
          {alerts ? 'Stop its alerts' : 'Alert me'}
          <span className="sr-only">: {name}</span>
        </ActionButton>
        <RenameForm
          action={renameSearch}
          id={id}
          name={name}
          label="Its name"
          maxLength={MAX_NAME}
          className="mt-3"
          fold={{
            title: (
              <>
                Rename<span className="sr-only"> {name}</span>
              </>
            ),
            titleClass: 'btn btn-plain btn-small list-none',
          }}
        />
        <ActionButton action={removeSearch} fields={{ id }}>
          Remove<span className="sr-only"> {name}</span>
        </ActionButton>
      </div>
    </li>
  );
}
