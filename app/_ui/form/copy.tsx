'use client';

import { useEffect, useState } from 'react';

/**
 * Copying to the clipboard. `copy` is null where the browser cannot: before scripts run, and at an `http` address other
 * than localhost. `copied` is the text that was copied last; null when there is none, or the browser refused it.
 */
export function useClipboard() {
  const [canCopy, setCanCopy] = useState(false);
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => setCanCopy(navigator.clipboard !== undefined), []);
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => setCopied(null),
    );
  return { copy: canCopy ? copy : null, copied };
}

/** Text with a button that copies it, where the browser can. A click on the text selects all of it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const { copy, copied } = useClipboard();
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <span className="min-w-0 text-sm font-semibold [overflow-wrap:anywhere]">{label}</span>
        <button
          type="button"
          onClick={() => copy?.(text)}
          // It takes its room from the start, so that nothing moves when scripts show it.
          className={`btn btn-plain btn-small ${copy ? '' : 'invisible'}`}
        >
          <span aria-live="polite">{copied === text ? 'Copied' : 'Copy'}</span>
          <span className="sr-only">: {label}</span>
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre className="snippet select-all" tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}
