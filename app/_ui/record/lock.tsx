import Link from '../frame/link.tsx';

/** What a plan withholds, in its own words. */
export function Lock({ lock }: { lock: { readonly message: string } | null }) {
  if (!lock) return null;
  return (
    <p className="note mt-4">
      {lock.message} <Link href="/pricing">See Premium</Link>
    </p>
  );
}
