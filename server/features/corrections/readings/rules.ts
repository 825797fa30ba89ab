import { type FoundIdea, type Reviewed, saysTheSame } from '#server/features/corrections/made/rules.ts';

/**
 * Which of an episode's current ideas stands for one that a later reading replaced, by its id: the nearest that says the same, else
 * the nearest that quotes the same words for another subject. Null: nothing does.
 */
export function standsFor(replaced: FoundIdea, current: readonly Reviewed[]): string | null {
  const same = current.filter((idea) => saysTheSame(idea, replaced));
  const candidates = same.length > 0 ? same : current.filter((idea) => sharesWords(idea, replaced));
  const [nearest] = candidates.toSorted((a, b) => distance(a, replaced) - distance(b, replaced));
  return nearest?.id ?? null;
}

function sharesWords({ spans }: Reviewed, { start, end }: FoundIdea): boolean {
  return spans.some((span) => start < span.end && end > span.start);
}

function distance({ spans }: Reviewed, { start }: FoundIdea): number {
  return Math.min(...spans.map((span) => Math.abs(span.start - start)));
}
