'use client';

import { useActionState, useEffect, useRef, useState } from 'react';
import Link from '../frame/link.tsx';
import type { Outcome } from '../outcome.ts';
import { keptWhenRefused } from './kept.ts';

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
  const form = useRef<HTMLFormElement>(null);
  const own = (
    <form
      ref={form}
      action={send}
      // Enter would send it again while it waits for its answer.
      onSubmit={(event) => sending && event.preventDefault()}
      onReset={keptWhenRefused(outcome)}
      className={className}
      aria-busy={sending}
    >
      {children}
      <OutcomeNote outcome={useUntilAnother(form, outcome)} />
    </form>
  );
  if (!fold) return own;
  return (
    <details id={fold.id} className={fold.className} open={outcome !== null}>
      <summary className={fold.titleClass}>{fold.title}</summary>
      {own}
    </details>
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
export function OutcomeNote({ outcome }: { outcome: Outcome }) {
  if (!outcome?.message) return null;
  return (
    <p role={outcome.ok ? 'status' : 'alert'} className={outcome.ok ? 'mt-2 text-sm text-soft' : 'note mt-3'}>
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
