import type { PageCaller } from '#server/edges/pages.ts';
import { ActionButton, ConfirmedAction } from '../../../_ui/form/action-button.tsx';
import { counted, day, moment } from '../../../_ui/text/format.ts';
import { enableWebhook, removeWebhook, testWebhook } from './actions.ts';

type Webhook = Awaited<ReturnType<PageCaller['alerts']['overview']>>['webhooks'][number];
type Entry = Webhook['log'][number];

const kindWords: Readonly<Record<string, string>> = {
  new_idea: 'new idea',
  stance_change: 'change of stance',
  test: 'test',
};

/** One webhook: whether it runs, what to do with it, and its last deliveries. */
export function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { id, url, disabledAt } = webhook;
  return (
    <li className="border-b border-rule py-5">
      <h3 className="break-all font-sans text-base">{url}</h3>
      <p className="mt-1 text-sm text-soft">
        {disabledAt ? 'Switched off' : 'On'}, added {day(webhook.createdAt)}
      </p>
      {disabledAt ? (
        <p className="note mt-3">
          Switched off {moment(disabledAt)}. {webhook.disabledReason}
        </p>
      ) : null}
      <div className="actions mt-3">
        <ActionButton action={testWebhook} fields={{ id }}>
          Send a test<span className="sr-only"> to {url}</span>
        </ActionButton>
        {disabledAt ? (
          <ActionButton action={enableWebhook} fields={{ id }}>
            Switch on again<span className="sr-only">: {url}</span>
          </ActionButton>
        ) : null}
        <ConfirmedAction
          action={removeWebhook}
          fields={{ id }}
          title={
            <>
              Remove<span className="sr-only"> {url}</span>
            </>
          }
          yes="Yes, remove this webhook"
        >
          Remove it with its log? The signing secret stops working.
        </ConfirmedAction>
      </div>
      {webhook.log.length > 0 ? <Log entries={webhook.log} /> : null}
    </li>
  );
}

function Log({ entries }: { entries: readonly Entry[] }) {
  return (
    <details className="mt-3">
      <summary className="min-h-9 py-1.5 text-sm">Last deliveries ({entries.length})</summary>
      <ul className="mt-1 text-sm">
        {entries.map((entry) => (
          <li key={entry.eventId} className="border-t border-rule py-2">
            <time dateTime={entry.at.toISOString()}>{moment(entry.at)}</time>, {kindWords[entry.kind]}:{' '}
            {stateOf(entry)}
            <span className="block text-soft">
              {counted(entry.attempts, 'try', 'tries')}, id <span className="code">{entry.eventId}</span>
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function stateOf(entry: Entry): string {
  if (entry.deliveredAt) return `delivered, answered ${entry.lastStatus}`;
  const failed = entry.lastError ?? 'not sent yet';
  return entry.nextAttemptAt ? `${failed} Next try ${moment(entry.nextAttemptAt)}.` : failed;
}
