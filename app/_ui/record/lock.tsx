import Link from '../frame/link.tsx';

/** What a plan withholds, in the words of the answer, with a link to Premium; nothing without a lock. */
export function Lock({ lock }: { lock: { readonly message: string } | null }) {
  if (!lock) return null;
  return (
    <p className="note mt-4">
      {lock.message} <Link href="/pricing">See Premium</Link>
    </p>
  );
}
