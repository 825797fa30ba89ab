import type { StanceChange, StanceWord } from '#server/features/theses/schema.ts';

/**
 * A change of stance with whose it is, in words: of one person, of two of whom one came after the other on the show, or of
 * some who are not all named (docs/contract.md, Added: Stance timeline 2). `sideOf` words a stance.
 */
export function stanceChangeInWords(
  { show, from, to, fromStatement, toStatement }: Omit<StanceChange, 'atDate'>,
  sideOf: (stance: StanceWord) => string = (stance) => stance,
): string {
  const [before, after] = [fromStatement.speaker, toStatement.speaker];
  if (before !== null && before === after)
    return `${show}: ${after} went from ${sideOf(from)} to ${sideOf(to)}`;
  if (before === null && after === null)
    return `${show}: from ${sideOf(from)} to ${sideOf(to)}, by speakers who are not named`;
  const another = before !== null && after !== null ? 'another speaker' : 'who may be another speaker';
  return `${show}: ${sideOf(from)} by ${called(before)}, then ${sideOf(to)} by ${called(after)}, ${another}`;
}

function called(speaker: string | null): string {
  return speaker ?? 'a speaker who is not named';
}
