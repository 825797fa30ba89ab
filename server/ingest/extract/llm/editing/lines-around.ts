import { headIfNew } from '#server/ingest/extract/llm/prompt.ts';
import type { ProvenIdea } from '#server/ingest/extract/llm/proof/proof.ts';
import type { Window, WindowLine } from '#server/ingest/extract/llm/windows.ts';

/** So many lines before and after a passage. */
export type Around = { readonly before: number; readonly after: number };

/** A gap of so few lines between what is shown is shown too. */
const SHORT_GAP = 8;

/** The transcript around the passages and the lines that steps rest on, as an editor is shown it. */
export function linesAround(window: Window, ideas: readonly ProvenIdea[], around: Around): string[] {
  const shown = shownOf(window, ideas, around).map((number) => ({
    number,
    line: window.lines[number - 1] as WindowLine,
  }));
  return [
    'Transcript:',
    ...shown.flatMap(({ line, number }, i) => [
      ...headIfNew(line, shown[i - 1]?.line),
      `${number}| ${line.text}`,
    ]),
  ];
}

/** Numbers of those lines, short gaps between them filled. */
function shownOf({ lines }: Window, ideas: readonly ProvenIdea[], { before, after }: Around): number[] {
  const restsOn = new Set(ideas.flatMap(({ claimed }) => claimed.context.map(({ line }) => line)));
  const isAround = (number: number) =>
    ideas.some((idea) => number >= idea.firstLine - before && number <= idea.lastLine + after);
  const wanted = lines.map((_, i) => i + 1).filter((number) => isAround(number) || restsOn.has(number));
  return wanted.flatMap((number, i) => {
    const last = wanted[i - 1] ?? number - 1;
    const gap = number - last - 1;
    return [...Array.from({ length: gap <= SHORT_GAP ? gap : 0 }, (_, k) => last + k + 1), number];
  });
}
