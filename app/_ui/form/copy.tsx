'use client';

import { useState } from 'react';

/** Text to take along, with a button where the browser can copy. */
export function Copyable({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div>
      <div className="mb-1 flex items-baseline justify-between gap-3">
        <span className="text-sm font-semibold">{label}</span>
        <button type="button" onClick={copy} className="btn btn-plain btn-small">
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
