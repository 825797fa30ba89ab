import { IDEAS_A_SIDE } from '#server/features/pages/subjects/rules.ts';
import Link from '../frame/link.tsx';
import { counted } from '../text/format.ts';

/** How many of `total` ideas two sides show, and the way to all of them; nothing where none is left out. */
export function AllIdeas(props: { shown: number; total: number; on: string; query: URLSearchParams }) {
  const { shown, total, on, query } = props;
  if (total <= shown) return null;
  return (
    <>
      <LeftOut shown={shown} total={counted(total, 'idea')} />
      <Link className="btn btn-plain mt-2" href={`/search?${query}`}>
        All {counted(total, 'idea')} on {on}
      </Link>
    </>
  );
}

/** How many of `total`, in words, two sides show. */
export function LeftOut({ shown, total }: { shown: number; total: string }) {
  return (
    <p className="mt-4 text-sm text-soft">
      {shown} of {total} are shown here, at most {IDEAS_A_SIDE} under each heading.
    </p>
  );
}
