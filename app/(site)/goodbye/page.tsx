import type { Metadata } from 'next';
import Link from '../../_ui/frame/link.tsx';

export const metadata: Metadata = { title: 'Account erased', robots: { index: false } };

export default function Goodbye() {
  return (
    <div className="max-w-xl">
      <h1 className="text-3xl">Your account is erased</h1>
      <p className="mt-3 text-soft">
        Its keys, follows, saves and conversations are gone and cannot be brought back. The record itself
        stays open to read: <Link href="/">go to the front page</Link>.
      </p>
    </div>
  );
}
