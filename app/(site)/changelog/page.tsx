import type { Metadata } from 'next';
import { serverSide } from '../../_server/load.ts';
import Link from '../../_ui/frame/link.tsx';
import { Coded } from '../../_ui/text/coded.tsx';

export const metadata: Metadata = {
  title: 'Changelog',
  description: 'What changed for those who use Earmark or build upon it, newest first.',
  alternates: { canonical: '/changelog', types: { 'application/rss+xml': '/changelog/feed.xml' } },
};

export default async function Changelog() {
  const groups = (await serverSide()).changelog();
  return (
    <article className="prose">
      <h1 className="text-3xl">Changelog</h1>
      <p className="text-lg text-soft">
        What changed for those who use Earmark or build upon it. Also as{' '}
        <a href="/changelog/feed.xml" type="application/rss+xml">
          a feed
        </a>
        ; <Link href="/docs/versions">Versions</Link> says what may change and how you hear of it.
      </p>
      {groups.map(({ id, title, changes }) => (
        <section key={id} id={id} aria-label={title}>
          <h2>{title}</h2>
          <ul>
            {changes.map(({ about, text }) => (
              <li key={text}>
                {about ? <strong>{about}. </strong> : null}
                <Coded text={text} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}
