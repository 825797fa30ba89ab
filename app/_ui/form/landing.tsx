'use client';

import { useEffect, useRef, useState } from 'react';

/**
 * A group that takes the focus when its content changed and the button that changed it is gone; the focus would fall
 * to the start of the page. On load it takes the focus only when the address leads to it (`#id`).
 */
export function Landing(props: {
  /** Keys of its content, separated by commas. Other keys mean that the content changed. */
  of: string;
  label: string;
  id?: string;
  /** Take the focus from anywhere: the new content is what the reader asked for. */
  always?: boolean;
  /** Said after one of its entries was removed. */
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
