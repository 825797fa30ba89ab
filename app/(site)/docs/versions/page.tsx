import type { Metadata } from 'next';
import { NOTICE_MONTHS } from '#server/api/ending/deprecation.ts';
import Link from '../../../_ui/frame/link.tsx';

export const metadata: Metadata = {
  title: 'Versions',
  description: 'What may change in the API, what may not, and how programs hear of it.',
  alternates: { canonical: '/docs/versions' },
};

export default function Versions() {
  return (
    <article className="prose">
      <h1 className="text-3xl">Versions</h1>
      <p className="text-lg text-soft">
        What you build on <span className="code">/v1</span> keeps working. Here is what that means.
      </p>

      <h2>What may come at any time</h2>
      <ul>
        <li>A new route, tool, scope or optional parameter.</li>
        <li>A new field in an answer, or a new property of an error.</li>
        <li>
          Fields in another order, and other words in texts that people read, error messages among them.
        </li>
        <li>A higher limit.</li>
      </ul>
      <p>Read the fields that you know and pass over the rest. Decide by codes, never by messages.</p>

      <h2>What comes under another prefix</h2>
      <ul>
        <li>A field that goes, or that is named, typed or meant otherwise.</li>
        <li>A parameter that becomes required, or is read otherwise.</li>
        <li>Another status or error code for what a call meets today.</li>
        <li>A lower limit, or another scope for a route.</li>
      </ul>

      <h2>How a route ends</h2>
      <ol>
        <li>
          It stands in the <Link href="/changelog">changelog</Link>, which is also{' '}
          <a href="/changelog/feed.xml" type="application/rss+xml">
            a feed
          </a>
          .
        </li>
        <li>
          From that day every answer of it carries <span className="code">Deprecation</span> (RFC 9745) and{' '}
          <span className="code">Sunset</span> (RFC 8594), and the API description marks it. Our clients pass
          that on: as a callback in TypeScript, as a warning in Python.
        </li>
        <li>It answers as before for {NOTICE_MONTHS} months at least. Then it is gone.</li>
      </ol>
      <p>No route is deprecated today.</p>

      <h2>MCP</h2>
      <p>
        Tools keep their names, and take and answer what they do today, under the same rules. The protocol has
        versions of its own; those that official clients speak are served side by side.
      </p>
    </article>
  );
}
