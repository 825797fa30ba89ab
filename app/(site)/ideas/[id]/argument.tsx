import type { PageCaller } from '#server/edges/pages.ts';
import type { IdeaPage } from '#server/features/pages/schema.ts';
import { ActionForm } from '../../../_ui/action-form.tsx';
import { counted, moment } from '../../../_ui/format.ts';
import Link from '../../../_ui/link.tsx';
import { Section } from '../../../_ui/section.tsx';
import { readInFull } from '../../../(account)/actions.ts';

export type OwnIdea = Awaited<ReturnType<PageCaller['pages']['ideaForAccount']>>;
type Full = NonNullable<OwnIdea['full']>;

/** The argument as it was made: shown once opened, else the way to open it and what that costs. */
export function FullArgument({ idea, own }: { idea: IdeaPage; own: OwnIdea | null }) {
  return (
    <Section id="argument" title="The full argument" className="mt-10">
      {own?.full ? <Argument full={own.full} /> : <Closed idea={idea} own={own} />}
    </Section>
  );
}

function Closed({ idea, own }: { idea: IdeaPage; own: OwnIdea | null }) {
  const { card } = idea;
  if (!own) {
    return (
      <p className="mt-3">
        The argument in the show’s own terms, the risks it named and who spoke are open to account holders: 3
        ideas a day on the free plan.{' '}
        <Link href={`/sign-in?next=${encodeURIComponent(`/ideas/${card.id}`)}`}>
          Sign in or open an account
        </Link>
      </p>
    );
  }
  const { used, limit, remaining, resetsAt } = own.reads;
  if (remaining === 0) {
    return (
      <div className="note mt-3">
        <p>
          You have opened the {limit} full ideas of the free plan for today. The next ones open at{' '}
          {resetsAt ? moment(resetsAt) : 'midnight UTC'}.
        </p>
        <p className="mt-2">
          <Link href="/help/idea-read-limit">How reads are counted</Link> or{' '}
          <Link href="/pricing">see Premium</Link>
        </p>
      </div>
    );
  }
  return (
    <ActionForm action={readInFull} className="mt-3">
      <input type="hidden" name="ideaId" value={card.id} />
      <p className="mb-3 text-soft">
        Opens the argument, the risks named and the speaker. Uses one of your {limit} reads today ({used}{' '}
        used); opening it again today is free.
      </p>
      <button type="submit" className="btn">
        Read the full argument
      </button>
    </ActionForm>
  );
}

function Argument({ full }: { full: Full }) {
  const { speaker } = full;
  return (
    <div className="mt-4">
      {speaker?.name ? (
        <p className="text-[0.9375rem] text-soft">
          Argued by {speaker.name}
          {speaker.title ? `, ${speaker.title}` : ''}
          {speaker.role && speaker.role !== 'unclear' ? ` (${speaker.role})` : ''}
        </p>
      ) : (
        <p className="text-[0.9375rem] text-soft">The transcript does not name the speaker.</p>
      )}
      {full.context ? (
        <div className="mt-3 whitespace-pre-line font-serif text-lg leading-relaxed">{full.context}</div>
      ) : (
        <p className="mt-3">The episode says no more on it than the thesis above.</p>
      )}
      <Points title="Risks discussed on the show" points={full.riskFlags} />
      <Points title="What the show said to watch" points={full.validationSignals} />
      {full.participationEtfs.length > 0 ? (
        <div className="mt-6">
          <h3 className="text-base">Sector vehicles</h3>
          <p className="mt-1 text-sm text-soft">
            The idea names no ticker. These {counted(full.participationEtfs.length, 'fund')} cover its theme
            {full.participationTheme ? `, ${full.participationTheme}` : ''}; the speaker did not name them.
          </p>
          <ul className="mt-2 text-[0.9375rem]">
            {full.participationEtfs.map((fund) => (
              <li key={fund.symbol}>
                <Link href={`/tickers/${encodeURIComponent(fund.symbol)}`} className="symbol text-accent">
                  {fund.symbol}
                </Link>{' '}
                {fund.name}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <div className="mt-6">
      <h3 className="text-base">{title}</h3>
      <ul className="mt-1 list-disc pl-5 font-serif text-[1.0625rem]">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}
