import type { Metadata } from 'next';
import { cache } from 'react';
import { mostCharacters } from '#server/api/limits.ts';
import { MAX_RANGES } from '#server/features/keys/addresses/rules.ts';
import { type Sent, single } from '../../../../_server/query.ts';
import { api, orMissing, signedIn } from '../../../../_server/reader.ts';
import { ActionForm } from '../../../../_ui/form/action-form.tsx';
import { TextArea } from '../../../../_ui/form/fields.tsx';
import { RenameForm } from '../../../../_ui/form/rename-form.tsx';
import Link from '../../../../_ui/frame/link.tsx';
import { Missing, missing } from '../../../../_ui/frame/missing.tsx';
import { Section } from '../../../../_ui/frame/section.tsx';
import { limitKey, renameKey } from '../actions.ts';
import { isLive } from '../key-state.ts';
import { Requests } from './requests.tsx';

type Props = { params: Promise<{ id: string }>; searchParams: Sent<'status' | 'after'> };

/** The name and requests of a key or a connection of the reader; null when there is none. */
const load = cache(async (id: string, status: number | undefined, after: string | undefined) => {
  const { settings } = await api();
  const calls = await orMissing(
    settings.calls({ id, ...(status === undefined ? {} : { status }), ...(after ? { after } : {}) }),
  );
  if (!calls) return null;
  const [keys, grants] = await Promise.all([settings.keys(), settings.grants()]);
  const key = keys.find((one) => one.id === id);
  const name = key ? (key.name ?? 'Unnamed key') : grants.find((one) => one.id === id)?.clientName;
  return name === undefined ? null : { calls, key, name };
});

async function chosen({ params, searchParams }: Props) {
  const sent = await searchParams;
  const [status, after] = [single(sent.status), single(sent.after)];
  return { id: (await params).id, status: status === undefined ? undefined : Number(status), after };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { id, status, after } = await chosen(props);
  await signedIn();
  return (await load(id, status, after)) ? { title: 'Requests', robots: { index: false } } : missing;
}

/** One key or connection: its requests, and for a key its name and the addresses that it is limited to. */
export default async function Connector(props: Props) {
  const { id, status, after } = await chosen(props);
  await signedIn();
  const found = await load(id, status, after);
  if (!found) return <Missing />;
  const { calls, key, name } = found;
  return (
    <div className="max-w-4xl">
      <p className="text-sm">
        <Link href="/settings/connectors">All connectors</Link>
      </p>
      <h1 className="mt-2 break-words text-3xl">{name}</h1>
      {key ? <p className="code mt-1 text-sm text-soft">{key.keyPrefix}…</p> : null}
      <Requests path={`/settings/connectors/${id}`} calls={calls} status={status} />
      {key && isLive(key.state) ? (
        <KeySettings id={id} name={key.name ?? ''} addresses={key.addresses} />
      ) : null}
    </div>
  );
}

function KeySettings(props: { id: string; name: string; addresses: readonly string[] }) {
  const { id, name, addresses } = props;
  return (
    <Section id="key" title="Name and addresses" className="mt-12">
      <RenameForm
        action={renameKey}
        id={id}
        name={name}
        label="Name"
        maxLength={mostCharacters.keyName}
        className="mt-4 max-w-xl"
      />
      <ActionForm action={limitKey} className="mt-8 max-w-xl">
        <input type="hidden" name="id" value={id} />
        <label className="label" htmlFor="addresses">
          Taken from these addresses alone
        </label>
        <TextArea
          id="addresses"
          name="addresses"
          rows={Math.max(3, addresses.length + 1)}
          maxLength={mostCharacters.keyAddresses}
          spellCheck={false}
          placeholder={'203.0.113.0/24\n2001:db8::/48'}
          defaultValue={addresses.join('\n')}
          aria-describedby="addresses-meaning"
          className="field code"
        />
        <p id="addresses-meaning" className="mt-2 text-sm text-soft">
          One address or range (CIDR) a line, IPv4 or IPv6, at most {MAX_RANGES}; empty for anywhere. A
          request from elsewhere is refused with 401 like that of an unknown key, and is in the list above.
        </p>
        <button type="submit" className="btn mt-3">
          Save the addresses
        </button>
      </ActionForm>
    </Section>
  );
}
