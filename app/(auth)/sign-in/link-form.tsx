'use client';

import { useActionState } from 'react';
import { mostCharacters } from '#server/api/limits.ts';
import { SentForm } from '../../_ui/form/action-form.tsx';
import { TextField } from '../../_ui/form/fields.tsx';
import { requestLink } from './actions.ts';

/** Asks for an e-mail address and sends a sign-in link that leads to `next`. */
export function LinkForm({ next }: { next: string }) {
  const [refused, send, sending] = useActionState(requestLink, null);
  return (
    <SentForm outcome={refused} send={send} sending={sending} className="mt-6">
      <input type="hidden" name="next" value={next} />
      <label className="label" htmlFor="email">
        E-mail address
      </label>
      <TextField
        id="email"
        name="email"
        type="email"
        required
        maxLength={mostCharacters.email}
        autoComplete="email"
      />
      <button type="submit" className="btn mt-4">
        {sending ? 'Sending' : 'Send me a sign-in link'}
      </button>
    </SentForm>
  );
}
