/**
 * The entries of an answer that are numbered 1..`count`. If the answer counts otherwise (from 0, or beyond `count` and without a 1), no
 * entry can be matched, and there are none.
 */
export function askedFor<Entry extends { readonly number: number }>(
  entries: readonly Entry[],
  count: number,
): Entry[] {
  const isAsked = ({ number }: Entry) => Number.isInteger(number) && number >= 1 && number <= count;
  const asked = entries.filter(isAsked);
  const countsOtherwise =
    entries.some(({ number }) => number < 1) ||
    (asked.length < entries.length && !asked.some(({ number }) => number === 1));
  return countsOtherwise ? [] : asked;
}
