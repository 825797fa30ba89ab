'use client';

import { useActionState, useEffect, useRef } from 'react';
import { requestLink } from './actions.ts';

/** Asks for an e-mail address and sends a sign-in link that leads to `next`. */
export function LinkForm({ next }: { next: string }) {
  const [failed, send, sending] = useActionState(requestLink, null);
  const email = useRef<HTMLInputElement>(null);
  // The focused button was disabled meanwhile and lost the focus: the field to be put right takes it.
  useEffect(() => {
    if (failed) email.current?.focus();
  }, [failed]);
  return (
    <form action={send} className="mt-6">
      <input type="hidden" name="next" value={next} />
      <label className="label" htmlFor="email">
        E-mail address
      </label>
      <input
        ref={email}
        id="email"
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="email"
        defaultValue={failed?.email}
        aria-describedby={failed ? 'email-problem' : undefined}
        aria-invalid={failed ? true : undefined}
        className="field"
      />
      {failed ? (
        <p id="email-problem" role="alert" className="note mt-3">
          {failed.message}
        </p>
      ) : null}
      <button type="submit" disabled={sending} className="btn mt-4">
        {sending ? 'Sending' : 'Send me a sign-in link'}
      </button>
    </form>
  );
}
