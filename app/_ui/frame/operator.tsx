import { serverSide } from '../../_server/load.ts';
import Link from './link.tsx';

/** Who runs this service and how to write to them. */
export async function Operator() {
  const { name, address, email } = await (await serverSide()).operator();
  return (
    <p>
      {name
        ? `This service is run by ${[name, address].filter(Boolean).join(', ')}.`
        : 'The operator of this service has not given a name and address.'}{' '}
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
