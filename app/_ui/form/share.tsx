'use client';

import { useEffect, useState } from 'react';

/** Hands a page to the reader's other programs, or copies its address where the browser knows none. Only with scripts. */
export function Share({ url, title }: { url: string; title: string }) {
  const [ready, setReady] = useState(false);
  const [copied, setCopied] = useState(false);
  useEffect(() => setReady(true), []);
  if (!ready) return null;
  const share = async () => {
    if (navigator.share) {
      // Rejects when the reader closes the choice again.
      await navigator.share({ url, title }).catch(() => undefined);
      return;
    }
    await navigator.clipboard.writeText(url);
    setCopied(true);
  };
  return (
    <button type="button" onClick={share} className="btn btn-plain btn-small">
      <span aria-live="polite">{copied ? 'Link copied' : 'Share'}</span>
    </button>
  );
}
