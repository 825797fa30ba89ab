'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useState } from 'react';

/** A line along the top while the next page loads. It takes no room and shows only after a moment. */
export function Progress() {
  const here = `${usePathname()}?${useSearchParams()}`;
  // The address that is being left. Once another one is shown, the wait is over.
  const [left, setLeft] = useState<string | null>(null);
  useEffect(() => {
    const listen = (event: MouseEvent) => {
      if (leadsAway(event)) setLeft(here);
    };
    document.addEventListener('click', listen);
    return () => document.removeEventListener('click', listen);
  }, [here]);
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-20 h-0.5 overflow-hidden">
      {left === here ? <div className="progress h-full bg-accent" /> : null}
    </div>
  );
}

/** Whether a click leads to another page of this site in this window. A download leads nowhere. */
function leadsAway(event: MouseEvent): boolean {
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!plain || !link?.href || link.target || link.hasAttribute('download')) return false;
  const to = new URL(link.href);
  return to.origin === location.origin && to.pathname + to.search !== location.pathname + location.search;
}
