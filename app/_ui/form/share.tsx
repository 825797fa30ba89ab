'use client';

import { useEffect, useState } from 'react';
import { useClipboard } from './copy.tsx';

/** Shares a page by the reader's other programs, else copies its address. Absent where the browser can do neither. */
export function Share({ url, title }: { url: string; title: string }) {
  const [canShare, setCanShare] = useState(false);
  const { copy, copied } = useClipboard();
  useEffect(() => setCanShare(navigator.share !== undefined), []);
  if (!canShare && !copy) return null;
  // Sharing rejects when the reader closes the choice again.
  const share = () => (canShare ? navigator.share({ url, title }).catch(() => undefined) : copy?.(url));
  return (
    <button type="button" onClick={share} className="btn btn-plain btn-small">
      <span aria-live="polite">{copied ? 'Link copied' : 'Share'}</span>
    </button>
  );
}
