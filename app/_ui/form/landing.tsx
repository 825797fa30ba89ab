'use client';

import { useEffect, useRef, useState } from 'react';

/**
 * Takes the keyboard when what it holds became something else and the button that did it is gone with it: the focus would
 * fall to the start of the page. On arrival only where the address leads to it (`#id`).
 */
export function Landing(props: {
  /** What it holds now, in a word, or several with commas between: others mean that it changed. */
  of: string;
  label: string;
  id?: string;
  /** It takes the keyboard from wherever it is: what comes is what was asked for. */
  always?: boolean;
  /** Said once something was taken from it. */
  said?: string;
  className?: string;
  children: React.ReactNode;
}) {
  const { of, label, id, always = false, said, className = '', children } = props;
  const place = useRef<HTMLDivElement>(null);
  const held = useRef(of);
  const [lost, setLost] = useState(false);
  useEffect(() => {
    if (held.current === of) return;
    const isLess = words(held.current).some((word) => !words(of).includes(word));
    held.current = of;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    setLost(isLost && isLess);
    if (!isLost && !always) return;
    place.current?.focus();
  }, [of, always]);
  useEffect(() => {
    if (id && location.hash === `#${id}`) place.current?.focus();
  }, [id]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={place}
      id={id}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className={`scroll-mt-6 outline-none ${className}`}
    >
      {said ? (
        <p role="status" className={lost ? 'py-2 text-sm text-soft' : ''}>
          {lost ? said : ''}
        </p>
      ) : null}
      {children}
    </div>
  );
}

function words(of: string): string[] {
  return of.split(',').filter(Boolean);
}
