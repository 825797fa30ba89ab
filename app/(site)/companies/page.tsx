import type { Metadata } from 'next';
import { api } from '../../_server/reader.ts';
import Link from '../../_ui/frame/link.tsx';
import { companyPath } from '../../_ui/frame/page-of.ts';
import { day, number } from '../../_ui/text/format.ts';

export const metadata: Metadata = {
  title: 'Companies without a US ticker',
  description:
    'Companies that finance podcasts argue about and that are private, listed elsewhere or not listed yet.',
  alternates: { canonical: '/companies' },
};

export default async function Companies() {
  const { companies, hasMore } = await (await api()).pages.companies();
  return (
    <>
      <h1 className="text-3xl">Companies without a US ticker</h1>
      <p className="mt-3 max-w-prose text-soft">
        Companies that had no US ticker when they were spoken of: private, listed elsewhere, or not listed
        yet. Those spoken of last come first. All others stand under their tickers;{' '}
        <Link href="/search">the search</Link> finds both.
      </p>
      {companies.length === 0 ? (
        <p className="mt-8 border-t border-rule pt-6">No idea in the corpus is about such a company yet.</p>
      ) : (
        <ul className="mt-8 grid gap-x-12 border-t-2 border-ink sm:grid-cols-2">
          {companies.map((company) => (
            <li
              key={company.slug}
              className="flex items-baseline justify-between gap-4 border-b border-rule py-3"
            >
              <Link href={companyPath(company.slug)} className="quiet min-w-0 font-serif text-lg">
                {company.name}
              </Link>
              <span className="figures whitespace-nowrap text-sm text-soft">last {day(company.lastAt)}</span>
            </li>
          ))}
        </ul>
      )}
      {hasMore ? (
        <p className="mt-4 text-sm text-soft">
          These are the {number(companies.length)} spoken of last. <Link href="/search">The search</Link>{' '}
          finds the others.
        </p>
      ) : null}
    </>
  );
}
