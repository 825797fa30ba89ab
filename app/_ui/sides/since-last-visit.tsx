'use client';

import { useEffect, useRef, useState } from 'react';
import { counted, day } from '../text/format.ts';

/** Where the browser keeps when a page was last looked at; it leaves the browser never. */
const KEPT = 'earmark:seen:';

/** What aired since this browser last showed the page; nothing on a first visit, and without scripts. */
export function SinceLastVisit({ page, aired }: { page: string; aired: readonly string[] }) {
  const [told, setTold] = useState<string | null>(null);
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    try {
      const before = localStorage.getItem(KEPT + page);
      localStorage.setItem(KEPT + page, new Date().toISOString());
      if (!before) return;
      const fresh = aired.filter((at) => at > before).length;
      setTold(
        fresh === 0
          ? `Nothing new aired since you were here on ${day(before)}.`
          : `${counted(fresh, 'idea')} aired since you were here on ${day(before)}.`,
      );
    } catch {
      // A browser that keeps nothing has nothing to compare with.
    }
  }, [page, aired]);
  return told === null ? null : <p className="mt-2 text-sm font-semibold">{told}</p>;
}
