import { serverSide } from '../../_server/load.ts';
import Link from './link.tsx';

/**
 * How a person asks to be taken out of the record, and what is then removed. `of` is the name, where a page has one.
 */
export async function Removal({ of }: { of?: string }) {
  const { removal } = await (await serverSide()).operator();
  const subject = of === undefined ? 'Removal of a name' : `Removal of ${of}`;
  return (
    <>
      If you do not want to stand in the record,{' '}
      {removal === null ? (
        <>
          ask for removal by “Report a mistake” on one of your ideas, with an address where we reach you (
          <Link href="/corrections">what happens then</Link>)
        </>
      ) : (
        <>
          write to <a href={`mailto:${removal}?subject=${encodeURIComponent(subject)}`}>{removal}</a>
        </>
      )}
      . What stands under the name is then taken out of pages, search, answers, the API, MCP, feeds, mails and
      widgets alike, and nothing is published under it again.
    </>
  );
}
