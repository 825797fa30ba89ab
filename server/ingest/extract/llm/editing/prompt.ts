import { headIfNew, promptHead } from '#server/ingest/extract/llm/prompt.ts';
import type { Held, ProvenIdea } from '#server/ingest/extract/llm/proof/proof.ts';
import type { Window, WindowLine, WindowTalk } from '#server/ingest/extract/llm/windows.ts';

/** Lines before and after a passage. */
type Around = { readonly before: number; readonly after: number };

/** Gaps of so few lines between shown ones are shown too. */
const SHORT_GAP = 8;

/** The question, how much talk is shown around ideas, and what is told of each. */
type Asked = {
  readonly task: string;
  readonly around: Around;
  readonly told: (one: Held, number: number) => readonly string[];
};

/** A question about held ideas, for a reader who sees them beside the lines. */
export function promptAbout(
  { input, window }: WindowTalk,
  held: readonly Held[],
  { task, around, told }: Asked,
): string {
  const ideas = held.map(({ idea }) => idea);
  return [
    ...promptHead(input, window),
    '',
    task,
    '',
    ...linesAround(window, ideas, around),
    ...held.flatMap((one, i) => told(one, i + 1)),
  ].join('\n');
}

/** The transcript around the passages and the lines under their steps. */
function linesAround(window: Window, ideas: readonly ProvenIdea[], around: Around): string[] {
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

/** Numbers of those lines, with short gaps filled. */
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
