'use client';

import { useEffect, useRef, useState } from 'react';
import { sinceText } from './since-text.ts';

/** Prefix of the key in local storage. What is stored never leaves the browser. */
const KEPT = 'earmark:seen:';

type Props = {
  /** Path of the page, which is its name in local storage. */
  readonly page: string;
  /** Air dates (ISO 8601) of the newest ideas. */
  readonly aired: readonly string[];
  /** Air date from which on `aired` is complete; null when it is complete altogether. */
  readonly wholeFrom: string | null;
};

/** What aired since this browser last showed the page. Nothing on a first visit, and nothing without scripts. */
export function SinceLastVisit({ page, aired, wholeFrom }: Props) {
  const [told, setTold] = useState<string | null>(null);
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current) return;
    looked.current = true;
    try {
      const before = localStorage.getItem(KEPT + page);
      localStorage.setItem(KEPT + page, new Date().toISOString());
      if (before) setTold(sinceText(before, aired, wholeFrom));
    } catch {
      // A browser that stores nothing has nothing to compare with.
    }
  }, [page, aired, wholeFrom]);
  return told === null ? null : <p className="mt-2 text-sm font-semibold">{told}</p>;
}
