'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';

/**
 * Gives history entries made by a plain `#` link the state of their page. The router renders nothing when it goes
 * back to an entry without state: the page just left would stay under this page's address.
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
