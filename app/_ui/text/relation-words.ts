import type { ThesisHistory } from '#server/features/theses/schema.ts';

type Statement = ThesisHistory['theses'][number]['statements'][number];
type Relation = NonNullable<Statement['relation']>;

const words: Readonly<Record<Relation, string>> = {
  initiates: 'first statement',
  reiterates: 'on the same side as before',
  strengthens: 'argues a side more fully',
  weakens: 'moves toward balance',
  reverses: 'the same show changes side',
  disputes: 'takes the other side',
};

/**
 * The relation of a statement to those before it, in words (docs/contract.md, Thesis history answer 5). `side` is the
 * side of the thesis: a statement on that side which disputes an opponent takes no other side.
 */
export function relationWords(
  relation: Relation,
  stance: Statement['stance'],
  side: string | null | undefined,
): string {
  return relation === 'disputes' && stance === side ? 'takes its side against those before' : words[relation];
}
