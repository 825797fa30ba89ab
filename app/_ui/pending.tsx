'use client';

import { useLinkStatus } from 'next/link';

/** A rule under a link while the page behind it is being made; takes no room, so nothing moves. */
export function Pending() {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden="true"
      className={`absolute inset-x-0 bottom-1.5 h-0.5 bg-accent transition-opacity delay-150 ${pending ? 'opacity-100' : 'opacity-0'}`}
    />
  );
}
