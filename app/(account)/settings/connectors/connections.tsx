import { api } from '../../../_server/reader.ts';
import { ConfirmedAction } from '../../../_ui/form/action-button.tsx';
import { Landing } from '../../../_ui/form/landing.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { counted, day } from '../../../_ui/text/format.ts';
import { revokeGrant } from './actions.ts';

/** Applications that connected by OAuth: what they may do, when they did it last, and how to end it. */
export async function Connections({ webUrl }: { webUrl: string }) {
  const grants = await (await api()).settings.grants();
  return (
    <Section id="connections" title="Connected applications" className="mt-10">
      <Landing
        of={grants.map(({ id }) => id).join()}
        label="Connected applications"
        said="Disconnected. It is refused from now on."
      >
        {grants.length === 0 ? (
          <p className="mt-4">
            None yet. Give your client the address{' '}
            <span className="code break-all">{webUrl}/v1/mcp/connect</span>, and it asks you here. The{' '}
            <Link href="/docs/mcp">MCP guide</Link> says how.
          </p>
        ) : (
          <ul>
            {grants.map((grant) => (
              <li key={grant.id} className="border-b border-rule py-5">
                <h3 className="text-lg">{grant.clientName}</h3>
                <p className="mt-1 text-sm text-soft">{grant.clientHost}</p>
                <p className="figures mt-2 flex flex-wrap gap-x-6 text-sm">
                  <span>Connected {day(grant.createdAt)}</span>
                  <span>{grant.lastUsedAt ? `Last used ${day(grant.lastUsedAt)}` : 'Never used'}</span>
                  <span>Used {counted(grant.calls, 'time')}</span>
                </p>
                <p className="mt-2 text-sm text-soft">{grant.scopes.join(', ')}</p>
                <div className="actions mt-3">
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
    </Section>
  );
}
