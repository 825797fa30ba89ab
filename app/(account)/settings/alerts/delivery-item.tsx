import type { PageCaller } from '#server/edges/pages.ts';
import { ActionButton } from '../../../_ui/form/action-button.tsx';
import { counted, moment, number } from '../../../_ui/text/format.ts';
import { resend } from './actions.ts';

type Entry = Awaited<ReturnType<PageCaller['alerts']['overview']>>['webhooks'][number]['log'][number];

const kindWords: Readonly<Record<Entry['kind'], string>> = {
  new_idea: 'new idea',
  stance_change: 'change of stance',
  test: 'test',
};

/** One delivery: its state, what was sent and answered last, and a button that sends it again. */
export function DeliveryItem({ entry }: { entry: Entry }) {
  const { eventId, webhookId, attempts, resends, lastMs, lastBody, lastAnswer } = entry;
  const what = `${kindWords[entry.kind]} of ${moment(entry.at)}`;
  return (
    <li className="border-t border-rule py-2">
      <time dateTime={entry.at.toISOString()}>{moment(entry.at)}</time>, {kindWords[entry.kind]}:{' '}
      {stateOf(entry)}
      <span className="block text-soft">
        {counted(attempts, 'try', 'tries')}
        {resends > 0 ? ` and ${number(resends)} by hand` : ''}
        {lastMs === null ? '' : `, the last took ${number(lastMs)} ms`}, id{' '}
        <span className="code break-all">{eventId}</span>
      </span>
      {lastBody === null ? null : (
        <details>
          <summary className="min-h-9 py-1.5">
            What was sent and answered<span className="sr-only">: {what}</span>
          </summary>
          <Text label="Body" text={asLines(lastBody)} />
          <Text label="How the answer began" text={lastAnswer || 'Nothing.'} />
        </details>
      )}
      <ActionButton action={resend} fields={{ eventId, webhookId }}>
        Send again<span className="sr-only">: {what}</span>
      </ActionButton>
    </li>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <>
      <p className="label">{label}</p>
      <pre className="snippet mb-3 whitespace-pre-wrap break-words">{text}</pre>
    </>
  );
}

/** JSON with line breaks for reading; the signed body has none. */
function asLines(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}

function stateOf({ deliveredAt, lastStatus, lastError, nextAttemptAt }: Entry): string {
  if (deliveredAt && lastError === null) return `delivered, answered ${lastStatus}`;
  if (deliveredAt) return `delivered ${moment(deliveredAt)}; sent again: ${lastError}`;
  if (!nextAttemptAt) return lastError ?? 'not sent yet';
  return lastError
    ? `${lastError} Next try ${moment(nextAttemptAt)}.`
    : `not sent yet, due ${moment(nextAttemptAt)}`;
}
