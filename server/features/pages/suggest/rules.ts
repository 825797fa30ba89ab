/** What a search box offers while somebody types, from values alone. */

export type Suggestion = {
  readonly kind: 'ticker' | 'company' | 'person' | 'show' | 'theme';
  /** Symbol, slug, or a person's name. */
  readonly key: string;
  readonly name: string;
  /** Listed ideas on it, by it or of it. */
  readonly ideas: number;
};

/** An entry of the universe as it is offered under `name`, its ideas not counted yet. */
export function suggestionOf(entry: { symbol: string | null; slug: string }, name: string): Suggestion {
  return entry.symbol === null
    ? { kind: 'company', key: entry.slug, name, ideas: 0 }
    : { kind: 'ticker', key: entry.symbol, name, ideas: 0 };
}

/** An entry of the universe that a text fits. */
export type Fitting = {
  readonly suggestion: Suggestion;
  /** How the text fits its symbol, its name or another name of it. */
  readonly by: 'whole' | 'own name' | 'other name';
};

/** How a text fits an entry by its symbol, its name or another name of it; null when it does not. */
export function fittingOf(
  typed: string,
  entry: { symbol: string | null; slug: string; name: string },
  otherNames: readonly string[],
): Fitting | null {
  const called = [entry.name, ...otherNames].find((name) => fitOf(typed, name) !== null);
  const fitsOwn = fitOf(typed, entry.name) !== null;
  const fitsSymbol = entry.symbol !== null && fitOf(typed, entry.symbol) !== null;
  if (called === undefined && !fitsSymbol) return null;
  // An instrument under another name than its own is offered with both, so that a reader sees why.
  const isOther = called !== undefined && entry.symbol !== null && !fitsOwn;
  const isWhole = [entry.name, ...otherNames, entry.symbol ?? ''].some((name) => fitOf(typed, name) === 0);
  return {
    suggestion: suggestionOf(entry, isOther ? `${called} (${entry.name})` : entry.name),
    by: isWhole ? 'whole' : fitsOwn || fitsSymbol ? 'own name' : 'other name',
  };
}

/**
 * What fits a text among companies: one of whose other names, such as a product's, only a part fits is left out where the
 * text is the whole name of any ("intel" is Intel, not the maker of Apple Intelligence).
 */
export function meantAmong(fitting: readonly Fitting[]): Suggestion[] {
  const isWhole = fitting.some(({ by }) => by === 'whole');
  return fitting.flatMap(({ suggestion, by }) => (isWhole && by === 'other name' ? [] : [suggestion]));
}

/** How a text fits a name: 0 the whole of it, 1 its beginning, 2 the beginning of a later word, null not at all. */
export function fitOf(typed: string, name: string): 0 | 1 | 2 | null {
  const asked = plain(typed);
  const known = plain(name);
  if (asked === '' || known === '') return null;
  if (known === asked) return 0;
  if (known.startsWith(asked)) return 1;
  return known.includes(` ${asked}`) ? 2 : null;
}

/** The suggestions that fit best, at most `most`: by how they fit, then those with the most ideas. */
export function best(typed: string, known: readonly Suggestion[], most: number): Suggestion[] {
  return known
    .flatMap((one) => {
      const fits = [fitOf(typed, one.name), one.kind === 'ticker' ? fitOf(typed, one.key) : null];
      const fit = Math.min(...fits.map((each) => each ?? Number.POSITIVE_INFINITY));
      return Number.isFinite(fit) ? [{ one, fit }] : [];
    })
    .sort(
      (a, b) =>
        Number(b.fit === 0) - Number(a.fit === 0) ||
        b.one.ideas - a.one.ideas ||
        a.fit - b.fit ||
        a.one.name.length - b.one.name.length,
    )
    .slice(0, most)
    .map(({ one }) => one);
}

/** A slip of the hand in a word of fewer letters gives another word. */
const FEWEST_LETTERS = 4;

/**
 * The name that a misspelt text is closest to: one slip away, two from eight letters on, in a name or its first word.
 * Of equals the one with the most ideas. Null when nothing is near, or the text is a name as it stands.
 */
export function meant(typed: string, known: readonly Suggestion[]): Suggestion | null {
  const asked = plain(typed);
  if (asked.length < FEWEST_LETTERS) return null;
  const allowed = asked.length >= 8 ? 2 : 1;
  const near = known.flatMap((one) => {
    const name = plain(one.name);
    const slips = Math.min(
      slipsBetween(asked, name, allowed),
      slipsBetween(asked, name.split(' ')[0]!, allowed),
    );
    return slips <= allowed ? [{ one, slips }] : [];
  });
  if (near.some(({ slips }) => slips === 0)) return null;
  near.sort(
    (a, b) => a.slips - b.slips || b.one.ideas - a.one.ideas || a.one.name.length - b.one.name.length,
  );
  return near[0]?.one ?? null;
}

/** Letters added, left out, changed or swapped with their neighbour between two words (Damerau); more than `most` counts as one more. */
export function slipsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let older: number[] = [];
  let old = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      row[j] = Math.min(row[j - 1]! + 1, old[j]! + 1, old[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j]!, older[j - 2]! + 1);
    }
    if (Math.min(...row) > most) return most + 1;
    older = old;
    old = row;
  }
  return old[b.length]!;
}

/** Letters, digits and dots in small letters, accents taken off, words apart by one blank. */
function plain(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}.]+/gu) ?? []
  ).join(' ');
}
