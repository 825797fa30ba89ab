'use client';

import { useActionState, useEffect, useId, useRef, useState } from 'react';
import Link from '../frame/link.tsx';
import type { Outcome } from '../outcome.ts';
import { Answered } from './fields.tsx';

type Props = {
  action: (before: Outcome, form: FormData) => Promise<Outcome>;
  children: React.ReactNode;
  className?: string;
  /** Folds the form under a title until it has an outcome to show. */
  fold?: { title: React.ReactNode; titleClass: string; className?: string | undefined; id?: string };
};

/** A form whose outcome appears under it. Works as a plain form without scripts. */
export function ActionForm({ action, children, className, fold }: Props) {
  // Without scripts the page is loaded again: the address then leads to the fold.
  const place = fold?.id === undefined ? undefined : `#${fold.id}`;
  const [outcome, send, sending] = useActionState(action, null, place);
  const own = (
    <SentForm outcome={outcome} send={send} sending={sending} className={className}>
      {children}
    </SentForm>
  );
  if (!fold) return own;
  return (
    <details id={fold.id} className={fold.className} open={outcome !== null}>
      <summary className={fold.titleClass}>{fold.title}</summary>
      {own}
    </details>
  );
}

type Sent = React.ComponentProps<'form'> & {
  readonly outcome: Outcome;
  readonly send: (form: FormData) => void;
  readonly sending: boolean;
};

/**
 * A form with its outcome, for what `ActionForm` does not fit. While it waits, its buttons are not disabled, or they
 * would lose the focus; it is not sent again meanwhile. When it was refused, the field to put right takes the focus.
 */
export function SentForm({ outcome, send, sending, onSubmit, children, ...rest }: Sent) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useUntilAnother(form, outcome);
  const note = useId();
  useEffect(() => {
    const wrong = outcome?.field && form.current?.elements.namedItem(outcome.field);
    const first = wrong instanceof RadioNodeList ? wrong[0] : wrong;
    if (first instanceof HTMLElement) first.focus();
  }, [outcome]);
  return (
    <form
      {...rest}
      ref={form}
      action={send}
      onSubmit={(event) => (sending ? event.preventDefault() : onSubmit?.(event))}
      // React empties a form after every answer, but refused input must stay, to be put right.
      onReset={(event) => outcome?.ok === false && event.preventDefault()}
      aria-busy={sending}
    >
      <Answered value={{ outcome, note: shown ? note : null }}>{children}</Answered>
      {/* There before it says anything: a screen reader tells what changes in it, not that it came. */}
      <div role="status" className={shown?.ok ? '' : 'sr-only'}>
        {shown?.ok ? <OutcomeNote outcome={shown} /> : null}
      </div>
      {shown?.ok === false ? <OutcomeNote outcome={shown} id={note} /> : null}
    </form>
  );
}

/** The outcome of a form until another form of the page is sent. */
function useUntilAnother(form: React.RefObject<HTMLFormElement | null>, outcome: Outcome): Outcome {
  const [old, setOld] = useState<Outcome>(null);
  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      if (event.target !== form.current) setOld(outcome);
    };
    document.addEventListener('submit', onSubmit);
    return () => document.removeEventListener('submit', onSubmit);
  }, [form, outcome]);
  return outcome === old ? null : outcome;
}

/** The outcome of a form in words, with links to the help article and to Premium; nothing while there is no message. */
export function OutcomeNote({ outcome, id }: { outcome: Outcome; id?: string }) {
  if (!outcome?.message) return null;
  return (
    <p
      id={id}
      role={outcome.ok ? undefined : 'alert'}
      className={outcome.ok ? 'mt-2 text-sm text-soft' : 'note mt-3'}
    >
      {outcome.message} {outcome.help ? <Link href={outcome.help}>What this means</Link> : null}
      {outcome.upgrade ? (
        <>
          {' or '}
          <Link href="/pricing">see Premium</Link>
        </>
      ) : null}
    </p>
  );
}
