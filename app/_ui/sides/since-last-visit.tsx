'use client';

import { useEffect, useRef, useState } from 'react';
import { visitBefore } from './last-visit.ts';
import { sinceText } from './since-text.ts';

type Props = {
  /** Path of the page, which is its name in local storage. What is stored never leaves the browser. */
  readonly page: string;
  /** Air dates (ISO 8601) of the newest ideas. */
  readonly aired: readonly string[];
  /** Air date from which on `aired` is complete; null when it is complete altogether. */
  readonly wholeFrom: string | null;
};

/** What aired since this browser’s last visit to the page. Nothing on a first visit, and nothing without scripts. */
export function SinceLastVisit({ page, aired, wholeFrom }: Props) {
  const [told, setTold] = useState<string | null>(null);
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    try {
      const before = visitBefore(page);
      if (before) setTold(sinceText(before, aired, wholeFrom));
    } catch {
      // A browser that stores nothing has nothing to compare with.
    }
  }, [page, aired, wholeFrom]);
  return told === null ? null : <p className="mt-2 text-sm font-semibold">{told}</p>;
}
