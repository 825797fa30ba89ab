import type { PageCaller } from '#server/edges/pages.ts';
import { api } from '../../../_server/reader.ts';
import { ConfirmedAction } from '../../../_ui/form/action-button.tsx';
import { Landing } from '../../../_ui/form/landing.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { counted, day, moment } from '../../../_ui/text/format.ts';
import { revokeGrant } from './actions.ts';
import { EndedList } from './ended.tsx';

type Grant = Awaited<ReturnType<PageCaller['settings']['grants']>>[number];

/**
 * The applications connected by OAuth: scopes, last use, the button that ends a connection, and those that have
 * ended.
 */
export async function Connections({ webUrl }: { webUrl: string }) {
  const grants = await (await api()).settings.grants();
  const live = grants.filter(({ state }) => state === 'active');
  const ended = grants.filter(({ state }) => state !== 'active');
  return (
    <Section id="connections" title="Connected applications" className="mt-10">
      <Landing
        of={live.map(({ id }) => id).join()}
        label="Connected applications"
        said="Disconnected. It is refused from now on."
      >
        {live.length === 0 ? (
          <p className="mt-4">
            {ended.length === 0 ? 'None yet.' : 'None now.'} Give your client the address{' '}
            <span className="code [overflow-wrap:anywhere]">{webUrl}/v1/mcp/connect</span>, and it asks you
            here. The <Link href="/docs/mcp">MCP guide</Link> says how.
          </p>
        ) : (
          <ul>
            {live.map((grant) => (
              <li key={grant.id} className="border-b border-rule py-5">
                <GrantLine grant={grant} />
                <div className="actions mt-3">
                  <Link href={`/settings/connectors/${grant.id}`} className="btn btn-plain btn-small">
                    Requests<span className="sr-only"> of {grant.clientName}</span>
                  </Link>
                  <ConfirmedAction
                    action={revokeGrant}
                    fields={{ id: grant.id }}
                    title="Disconnect"
                    yes="Yes, disconnect it"
                  >
                    Disconnect {grant.clientName}? It is refused at once, and must ask you again.
                  </ConfirmedAction>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Landing>
      <EndedList title="Connections that have ended" items={ended} className="mt-4">
        {(grant) => (
          <>
            <GrantLine grant={grant} />
            <p className="mt-2 text-sm">
              <Link href={`/settings/connectors/${grant.id}`}>
                Requests<span className="sr-only"> of {grant.clientName}</span>
              </Link>
            </p>
          </>
        )}
      </EndedList>
    </Section>
  );
}

function GrantLine({ grant }: { grant: Grant }) {
  return (
    <>
      <h3 className="text-lg">{grant.clientName}</h3>
      <p className="mt-1 text-sm text-soft">{grant.clientHost}</p>
      <p className="figures mt-2 flex flex-wrap gap-x-6 text-sm">
        <span>Connected {day(grant.createdAt)}</span>
        <span>{grant.lastUsedAt ? `Last used ${moment(grant.lastUsedAt)}` : 'Never used'}</span>
        <span>{counted(grant.calls, 'request')} in 30 days</span>
        {grant.revokedAt ? <span>Ended {moment(grant.revokedAt)}</span> : null}
        {grant.state === 'expired' ? <span>Ran out {moment(grant.expiresAt)}</span> : null}
      </p>
      <p className="mt-2 text-sm text-soft">{grant.scopes.join(', ')}</p>
    </>
  );
}
