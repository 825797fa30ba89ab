import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { scopes } from '#server/api/scopes.ts';
import type { ShownKey } from '#server/features/keys/connector/router.ts';
import { serverSide } from '../../../_server/load.ts';
import { api, signedIn } from '../../../_server/reader.ts';
import { ConfirmedAction } from '../../../_ui/form/action-button.tsx';
import { Landing } from '../../../_ui/form/landing.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { counted, day, moment } from '../../../_ui/text/format.ts';
import { revokeKey } from './actions.ts';
import { Connections } from './connections.tsx';
import { EndedList } from './ended.tsx';
import { NewKeyForm, ReplaceKeyForm } from './key-forms.tsx';
import { isLive } from './key-state.ts';
import { REPLACE_FORM } from './replace-form.ts';

export const metadata: Metadata = { title: 'Connectors', robots: { index: false } };

const stateWords: Readonly<Record<ShownKey['state'], string>> = {
  active: 'Active',
  retiring: 'Replaced, good until its end',
  retired: 'Replaced',
  revoked: 'Revoked',
  expired: 'Expired',
};

export default async function Connectors() {
  await signedIn();
  const keys = await (await api()).settings.keys();
  const { env } = await (await serverSide()).services();
  const live = keys.filter((key) => isLive(key.state));
  const ended = keys.filter((key) => !isLive(key.state));
  return (
    <>
      <h1 className="text-3xl">Connectors</h1>
      <p className="mt-3 max-w-prose text-soft">
        An application acts for your account in one of two ways, within the scopes you give it and the limits
        of your plan: it asks you on a page of ours and is connected, or you paste a key into it. A key ends a
        year after it was made, or after ninety days without a call. It cannot make other keys.
      </p>

      <Connections webUrl={env.webUrl} />

      <Section id="new" title="New key" className="mt-10">
        <NewKeyForm
          id={randomUUID()}
          webUrl={env.webUrl}
          scopes={[...scopes]}
          offersTest={env.EARMARK_ENV === 'live'}
        />
      </Section>

      <Section id="keys" title={live.length > 0 ? counted(live.length, 'key') : 'Keys'} className="mt-12">
        <ReplaceKeyForm webUrl={env.webUrl} />
        <Landing
          of={live.map((key) => key.id).join()}
          label="Your keys"
          said="Revoked. Calls with this key are refused from now on."
        >
          {live.length === 0 ? (
            <p className="mt-4">
              No key yet. Make one above, then try the <Link href="/docs/mcp">MCP guide</Link> or the{' '}
              <Link href="/docs/api">API reference</Link>.
            </p>
          ) : (
            <ul>
              {live.map((key) => (
                <LiveKey key={key.id} shown={key} />
              ))}
            </ul>
          )}
        </Landing>
      </Section>

      <EndedList title="Keys that have ended" items={ended} className="mt-10">
        {(key) => (
          <>
            <KeyLine shown={key} />
            <p className="mt-2 text-sm">
              <Link href={`/settings/connectors/${key.id}`}>
                Requests<span className="sr-only">: {key.name ?? key.keyPrefix}</span>
              </Link>
            </p>
          </>
        )}
      </EndedList>
    </>
  );
}

/** A key in use with its buttons. */
function LiveKey({ shown }: { shown: ShownKey }) {
  return (
    <li className="border-b border-rule py-5">
      <KeyLine shown={shown} />
      <div className="actions mt-3">
        <Link href={`/settings/connectors/${shown.id}`} className="btn btn-plain btn-small">
          Requests, name and addresses
          <span className="sr-only">: {shown.name ?? shown.keyPrefix}</span>
        </Link>
        {shown.state === 'active' ? (
          <button
            type="submit"
            form={REPLACE_FORM}
            name="id"
            value={shown.id}
            className="btn btn-plain btn-small"
          >
            Replace, with 24 hours of overlap
            <span className="sr-only">: {shown.name ?? shown.keyPrefix}</span>
          </button>
        ) : null}
        <ConfirmedAction
          action={revokeKey}
          fields={{ id: shown.id }}
          title="Revoke"
          yes="Yes, revoke this key"
        >
          Revoke {shown.name ?? shown.keyPrefix}? Whatever uses it is refused at once, and it cannot be
          brought back.
        </ConfirmedAction>
      </div>
    </li>
  );
}

function KeyLine({ shown }: { shown: ShownKey }) {
  return (
    <>
      <h3 className="text-lg">{shown.name ?? 'Unnamed key'}</h3>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm">
        <span className="code">{shown.keyPrefix}…</span>
        <span>{stateWords[shown.state]}</span>
        {shown.isTest ? <span>Test key: sees the samples alone</span> : null}
      </p>
      <dl className="figures mt-2 grid gap-x-8 gap-y-1 text-sm sm:grid-cols-4">
        <Fact name="Made" value={day(shown.createdAt)} />
        <Fact name="Last used" value={shown.lastUsedAt ? moment(shown.lastUsedAt) : 'never'} />
        <Fact name="In 30 days" value={counted(shown.calls, 'request')} />
        {isLive(shown.state) ? (
          <Fact name="Ends" value={`in ${counted(shown.daysLeft, 'day')}, ${day(shown.endsAt)}`} />
        ) : null}
      </dl>
      <p className="mt-2 text-sm text-soft">{shown.scopes.join(', ')}</p>
      {shown.addresses.length > 0 ? (
        <p className="mt-1 text-sm text-soft">Taken from {shown.addresses.join(', ')} alone</p>
      ) : null}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-soft">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
