import type { SyntheticEvent } from 'react';
import type { Outcome } from '../outcome.ts';

/** For a form's `onReset`: React empties a form after every answer; what was refused stays, to be put right. */
export function keptWhenRefused(outcome: Outcome): (event: SyntheticEvent) => void {
  return (event) => {
    if (outcome && !outcome.ok) event.preventDefault();
  };
}
