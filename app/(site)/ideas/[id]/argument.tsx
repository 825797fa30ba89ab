import { freeLimits, readsUsedUp } from '#server/api/limits.ts';
import { tickerPath } from '#server/api/links.ts';
import type { PageCaller } from '#server/edges/pages.ts';
import { curly } from '#server/features/ideas/telling.ts';
import type { Beyond } from '#server/features/pages/beyond.ts';
import type { IdeaPage } from '#server/features/pages/schema.ts';
import { timestampText } from '#server/platform/clock.ts';
import { ActionForm } from '../../../_ui/form/action-form.tsx';
import { Landing } from '../../../_ui/form/landing.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { PlayAt } from '../../../_ui/sound/play-at.tsx';
import { moment } from '../../../_ui/text/format.ts';
import { Unbroken } from '../../../_ui/text/unbroken.tsx';
import { readInFull } from './actions.ts';
import { additions, addsToArgument } from './additions.ts';

type OwnIdea = Awaited<ReturnType<PageCaller['pages']['ideaForAccount']>>;
type Full = NonNullable<OwnIdea['full']>;

/** The full argument once it was opened today; before that, the button that opens it, with what it adds and costs. */
export function FullArgument({ idea, own }: { idea: IdeaPage; own: OwnIdea | null }) {
  return (
    <Section id="argument" title="The full argument" className="mt-10">
      <Landing of={own?.full ? 'open' : 'closed'} label="The full argument">
        {own?.full ? (
          <>
            <Spent reads={own.reads} />
            <Argument full={own.full} told={own.argument} further={own.further} beyond={idea.beyond} />
          </>
        ) : (
          <Closed idea={idea} own={own} />
        )}
      </Landing>
    </Section>
  );
}

function Closed({ idea, own }: { idea: IdeaPage; own: OwnIdea | null }) {
  const { card, beyond } = idea;
  const adds = additions(beyond);
  if (adds === null) {
    return (
      <p className="mt-3 text-soft">
        Nothing more was written down of this argument than the lines above, so there is nothing to open here.
        Over the API and MCP a full read of it counts as any other.
      </p>
    );
  }
  if (!own) {
    return (
      <p className="mt-3">
        The full read adds {adds}. It is open to account holders: {freeLimits.ideaReads} ideas a day on the
        free plan.{' '}
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
          {readsUsedUp(used)} The next ones open at {resetsAt ? moment(resetsAt) : 'midnight UTC'}. This one
          adds {adds}.
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
        Adds {adds}. Uses one of your {limit} reads today ({used} used); opening it again today is free.
      </p>
      <button type="submit" className="btn">
        Read the full argument
      </button>
    </ActionForm>
  );
}

/** What opening it has cost; nothing where reads are not counted. */
function Spent({ reads: { used, limit } }: { reads: OwnIdea['reads'] }) {
  if (limit === null) return null;
  return (
    <p className="mt-3 text-sm text-soft">
      {used} of {limit} reads used today; opening it again today is free.
    </p>
  );
}

type Told = OwnIdea['argument'];

function Argument(props: { full: Full; told: Told; further: OwnIdea['further']; beyond: Beyond }) {
  const { full, told, further, beyond } = props;
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
        <p className="text-[0.9375rem] text-soft">
          Argued by a speaker on {full.show.name}. No name is borne out.
        </p>
      )}
      {beyond.sentences > 0 ? <Sentences told={told} /> : null}
      {addsToArgument(beyond) ? null : (
        <p className="mt-3">Nothing more was written down of this argument than the lines above.</p>
      )}
      {further?.setting ? <p className="mt-3 text-[0.9375rem] text-soft">{further.setting}</p> : null}
      <Points title="Risks discussed on the show" points={further?.risks ?? []} />
      <Points title="What the show said to watch" points={further?.signals ?? []} />
      {full.participationEtfs.length > 0 ? (
        <div className="mt-6">
          <h3 className="text-base">Sector vehicles</h3>
          <p className="mt-1 text-sm text-soft">
            The idea names no ticker.{' '}
            {full.participationEtfs.length === 1
              ? 'This fund covers'
              : `These ${full.participationEtfs.length} funds cover`}{' '}
            its theme
            {full.participationTheme ? `, ${full.participationTheme}` : ''}; the speaker did not name{' '}
            {full.participationEtfs.length === 1 ? 'it' : 'them'}.
          </p>
          <ul className="mt-2 text-[0.9375rem]">
            {full.participationEtfs.map((fund) => (
              <li key={fund.symbol}>
                <Link href={tickerPath(fund.symbol)} className="symbol text-accent">
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

/** The argument sentence by sentence, each with its second when that is known. */
function Sentences({ told }: { told: Told }) {
  return (
    <ol className="mt-3">
      {told.map(({ text, second, listenUrl }) => (
        <li key={text} className="grid gap-x-4 py-1.5 sm:grid-cols-[4.5rem_minmax(0,1fr)]">
          <span className="figures text-sm text-soft sm:pt-1">
            {second === null ? null : listenUrl === null ? (
              timestampText(second)
            ) : (
              <PlayAt href={listenUrl} second={second} className="target">
                <span aria-hidden="true">▸ </span>
                <span className="sr-only">Listen at </span>
                {timestampText(second)}
              </PlayAt>
            )}
          </span>
          <span className="font-serif text-lg leading-relaxed">
            <Unbroken text={curly(text)} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  if (points.length === 0) return null;
  return (
    <div className="mt-6">
      <h3 className="text-base">{title}</h3>
      <ul className="mt-1 list-disc pl-5 font-serif text-[1.0625rem]">
        {points.map((point) => (
          <li key={point}>{curly(point)}</li>
        ))}
      </ul>
    </div>
  );
}
