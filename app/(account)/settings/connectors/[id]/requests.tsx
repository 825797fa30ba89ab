import type { PageCaller } from '#server/edges/pages.ts';
import Link from '../../../../_ui/frame/link.tsx';
import { Scrolled } from '../../../../_ui/frame/scrolled.tsx';
import { Section } from '../../../../_ui/frame/section.tsx';
import { counted, number } from '../../../../_ui/text/format.ts';
import { DayBars } from './day-bars.tsx';

type Calls = Awaited<ReturnType<PageCaller['settings']['calls']>>;

/**
 * The requests of a key or a connection in 30 days: bars, a filter by status, one page of a list, and a file of all.
 */
export function Requests(props: { path: string; calls: Calls; status: number | undefined }) {
  const { path, calls, status } = props;
  const all = calls.statuses.reduce((sum, one) => sum + one.calls, 0);
  const filter = status === undefined ? '' : `status=${status}`;
  return (
    <Section id="requests" title={`${counted(all, 'request')} in 30 days`} className="mt-10">
      {all === 0 ? (
        <p className="mt-4">None yet. A request is here a second after it was answered.</p>
      ) : (
        <>
          <DayBars days={calls.days} />
          <nav aria-label="Requests by status" className="figures mt-6 flex flex-wrap gap-x-5 gap-y-1">
            <StatusLink path={path} name="All" count={all} current={status === undefined} />
            {calls.statuses.map((one) => (
              <StatusLink
                key={one.status}
                path={`${path}?status=${one.status}`}
                name={String(one.status)}
                count={one.calls}
                current={status === one.status}
              />
            ))}
          </nav>
          <List calls={calls.calls} />
          <p className="mt-4 flex flex-wrap gap-x-6">
            {calls.next ? (
              <Link href={`${path}?${filter && `${filter}&`}after=${calls.next}#requests`}>
                Older requests
              </Link>
            ) : null}
            <a href={`${path}/requests.csv${filter && `?${filter}`}`} download>
              These requests as a CSV file
            </a>
          </p>
        </>
      )}
      <p className="mt-4 max-w-prose text-sm text-soft">
        Kept for 30 days: when, the route or tool, how it was answered, how long it took, and the request id
        that the answer carried. Never what was asked, and never an answer. A tool call that was refused has
        the status that the same call has over REST.
      </p>
    </Section>
  );
}

function StatusLink(props: { path: string; name: string; count: number; current: boolean }) {
  const { path, name, count, current } = props;
  return (
    <Link href={`${path}#requests`} {...(current ? { 'aria-current': 'true' as const } : {})}>
      <span className={current ? 'font-semibold' : ''}>
        {name} ({number(count)})
      </span>
    </Link>
  );
}

function List({ calls }: { calls: Calls['calls'] }) {
  if (calls.length === 0) return <p className="mt-4">No request was answered so in these 30 days.</p>;
  return (
    <Scrolled label="Requests, newest first" className="mt-4">
      <table className="plain-table figures text-sm">
        <thead>
          <tr>
            <th scope="col">Time, UTC</th>
            <th scope="col">Status</th>
            <th scope="col">Route or tool</th>
            <th scope="col">ms</th>
            <th scope="col">Request id</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ at, requestId, part, via, route, status, ms }) => (
            <tr key={`${requestId}-${part}`}>
              <td className="sm:whitespace-nowrap">
                <At moment={at.toISOString()} />
              </td>
              <td className={status >= 400 ? 'font-semibold' : ''}>{status}</td>
              <td className="sm:whitespace-nowrap">
                <span className="code">{route}</span>
                <span className="text-soft"> {via === 'mcp' ? 'MCP' : 'REST'}</span>
              </td>
              <td>{number(ms)}</td>
              <td className="code whitespace-nowrap text-soft">{requestId}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

/** Day and time, which break into two lines only between them. */
function At({ moment }: { moment: string }) {
  const [day, time] = moment.slice(0, 19).split('T');
  return (
    <time dateTime={moment}>
      <span className="whitespace-nowrap">{day}</span> <span className="whitespace-nowrap">{time}</span>
    </time>
  );
}
