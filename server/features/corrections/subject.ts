import type { Amendable } from '#server/features/corrections/schema.ts';
import { MOST_THEMES, participationOf } from '#server/linking/themes/rules.ts';
import type { Theme } from '#server/linking/themes/table/entry.ts';

/** A listed instrument that an idea may be about. */
export type KnownTicker = { readonly symbol: string; readonly name: string; readonly slug: string | null };

/** A theme of the table that an idea may be about or touch. */
export type KnownTheme = Pick<Theme, 'slug' | 'name' | 'etfs'>;

/** What an operator changes of the subject: one of the first three, and what it touches. */
export type SubjectChange = {
  /** At least one; the first is the subject unless the subject is among them. */
  readonly tickers?: readonly KnownTicker[] | undefined;
  /** An unlisted company, which replaces the tickers. */
  readonly company?: { readonly slug: string; readonly name: string } | undefined;
  /** A theme as the subject, which replaces the tickers. */
  readonly theme?: KnownTheme | undefined;
  /** The themes beside the subject; none takes them away. */
  readonly themes?: readonly KnownTheme[] | undefined;
};

/** The subject after a change, with its symbols; nothing where it stays. */
export function subjectOf(idea: Amendable, { tickers, company, theme }: SubjectChange): Partial<Amendable> {
  if (company) {
    const { slug, name } = company;
    return { tickers: [], entities: [slug], subjectKind: 'company', subjectKey: slug, subjectName: name };
  }
  if (theme) {
    const { slug, name } = theme;
    return { tickers: [], entities: [], subjectKind: 'theme', subjectKey: slug, subjectName: name };
  }
  const first = tickers?.[0];
  if (!tickers || !first) return {};
  const symbols = [...new Set(tickers.map(({ symbol }) => symbol))];
  const keepsSubject = idea.subjectKind === 'ticker' && symbols.includes(idea.subjectKey);
  return {
    tickers: symbols,
    entities: [...new Set(tickers.flatMap(({ slug }) => slug ?? []))],
    ...(keepsSubject ? {} : { subjectKind: 'ticker', subjectKey: first.symbol, subjectName: first.name }),
  };
}

/** Whether a change gives the idea another subject. */
export function isOfAnother(idea: Amendable, change: SubjectChange): boolean {
  const { subjectKind: kind = idea.subjectKind, subjectKey: key = idea.subjectKey } = subjectOf(idea, change);
  return kind !== idea.subjectKind || key !== idea.subjectKey;
}

/**
 * Themes and sector vehicles after a change. A theme that is the subject comes first, and one that was goes. Vehicles are those of
 * a theme as subject: an idea on a company or a symbol has none.
 */
export function themesOf(idea: Amendable, change: SubjectChange): Partial<Amendable> {
  if (!isOfAnother(idea, change)) return change.themes ? { themes: leading(ownOf(idea), change.themes) } : {};
  const { theme } = change;
  const others = idea.themes.filter((slug) => !ownOf(idea).includes(slug)).map((slug) => ({ slug }));
  return {
    themes: leading(theme ? [theme.slug] : [], change.themes ?? others),
    ...participationOf([], theme),
  };
}

function ownOf({ subjectKind, subjectKey }: Amendable): readonly string[] {
  return subjectKind === 'theme' ? [subjectKey] : [];
}

function leading(own: readonly string[], others: readonly Pick<KnownTheme, 'slug'>[]): readonly string[] {
  return [...new Set([...own, ...others.map(({ slug }) => slug)])].slice(0, MOST_THEMES);
}
