import Link from 'next/link';
import type { ThesisHistory } from '#server/features/theses/schema.ts';
import { day } from './format.ts';
import { Lock } from './lock.tsx';
import { stateWords } from './thesis-list.tsx';

type Thesis = ThesisHistory['theses'][number];
type Statement = Thesis['statements'][number];

const relationWords: Readonly<Record<NonNullable<Statement['relation']>, string>> = {
  initiates: 'first statement',
  reiterates: 'says it again',
  strengthens: 'argues it more fully',
  weakens: 'moves toward balance',
  reverses: 'the same show changes side',
  disputes: 'another show takes the other side',
};

/** One thesis: who said it when, oldest first, and how its state moved. */
export function ThesisTrail({ thesis, heading }: { thesis: Thesis; heading: boolean }) {
  return (
    <article className="border-t border-rule py-5">
      {heading ? (
        <h3 className="text-xl">
          <Link href={`/theses/${thesis.thesisId}`} prefetch={false} className="quiet">
            {thesis.title}
          </Link>
        </h3>
      ) : null}
      <p className="mt-1 text-sm text-soft">
        {stateWords[thesis.state]}; first heard {day(thesis.firstHeardAt)}, last {day(thesis.lastMentionAt)}
      </p>
      <ol className="mt-3 border-l border-hatch">
        {thesis.statements.map((said) => (
          <StatementLine key={said.ideaId} said={said} />
        ))}
      </ol>
      {thesis.historyLocked ? (
        <p className="mt-2 text-sm text-soft">Earlier statements are not shown here.</p>
      ) : null}
      {thesis.transitions.length > 0 ? (
        <p className="mt-3 text-sm text-soft">
          {thesis.transitions
            .map((move) => `${day(move.at)}: ${stateWords[move.fromState]} to ${stateWords[move.toState]}`)
            .join('; ')}
        </p>
      ) : null}
    </article>
  );
}

function StatementLine({ said }: { said: Statement }) {
  return (
    <li className="relative py-2 pl-5 before:absolute before:left-[-0.3rem] before:top-[1.05rem] before:size-[0.55rem] before:border before:border-ink before:bg-paper">
      <p className="text-sm text-soft">
        <time dateTime={said.date}>{day(said.date)}</time>, {said.show}, “{said.episodeTitle}”
        {said.timestamp ? ` at ${said.timestamp}` : ''}
      </p>
      <p className="font-serif text-[1.0625rem]">
        <Link href={`/ideas/${said.ideaId}`} prefetch={false} className="quiet">
          {said.quote}
        </Link>
      </p>
      <p className="text-sm text-soft">
        argued as {said.stance}
        {said.relation ? `, ${relationWords[said.relation]}` : ''}
      </p>
    </li>
  );
}

/** A thesis history answer as it was served, its lock included. */
export function ThesisAnswer({ history, headings = true }: { history: ThesisHistory; headings?: boolean }) {
  return (
    <>
      {history.theses.length === 0 ? <p className="mt-3 text-soft">{history.summary}</p> : null}
      <div className="mt-3">
        {history.theses.map((thesis) => (
          <ThesisTrail key={thesis.thesisId} thesis={thesis} heading={headings} />
        ))}
      </div>
      <Lock lock={history.historyLock} />
      {history.theses.length > 0 ? (
        <p className="mt-3 text-sm text-soft">
          The sentences are written by Earmark to carry each show’s argument; they are not transcript quotes.
        </p>
      ) : null}
    </>
  );
}
