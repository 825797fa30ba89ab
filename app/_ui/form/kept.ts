import type { SyntheticEvent } from 'react';
import type { Outcome } from '../outcome.ts';

/** For a form's `onReset`: React empties a form after every answer, but refused input must stay, to be put right. */
export function keptWhenRefused(outcome: Outcome): (event: SyntheticEvent) => void {
  return (event) => {
    if (outcome && !outcome.ok) event.preventDefault();
  };
}
