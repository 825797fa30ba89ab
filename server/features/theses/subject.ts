import type { ThesisSubject } from '#server/features/theses/statement.ts';
import { loadUniverse } from '#server/linking/universe.ts';

export type SubjectKey = Pick<ThesisSubject, 'kind' | 'key'>;

/**
 * What a thesis is about whatever it was called when it was said: a company that went public is its ticker, so that a
 * listing does not break what was argued before it from what is argued since.
 */
export function presentSubject(subject: ThesisSubject): ThesisSubject {
  const listing = subject.kind === 'company' ? listingOf(subject.key) : null;
  return listing ? { kind: 'ticker', key: listing.symbol, name: listing.name } : subject;
}

/** Under which names ideas may be about the subject: its own, and that of before or after its listing. */
export function namesOf({ kind, key }: SubjectKey): SubjectKey[] {
  const slug = kind === 'ticker' ? slugBeforeListing(key) : key;
  const listing = kind === 'theme' || slug === null ? null : listingOf(slug);
  if (listing === null) return [{ kind, key }];
  return [
    { kind: 'company', key: listing.slug },
    { kind: 'ticker', key: listing.symbol },
  ];
}

/** What a thesis's id is made of: the oldest of its subject's names, so that a listing takes no id away. */
export function lastingName(subject: SubjectKey): SubjectKey {
  return namesOf(subject)[0]!;
}

function slugBeforeListing(symbol: string): string | null {
  const entry = loadUniverse().bySymbol(symbol);
  return entry?.symbol === symbol && entry.listedSince !== null ? entry.slug : null;
}

/** The ticker under which a company has been listed since podcasts speak of it; null for any other. */
function listingOf(slug: string): { slug: string; symbol: string; name: string } | null {
  const entry = loadUniverse().bySlug(slug);
  if (!entry?.symbol || entry.listedSince === null) return null;
  return { slug, symbol: entry.symbol, name: entry.name };
}
