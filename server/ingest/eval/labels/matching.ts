/** A stretch of an episode, in seconds from its start. */
export type Stretch = { readonly start: number; readonly end: number };

/** The subject of a stretch of talk: a name as somebody wrote it, and symbols. */
export type Named = { readonly subject: string; readonly tickers: readonly string[] };

/** A label and a prediction for it; `shared` weighs the pair. */
export type Pair<Label, Found> = { readonly label: Label; readonly found: Found; readonly shared: number };

/** Prediction and label may lie this far apart, in seconds (as in score-ideas.mjs). */
const REACH_SECONDS = 45;
/** Words that do not distinguish names. */
const FILLERS = /\b(?:inc|corp|the|stock|shares|company)\b/g;

/** Seconds that two stretches share, below 0 for a gap. Null if they are too far apart or on different subjects. */
export function sharedSeconds(a: Stretch & Named, b: Stretch & Named): number | null {
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return shared >= -REACH_SECONDS && sameSubject(a, b) ? shared : null;
}

/** Chooses pairs one to one, those that share most first. */
export function oneToOne<Label, Found>(pairs: readonly Pair<Label, Found>[]): Pair<Label, Found>[] {
  const labels = new Set<Label>();
  const founds = new Set<Found>();
  return pairs
    .toSorted((a, b) => b.shared - a.shared)
    .filter(({ label, found }) => {
      if (labels.has(label) || founds.has(found)) return false;
      labels.add(label);
      founds.add(found);
      return true;
    });
}

/** A name for comparison: words in lower case, without signs and fillers. */
export function foldName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, ' ')
    .replace(FILLERS, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Whether two subjects share a symbol, or one name holds the other word for word. */
function sameSubject(a: Named, b: Named): boolean {
  if (a.tickers.some((symbol) => b.tickers.includes(symbol))) return true;
  const one = foldName(a.subject);
  const other = foldName(b.subject);
  return (
    one !== '' && other !== '' && (` ${one} `.includes(` ${other} `) || ` ${other} `.includes(` ${one} `))
  );
}
