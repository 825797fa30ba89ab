'use client';

import { useActionState } from 'react';
import { mostCharacters } from '#server/api/limits.ts';
import { OutcomeNote, SentForm } from '../../../_ui/form/action-form.tsx';
import { Copyable } from '../../../_ui/form/copy.tsx';
import { TextField } from '../../../_ui/form/fields.tsx';
import { addWebhook, rotateSecret, type SecretOutcome } from './actions.ts';
import { ROTATE_FORM } from './rotate-form.ts';

/**
 * Adds a webhook: only one, however often the form is sent (`id`). Its signing secret appears once, above the form,
 * also when no further webhook fits (`full`).
 */
export function WebhookForm({ id, full }: { id: string; full: boolean }) {
  const [outcome, send, sending] = useActionState<SecretOutcome, FormData>(addWebhook, null);
  return (
    <>
      <ShownOnce outcome={outcome} />
      <SentForm
        outcome={outcome && 'secret' in outcome ? null : outcome}
        send={send}
        sending={sending}
        className="mt-4 max-w-xl"
        hidden={full}
      >
        <input type="hidden" name="id" value={id} />
        <label className="label" htmlFor="url">
          Address to send to
        </label>
        <div className="flex flex-wrap gap-2">
          <TextField
            id="url"
            name="url"
            type="url"
            required
            maxLength={mostCharacters.webhookUrl}
            placeholder="https://example.org/hooks/earmark"
            className="field min-w-0 flex-1 basis-56"
          />
          <button type="submit" className="btn">
            Add
          </button>
        </div>
      </SentForm>
    </>
  );
}

/** The form of every button for a new secret. It shows the secret once, above the list. */
export function RotateForm({ asOf }: { asOf: string }) {
  const [outcome, send, sending] = useActionState<SecretOutcome, FormData>(rotateSecret, null);
  return (
    <form id={ROTATE_FORM} action={send} aria-busy={sending}>
      <input type="hidden" name="asOf" value={asOf} />
      <ShownOnce outcome={outcome} />
      {outcome && 'secret' in outcome ? null : <OutcomeNote outcome={outcome} />}
    </form>
  );
}

function ShownOnce({ outcome }: { outcome: SecretOutcome }) {
  if (!outcome || !('secret' in outcome)) return null;
  return (
    <div role="status" className="note mt-4">
      <p className="mb-3 break-words">
        {outcome.url}: {outcome.message}
      </p>
      <Copyable text={outcome.secret} label="Signing secret" />
    </div>
  );
}
