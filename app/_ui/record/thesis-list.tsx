import type { ThesisLine } from '#server/features/pages/schema.ts';
import { capitalised } from '#server/language/phrasing.ts';
import Link from '../frame/link.tsx';
import { counted, day } from '../text/format.ts';
import { saidBy } from '../text/said-by.ts';
import { Unbroken } from '../text/unbroken.tsx';

/** The states of a thesis in words (docs/contract.md, States and transitions 24). */
export const stateWords: Readonly<Record<ThesisLine['state'], string>> = {
  first_heard: 'no challenge told yet',
  challenged: 'challenged',
  dormant: 'dormant',
  revived: 'revived',
};

/** Theses by their propositions, each with its line of argument and its state. */
export function ThesisList({ theses }: { theses: readonly ThesisLine[] }) {
  return (
    <ul className="mt-1">
      {theses.map((thesis) => (
        <li key={thesis.id} className="border-b border-rule py-3 last:border-0">
          <Link href={`/theses/${thesis.id}`} className="quiet font-serif text-[1.0625rem] leading-snug">
            <Unbroken text={thesis.proposition?.text ?? thesis.title} />
          </Link>
          <p className="mt-0.5 text-sm text-soft">
            {thesis.proposition
              ? `${capitalised(saidBy(thesis.proposition))}. ${thesis.title}; ${stateWords[thesis.state]}`
              : capitalised(stateWords[thesis.state])}
            , {counted(thesis.statements, 'statement')} from {counted(thesis.shows, 'show')}, last{' '}
            {day(thesis.lastMentionAt)}
          </p>
        </li>
      ))}
    </ul>
  );
}
