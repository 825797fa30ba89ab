import type { ExtractedIdea } from '#server/domain.ts';
import { OTHER_PHRASES } from '#server/linking/themes/table/phrases.ts';
import type { Theme } from './table/entry.ts';
import { THEMES } from './table.ts';

/** A theme named in a text, with character offsets. */
export type ThemeMention = {
  readonly theme: Theme;
  readonly start: number;
  readonly end: number;
  readonly surface: string;
};

/** An idea has at most three themes, its subject among them if that is one. */
export const MOST_THEMES = 3;

const BY_SLUG = new Map(THEMES.map((theme) => [theme.slug, theme]));
const BY_NAME = new Map(THEMES.map((theme) => [folded(theme.name), theme]));
type Form = { readonly text: string; readonly theme: Theme | null };

/** Spoken forms by their first word, the longest first ("AI coding" before "AI"). A phrase that names no theme has null. */
const BY_FIRST_WORD = Map.groupBy(
  [
    ...new Map<string, Theme | null>([
      ...THEMES.flatMap((theme) => theme.spoken.map((form) => [folded(form), theme] as const)),
      ...OTHER_PHRASES.map((phrase) => [folded(phrase), null] as const),
    ]),
  ]
    .map(([text, theme]): Form => ({ text, theme }))
    .sort((a, b) => b.text.length - a.text.length),
  ({ text }) => /^[a-z0-9]+/.exec(text)?.[0] ?? text,
);
const WORD_START = /(?<![\p{L}\p{N}-])[a-z0-9]+/gu;
const LETTER = /[\p{L}\p{N}]/u;

/** The theme of that slug, or null. */
export function themeBySlug(slug: string): Theme | null {
  return BY_SLUG.get(slug) ?? null;
}

/** The theme of this name, in any case; null if there is none. */
export function themeOfName(name: string): Theme | null {
  return BY_NAME.get(folded(name)) ?? null;
}

/** The funds of a theme, for an idea that names no security; none for any other. */
export function participationOf(
  tickers: readonly string[],
  theme: Pick<Theme, 'name' | 'etfs'> | undefined,
): Pick<ExtractedIdea, 'participationEtfs' | 'participationTheme'> {
  if (tickers.length > 0 || theme === undefined) return { participationEtfs: [], participationTheme: null };
  return { participationEtfs: theme.etfs, participationTheme: theme.name };
}

/** Themes whose covered tickers or participation ETFs include the symbol. */
export function themesCovering(symbol: string): Theme[] {
  return THEMES.filter(
    (theme) => theme.tickers.includes(symbol) || theme.etfs.some((fund) => fund.symbol === symbol),
  );
}

/** Every theme named in the text, in order. Of overlapping forms the first wins, then the longest. */
export function findThemes(text: string): ThemeMention[] {
  const out: ThemeMention[] = [];
  const plain = folded(text);
  let taken = 0;
  for (const { 0: word, index: start } of folded(text, '-').matchAll(WORD_START)) {
    if (start < taken) continue;
    const form = BY_FIRST_WORD.get(word)?.find((one) => standsAt(plain, one.text, start));
    if (form === undefined) continue;
    taken = start + form.text.length;
    if (form.theme !== null)
      out.push({ theme: form.theme, start, end: taken, surface: text.slice(start, taken) });
  }
  return out;
}

function standsAt(text: string, form: string, start: number): boolean {
  return text.startsWith(form, start) && !LETTER.test(text.charAt(start + form.length));
}

/** The text in lower case ASCII with `hyphen` for hyphens. Keeps the length, so that offsets hold. */
function folded(text: string, hyphen = ' '): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replaceAll('-', hyphen);
}
