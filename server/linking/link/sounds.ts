const SPELLED_ALIKE: readonly (readonly [RegExp, string])[] = [
  [/^kn/, 'n'],
  [/^wr/, 'r'],
  [/^ps/, 's'],
  [/ph/g, 'f'],
  [/ght/g, 't'],
  [/tch|ch/g, 'C'],
  [/sh/g, 'S'],
  [/th/g, 'T'],
  [/ck/g, 'k'],
  [/c(?=[eiy])/g, 's'],
  [/[cq]/g, 'k'],
  [/^x/, 's'],
  [/x/g, 'ks'],
  [/z/g, 's'],
  [/dg(?=[eiy])/g, 'j'],
  [/g(?=[eiy])/g, 'j'],
  [/w/g, 'u'],
  [/h/g, ''],
];

/** The consonants of a lower-case word as they sound: `talen` and `talon` are alike. Empty for an empty word. */
export function soundOf(word: string): string {
  const sounds = SPELLED_ALIKE.reduce((text, [spelled, sound]) => text.replace(spelled, sound), word);
  const first = sounds.charAt(0).replace(/[aeiouy]/, 'A');
  return (first + sounds.slice(1).replace(/[aeiouy]/g, '')).replace(/(.)\1+/g, '$1');
}

/** Levenshtein distance: letters to change, add or remove to turn one word into the other. */
export function lettersApart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
