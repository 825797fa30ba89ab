'use client';

import { usePathname } from 'next/navigation';
import Link from './link.tsx';

/** A link to one of several sections side by side; says which one is open. */
export function SectionLink({ href, name }: { href: string; name: string }) {
  const path = usePathname();
  const isHere = path === href || path.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={`flex min-h-11 items-center ${isHere ? 'font-semibold' : 'quiet'}`}
    >
      {name}
    </Link>
  );
}
