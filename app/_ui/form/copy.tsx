'use client';

import { useEffect, useState } from 'react';

/**
 * Copying to the clipboard. `copy` is null where the browser cannot: before scripts run, and at an `http` address other
 * than localhost. `copied` is true once a text is on the clipboard, and stays false when the browser refuses.
 */
export function useClipboard() {
  const [canCopy, setCanCopy] = useState(false);
  const [copied, setCopied] = useState(false);
  useEffect(() => setCanCopy(navigator.clipboard !== undefined), []);
  const copy = async (text: string) => {
    setCopied(
      await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ),
    );
  };
  return { copy: canCopy ? copy : null, copied };
}

/** Text with a button that copies it, where the browser can. A click on the text selects all of it. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const { copy, copied } = useClipboard();
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <span className="text-sm font-semibold">{label}</span>
        <button
          type="button"
          onClick={() => copy?.(text)}
          // It takes its room from the start, so that nothing moves when scripts show it.
          className={`btn btn-plain btn-small ${copy ? '' : 'invisible'}`}
        >
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
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
