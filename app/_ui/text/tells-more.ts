/** Whether a line says anything that the line above it does not: a word of its own, whatever the order and the marks. */
export function tellsMore(line: string, above: string): boolean {
  const said = new Set(wordsOf(above));
  return wordsOf(line).some((word) => !said.has(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
