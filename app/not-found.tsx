import type { Metadata } from 'next';
import Link from './_ui/frame/link.tsx';
import { SearchBox } from './_ui/search/search-box.tsx';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <div className="max-w-xl">
      <h1 className="text-3xl">Nothing is kept under this address</h1>
      <p className="mt-3 text-soft">
        The page may have moved, the address may be cut short, or what stood here was withdrawn. Search for
        it, or start from the <Link href="/">front page</Link>.
      </p>
      <div className="mt-6">
        <form action="/search">
          <SearchBox />
        </form>
      </div>
    </div>
  );
}
