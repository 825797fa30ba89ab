/**
 * Of an answer's numbered entries those on 1..`count`. None if the answer counts otherwise (from nought, or beyond `count` without a
 * first): then no entry can be matched.
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
