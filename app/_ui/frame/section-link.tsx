'use client';

import { usePathname } from 'next/navigation';
import Link from './link.tsx';

/**
 * A link to one of several sections, which says whether it is the open one. The section is every path below `within`.
 */
export function SectionLink({
  href,
  name,
  within = href,
  className = 'min-h-11',
}: {
  href: string;
  name: string;
  within?: string;
  className?: string;
}) {
  const path = usePathname();
  const isHere = path === within || path.startsWith(`${within}/`);
  return (
    <Link
      href={href}
      aria-current={path === href ? 'page' : isHere ? 'true' : undefined}
      className={`flex items-center ${className} ${isHere ? 'font-semibold' : 'quiet'}`}
    >
      {name}
    </Link>
  );
}
