'use client';

import { useEffect, useState } from 'react';
import { useClipboard } from './copy.tsx';

/**
 * A button that shares a page by the system's dialog, or else copies its address. Absent when the browser can do
 * neither.
 */
export function Share({ url, title }: { url: string; title: string }) {
  const [canShare, setCanShare] = useState(false);
  const { copy, copied } = useClipboard();
  useEffect(() => setCanShare(navigator.share !== undefined), []);
  if (!canShare && !copy) return null;
  // `share` rejects when the reader closes the dialog.
  const share = () => (canShare ? navigator.share({ url, title }).catch(() => undefined) : copy?.(url));
  return (
    <button type="button" onClick={share} className="btn btn-plain btn-small">
      <span aria-live="polite">{copied === url ? 'Link copied' : 'Share'}</span>
    </button>
  );
}
