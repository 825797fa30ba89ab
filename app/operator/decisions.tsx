'use client';

import { createContext, useActionState, useContext, useEffect, useState } from 'react';
import { OutcomeNote, SentForm } from '../_ui/form/action-form.tsx';
import { Landing } from '../_ui/form/landing.tsx';
import type { Outcome } from '../_ui/outcome.ts';
import { operate } from './actions.ts';

/** How the forms of one list are sent, and what came of the last of them. */
const Sending = createContext<{
  readonly outcome: Outcome;
  readonly send: (form: FormData) => void;
  readonly sending: boolean;
}>({ outcome: null, send: () => undefined, sending: false });

/**
 * A list of what waits for a decision. What was done stands above it, because the entry that was decided is gone by
 * then; the list then has the keyboard. `of`: the keys of its entries, separated by commas.
 */
export function Decisions(props: { of: string; label: string; children: React.ReactNode }) {
  const { of, label, children } = props;
  const [outcome, send, sending] = useActionState(operate, null);
  return (
    <Sending value={{ outcome, send, sending }}>
      <div role="status" className={outcome?.ok ? '' : 'sr-only'}>
        {outcome?.ok ? <OutcomeNote outcome={outcome} /> : null}
      </div>
      <Landing of={of} label={label}>
        {children}
      </Landing>
    </Sending>
  );
}

type Fields = Readonly<Record<string, string>>;

/** A form of an entry of `Decisions`. Its hidden `fields` say what it decides on; a refusal stands under it. */
export function DecisionForm(props: { fields: Fields; className?: string; children: React.ReactNode }) {
  const { fields, className, children } = props;
  const { outcome, send, sending } = useContext(Sending);
  const [isSent, setIsSent] = useState(false);
  // Another form of the list may be under way: that holds none but itself back.
  useEffect(() => {
    if (!sending) setIsSent(false);
  }, [sending]);
  const isRefused = outcome?.ok === false && isOf(fields, outcome);
  return (
    <SentForm
      outcome={isRefused ? outcome : null}
      send={send}
      sending={sending && isSent}
      onSubmit={() => setIsSent(true)}
      className={className}
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </SentForm>
  );
}

/** Whether an outcome is of the form with these hidden fields. */
function isOf(fields: Fields, { entries }: NonNullable<Outcome>): boolean {
  return Object.entries(fields).every(([name, value]) => entries?.[name]?.at(-1) === value);
}
