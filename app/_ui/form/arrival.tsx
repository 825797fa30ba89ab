'use client';

import { useEffect, useRef } from 'react';

/** The title of a page that a form leads to. It takes the focus, since the button that was pressed is gone. */
export function Arrival({ children }: { children: React.ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h1 ref={title} tabIndex={-1} className="text-3xl outline-none">
      {children}
    </h1>
  );
}
