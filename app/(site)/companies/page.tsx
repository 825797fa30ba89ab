import type { Metadata } from 'next';
import { api } from '../../_server/reader.ts';
import Link from '../../_ui/frame/link.tsx';
import { companyPath } from '../../_ui/frame/page-of.ts';
import { day } from '../../_ui/text/format.ts';

export const metadata: Metadata = {
  title: 'Companies without a ticker',
  description: 'Private and unlisted companies that finance podcasts argue about, each with its ideas.',
  alternates: { canonical: '/companies' },
};

export default async function Companies() {
  const companies = await (await api()).pages.companies();
  return (
    <>
      <h1 className="text-3xl">Companies without a ticker</h1>
      <p className="mt-3 max-w-prose text-soft">
        Private and unlisted companies that ideas are about, those spoken of last first. A listed company
        stands under its ticker; <Link href="/search">the search</Link> finds both.
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
    </>
  );
}
