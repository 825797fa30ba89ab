import { OTHER_PHRASES } from '#server/linking/themes/table/phrases.ts';
import { literal } from '#server/platform/pattern.ts';
import type { Theme } from './table/entry.ts';
import { THEMES } from './table.ts';

/** A theme named in a text, with character offsets. */
export type ThemeMention = {
  readonly theme: Theme;
  readonly start: number;
  readonly end: number;
  readonly surface: string;
};

const BY_SLUG = new Map(THEMES.map((theme) => [theme.slug, theme]));
/** The theme of each form, null for a phrase that names none; hyphens read as spaces. */
const BY_FORM = new Map<string, Theme | null>([
  ...THEMES.flatMap((theme) => theme.spoken.map((form) => [unhyphened(form), theme] as const)),
  ...OTHER_PHRASES.map((phrase) => [unhyphened(phrase), null] as const),
]);
/** Longest form first, so that "AI coding" is not read as "AI". */
const FORMS = [...BY_FORM.keys()].sort((a, b) => b.length - a.length);
const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${FORMS.map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
  'giu',
);

/** The theme of that slug, or null. */
export function themeBySlug(slug: string): Theme | null {
  return BY_SLUG.get(slug) ?? null;
}

/** Themes whose covered tickers or participation ETFs include the symbol. */
export function themesCovering(symbol: string): Theme[] {
  return THEMES.filter(
    (theme) => theme.tickers.includes(symbol) || theme.etfs.some((fund) => fund.symbol === symbol),
  );
}

/** Every theme named in the text, in order; where forms overlap the longest wins. */
export function findThemes(text: string): ThemeMention[] {
  const out: ThemeMention[] = [];
  for (const match of text.matchAll(PATTERN)) {
    const theme = BY_FORM.get(unhyphened(match[0].toLowerCase()));
    if (theme === undefined || theme === null) continue;
    out.push({ theme, start: match.index, end: match.index + match[0].length, surface: match[0] });
  }
  return out;
}

function unhyphened(form: string): string {
  return form.replaceAll('-', ' ');
}

function escaped(form: string): string {
  return literal(form).replace(/ /g, '[ -]');
}
