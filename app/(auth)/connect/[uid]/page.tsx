import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { UNNAMED_CLIENT } from '#server/features/grants/rules.ts';
import { serverSide } from '../../../_server/load.ts';
import { decoded } from '../../../_server/query.ts';
import { signedIn } from '../../../_server/reader.ts';
import Link from '../../../_ui/frame/link.tsx';
import { scopeWords } from '../../../_ui/text/scope-words.ts';

export const metadata: Metadata = {
  title: 'Connect an application',
  robots: { index: false },
  referrer: 'same-origin',
};

/** Asks the account holder what a client that connects by OAuth may do. */
export default async function Connect({ params }: { params: Promise<{ uid: string }> }) {
  const uid = decoded((await params).uid);
  const { services, consentRequest } = await serverSide();
  const cookie = (await headers()).get('cookie') ?? '';
  const asked = await consentRequest(await services(), cookie, uid);
  if (!asked) return <NotWaiting />;
  const reader = await signedIn();
  return (
    <div className="mx-auto max-w-lg">
      <h1 className="break-words text-3xl">
        Connect {asked.clientName === null ? 'an application without a name' : <bdi>{asked.clientName}</bdi>}?
      </h1>
      <dl className="mt-5 grid gap-3">
        <Fact name="Who asks">
          {asked.publishedBy ? (
            <>
              <bdi>{asked.clientName ?? UNNAMED_CLIENT}</bdi>, described by{' '}
              <strong>{asked.publishedBy}</strong>
            </>
          ) : asked.clientName === null ? (
            'An application that gave no name.'
          ) : (
            <>
              An application that calls itself <bdi>{asked.clientName}</bdi>. Nobody has checked that name.
            </>
          )}
        </Fact>
        <Fact name="Where you are sent afterwards">
          <strong>{asked.sentBackTo}</strong>
        </Fact>
        <Fact name="Your account">{reader.email}</Fact>
      </dl>
      <form method="post" action={`/connect/${encodeURIComponent(uid)}/decide`} className="mt-6">
        <input type="hidden" name="account" value={reader.id} />
        <fieldset>
          <legend className="label">What it may do for you</legend>
          {asked.scopes.map((scope) => (
            <label key={scope} className="flex items-start gap-2 py-1.5">
              <input type="checkbox" name="scope" value={scope} defaultChecked className="mt-1.5" />
              <span>
                {scopeWords[scope]}
                <span className="code block text-sm text-soft">{scope}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="mt-3 text-sm text-soft">
          Take away what it does not need. The limits of your plan hold for it as for you. You can end the
          connection at any time under <Link href="/settings/connectors">Connectors</Link>.
        </p>
        <div className="actions mt-5">
          <button type="submit" name="decision" value="allow" className="btn">
            Allow
          </button>
          <button type="submit" name="decision" value="decline" className="btn btn-plain">
            Decline
          </button>
        </div>
      </form>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function NotWaiting() {
  return (
    <div className="mx-auto max-w-md">
      <h1 className="text-3xl">Nothing waits here</h1>
      <p className="mt-3">
        This request was answered already, has run out, or was begun in another browser. Start again in the
        application that you want to connect.
      </p>
      <p className="mt-3">
        <Link href="/docs/mcp">How applications connect</Link>
      </p>
    </div>
  );
}
