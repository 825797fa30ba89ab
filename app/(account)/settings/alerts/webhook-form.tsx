'use client';

import { useActionState } from 'react';
import { OutcomeNote } from '../../../_ui/form/action-form.tsx';
import { Copyable } from '../../../_ui/form/copy.tsx';
import { addWebhook, type SecretOutcome } from './actions.ts';

/** Adds a webhook; its signing secret appears once, above the form, and also where it was the last that fits. */
export function WebhookForm({ full }: { full: boolean }) {
  const [outcome, send, sending] = useActionState<SecretOutcome, FormData>(addWebhook, null);
  const made = outcome && 'secret' in outcome ? outcome : null;
  return (
    <>
      {made ? (
        <div role="status" className="note mt-4">
          <p className="mb-3 break-words">
            {made.url}: {made.message}
          </p>
          <Copyable text={made.secret} label="Signing secret" />
        </div>
      ) : null}
      <form action={send} className="mt-4 max-w-xl" aria-busy={sending} hidden={full}>
        <label className="label" htmlFor="url">
          Address to send to
        </label>
        <div className="flex flex-wrap gap-2">
          <input
            id="url"
            name="url"
            type="url"
            required
            maxLength={500}
            placeholder="https://example.org/hooks/earmark"
            className="field min-w-0 flex-1 basis-56"
          />
          <button type="submit" disabled={sending} className="btn">
            Add
          </button>
        </div>
        {made ? null : <OutcomeNote outcome={outcome} />}
      </form>
    </>
  );
}
