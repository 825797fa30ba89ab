'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';

/**
 * A menu that is a plain disclosure, so it opens without scripts. With scripts it closes on a new page, on Escape,
 * and when the focus or a press goes elsewhere.
 */
export function OwnMenu({ label, children }: { label: string; children: React.ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const path = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new page closes it
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [path]);
  useEffect(() => {
    const leave = (event: Event) => {
      if (menu.current && !menu.current.contains(event.target as Node)) menu.current.open = false;
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.current?.open) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', closeByKey);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', closeByKey);
    };
  }, []);
  return (
    <details ref={menu} className="relative text-[0.9375rem] sm:hidden">
      <summary className="quiet flex min-h-11 items-center gap-1.5">
        {label}
        <span aria-hidden="true" className="text-soft">
          ▾
        </span>
      </summary>
      <div className="absolute right-0 z-10 min-w-40 border border-ink bg-paper px-4 py-1">{children}</div>
    </details>
  );
}
