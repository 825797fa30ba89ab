import type { Proposition } from '#server/features/pages/schema.ts';
import { day } from './format.ts';

/** Who said the words that a thesis is titled with, where and when: `said by Ana Ruiz on Margin Notes, 3 Sept 2026`. */
export function saidBy({
  speaker,
  show,
  airedAt,
}: Pick<Proposition, 'speaker' | 'show' | 'airedAt'>): string {
  return `said ${speaker === null ? '' : `by ${speaker} `}on ${show}, ${day(airedAt)}`;
}
