'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';

/**
 * Gives an entry of the history that a plain `#` link made the state of its page. The router shows nothing on the way
 * back to an entry without one, and the page that was left would stay under this one's address.
 */
export function Places() {
  const here = `${usePathname()}?${useSearchParams()}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has a state of its own
  useEffect(() => {
    const state: unknown = history.state;
    const listen = () => {
      if (history.state === null) history.replaceState(state, '');
    };
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, [here]);
  return null;
}
