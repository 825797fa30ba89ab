/**
 * Null if every `EARMARK_` name is among `known`. Else a sentence that names the first unknown one and suggests the nearest:
 * a misspelt setting would be ignored in silence.
 */
export function unknownSetting(names: readonly string[], known: readonly string[]): string | null {
  const ours = known.filter((name) => name.startsWith('EARMARK_'));
  const unknown = names.find((name) => name.startsWith('EARMARK_') && !ours.includes(name));
  if (unknown === undefined) return null;
  const nearest = ours.toSorted((a, b) => distance(a, unknown) - distance(b, unknown))[0]!;
  return `There is no setting ${unknown}: did you mean ${nearest}?`;
}

/** How many letters are inserted, left out or changed between two names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row.at(-1)!;
}
