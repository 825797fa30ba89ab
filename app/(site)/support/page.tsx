import type { Metadata } from 'next';
import Link from '../../_ui/frame/link.tsx';
import { Operator } from '../../_ui/frame/operator.tsx';

export const metadata: Metadata = {
  title: 'Support',
  description: 'Where to find help with Earmark, and how to report what is wrong.',
  alternates: { canonical: '/support' },
};
export const dynamic = 'force-dynamic';

export default function Support() {
  return (
    <article className="prose">
      <h1 className="text-3xl">Support</h1>
      <h2>Find it yourself</h2>
      <ul>
        <li>
          <Link href="/help">Help</Link>: what each refusal means and what to do about it.
        </li>
        <li>
          <Link href="/docs/mcp">MCP guide</Link> and <Link href="/docs/api">API reference</Link>.
        </li>
        <li>
          <Link href="/settings/connectors">Connectors</Link>: keys and connected applications, and how to end
          them.
        </li>
      </ul>
      <h2>Something in the record is wrong</h2>
      <p>
        Report it on the page of the idea. What comes of reports is public, under{' '}
        <Link href="/corrections">Corrections</Link>.
      </p>
      <h2>Something does not work</h2>
      <p>
        Every answer of the API carries an <span className="code">X-Request-Id</span>, and a page that cannot
        be shown gives a number in its place. Send it along: it tells what happened.
      </p>
      <Operator />
    </article>
  );
}
