import { serverSide } from '../../_server/load.ts';
import Link from './link.tsx';

/** Who runs this service and how to write to them. */
export async function Operator() {
  const { name, address, email } = await (await serverSide()).operator();
  return (
    <p>
      This service is run by {name}
      {address ? `, ${address}` : ''}.{' '}
      {email ? (
        <>
          Write to <a href={`mailto:${email}`}>{email}</a>.
        </>
      ) : (
        <>
          Mistakes in the record are reported on the page of an idea; see{' '}
          <Link href="/corrections">Corrections</Link>.
        </>
      )}
    </p>
  );
}
