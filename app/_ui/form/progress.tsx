'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';

/** A line along the top while the next page loads. It takes no room and shows only after a moment. */
export function Progress() {
  const here = `${usePathname()}?${useSearchParams()}`;
  const [isLeft, setIsLeft] = useState(false);
  // Once another page is shown, by Back too, the wait is over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new page ends it
  useEffect(() => setIsLeft(false), [here]);
  useEffect(() => {
    const listen = (event: MouseEvent) => {
      if (leadsAway(event)) setIsLeft(true);
    };
    // A page that the browser kept whole and shows again is not on its way either.
    const stay = () => setIsLeft(false);
    document.addEventListener('click', listen);
    addEventListener('pageshow', stay);
    return () => {
      document.removeEventListener('click', listen);
      removeEventListener('pageshow', stay);
    };
  }, []);
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-20 h-0.5 overflow-hidden">
      {isLeft ? <div className="progress h-full bg-accent" /> : null}
    </div>
  );
}

/**
 * Whether a click leads to another page of this site in this window. A download leads nowhere, and a feed (`type`)
 * may open elsewhere.
 */
function leadsAway(event: MouseEvent): boolean {
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!plain || !link?.href || link.target || link.type || link.hasAttribute('download')) return false;
  const to = new URL(link.href);
  return to.origin === location.origin && to.pathname + to.search !== location.pathname + location.search;
}
