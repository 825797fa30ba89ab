import type { PageCaller } from '#server/edges/pages.ts';
import { ActionButton, ConfirmedAction } from '../../../_ui/form/action-button.tsx';
import { counted, day, moment } from '../../../_ui/text/format.ts';
import { removeWebhook, runWebhook, testWebhook } from './actions.ts';
import { DeliveryItem } from './delivery-item.tsx';
import { ROTATE_FORM } from './rotate-form.ts';

type Webhook = Awaited<ReturnType<PageCaller['alerts']['overview']>>['webhooks'][number];

/** What can be made of a webhook's state. One button does all three, so that it keeps the focus and says what it did. */
const nextWords = { enable: 'Switch on again', resume: 'Resume', pause: 'Pause' } as const;

/** One webhook: its state, its buttons and its last deliveries. */
export function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { id, url, pausedAt, disabledAt, oldSecretUntil, log } = webhook;
  const next = disabledAt ? 'enable' : pausedAt ? 'resume' : 'pause';
  const waiting = log.filter(({ nextAttemptAt }) => nextAttemptAt !== null).length;
  return (
    <li className="border-b border-rule py-5">
      <h3 className="break-all font-sans text-base">{url}</h3>
      <p className="mt-1 text-sm text-soft">
        {disabledAt ? 'Switched off' : pausedAt ? 'Paused' : 'On'}, added {day(webhook.createdAt)}
      </p>
      {disabledAt ? (
        <p className="note mt-3">
          Switched off {moment(disabledAt)}. {webhook.disabledReason}
        </p>
      ) : pausedAt ? (
        <p className="note mt-3">
          Paused {moment(pausedAt)}. Events wait and are sent when you resume it
          {waiting > 0 ? `; ${counted(waiting, 'event')} of those below` : ''}. An event waits at most 30
          days.
        </p>
      ) : null}
      {oldSecretUntil ? (
        <p className="mt-2 text-sm text-soft">
          Both secrets sign until {moment(oldSecretUntil)}; from then on the new one alone.
        </p>
      ) : null}
      <div className="actions mt-3">
        <ActionButton action={testWebhook} fields={{ id }}>
          Send a test<span className="sr-only"> to {url}</span>
        </ActionButton>
        <ActionButton action={runWebhook} fields={{ id, to: next }}>
          {nextWords[next]}
          <span className="sr-only">: {url}</span>
        </ActionButton>
        <button type="submit" form={ROTATE_FORM} name="id" value={id} className="btn btn-plain btn-small">
          New secret, with 24 hours of overlap<span className="sr-only">: {url}</span>
        </button>
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
      {log.length > 0 ? (
        <details className="mt-3">
          <summary className="min-h-9 py-1.5 text-sm">Last deliveries ({log.length})</summary>
          <ul className="mt-1 text-sm">
            {log.map((entry) => (
              <DeliveryItem key={entry.eventId} entry={entry} />
            ))}
          </ul>
        </details>
      ) : null}
    </li>
  );
}
