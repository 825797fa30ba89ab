'use client';

import { createContext, useContext } from 'react';
import type { Outcome } from '../outcome.ts';

/** How the form around a field was answered. `note`: id of the message while it is shown. */
export const Answered = createContext<{ readonly outcome: Outcome; readonly note: string | null }>({
  outcome: null,
  note: null,
});

type Given<Element extends 'input' | 'select' | 'textarea'> = React.ComponentProps<Element> & {
  readonly name: string;
};

/**
 * A field of a form. Refused, it holds what was sent, also where no script keeps it, and the field to put right points
 * at the reason.
 */
export function TextField({ className = 'field', ...given }: Given<'input'>) {
  return <input {...given} {...useAnswer(given)} className={className} />;
}

/** The same of several lines. */
export function TextArea({ className = 'field', ...given }: Given<'textarea'>) {
  return <textarea {...given} {...useAnswer(given)} className={className} />;
}

/** The same of values to choose from. */
export function SelectField({ className = 'field', ...given }: Given<'select'>) {
  return <select {...given} {...useAnswer(given)} className={className} />;
}

/** A box to tick or one of several to choose, of the same kind. */
export function TickField({ value = 'on', defaultChecked, ...given }: Given<'input'> & { value?: string }) {
  const entries = useContext(Answered).outcome?.entries;
  const isTicked = entries ? (entries[given.name] ?? []).includes(value) : defaultChecked;
  return <input {...given} value={value} defaultChecked={isTicked} />;
}

type Own = Pick<Given<'input'>, 'name' | 'defaultValue' | 'aria-describedby'>;

function useAnswer({ name, defaultValue, 'aria-describedby': described }: Own) {
  const { outcome, note } = useContext(Answered);
  const isWrong = note !== null && outcome?.field === name;
  return {
    defaultValue: outcome?.entries?.[name]?.[0] ?? defaultValue,
    ...(isWrong && { 'aria-invalid': true, 'aria-describedby': described ? `${described} ${note}` : note }),
  };
}
