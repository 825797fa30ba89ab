import type { Metadata } from 'next';
import { api } from '../../_server/reader.ts';
import Link from '../../_ui/frame/link.tsx';
import { counted, day } from '../../_ui/text/format.ts';

export const metadata: Metadata = {
  title: 'Themes',
  description: 'What the investment ideas of finance podcasts are about beyond single companies.',
  alternates: { canonical: '/themes' },
};

export default async function Themes() {
  const themes = await (await api()).pages.themes();
  return (
    <>
      <h1 className="text-3xl">Themes</h1>
      <p className="mt-3 max-w-prose text-soft">
        What ideas are about when they are about more than one company. Single{' '}
        <Link href="/companies">companies without a US ticker</Link> have a list of their own.
      </p>
      {themes.length === 0 ? (
        <p className="mt-8 border-t border-rule pt-6">No idea in the corpus touches a theme yet.</p>
      ) : (
        <ul className="mt-8 grid gap-x-12 border-t-2 border-ink sm:grid-cols-2">
          {themes.map((theme) => (
            <li
              key={theme.slug}
              className="flex items-baseline justify-between gap-4 border-b border-rule py-3"
            >
              <Link href={`/themes/${theme.slug}`} className="quiet font-serif text-lg">
                {theme.name}
              </Link>
              <span className="figures whitespace-nowrap text-sm text-soft">
                {counted(theme.ideas, 'idea')}
                {theme.lastAt ? <span className="hidden sm:inline">, last {day(theme.lastAt)}</span> : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
