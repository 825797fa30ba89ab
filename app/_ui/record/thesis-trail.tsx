import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { told } from '#server/features/ideas/telling.ts';
import { MOST_CARDS, type Proposition } from '#server/features/pages/schema.ts';
import type { ThesisHistory } from '#server/features/theses/schema.ts';
import { DORMANT_DAYS } from '#server/features/theses/states.ts';
import { capitalised } from '#server/language/phrasing.ts';
import { api } from '../../_server/reader.ts';
import Link from '../frame/link.tsx';
import { counted, day, timecodeOf } from '../text/format.ts';
import { relationWords } from '../text/relation-words.ts';
import { saidBy } from '../text/said-by.ts';
import { Unbroken } from '../text/unbroken.tsx';
import { Lock } from './lock.tsx';
import { StanceMark } from './stance.tsx';
import { stateWords } from './thesis-list.tsx';

type Thesis = ThesisHistory['theses'][number];
type Statement = Thesis['statements'][number];
type Transition = Thesis['transitions'][number];

const transitionWords: Readonly<Record<Transition['toState'], string>> = {
  first_heard: 'first heard',
  challenged: 'challenged: the opposite was argued',
  dormant: `dormant: ${DORMANT_DAYS} days without a statement`,
  revived: 'revived',
};

type Shown = {
  /** Id of the idea whose page this is: its statement is marked, and those nearest to it are shown. */
  readonly focus?: string;
  /** How many statements of a thesis to show; all are on the thesis’s own page. */
  readonly most?: number;
};

/** One thesis: who said it when, oldest first, and how its state moved. */
function ThesisTrail(props: {
  thesis: Thesis;
  shown: readonly Statement[];
  heading: boolean;
  proposition: Proposition | undefined;
  cards: CardsById;
  focus: string | undefined;
}) {
  const { thesis, shown, heading, proposition, cards, focus } = props;
  const page = `/theses/${thesis.thesisId}`;
  const left = thesis.statements.length - shown.length;
  const own = focus ? cards.get(focus) : undefined;
  // On the page of the idea that states it best, the proposition is already the title.
  const titled = proposition !== undefined && proposition.text !== (own && told(own).headline);
  return (
    <article className={heading ? 'border-t border-rule py-5 first:border-0 first:pt-2' : ''}>
      {heading ? (
        <h3 className="text-xl">
          <Link href={page} className="quiet">
            <Unbroken text={titled ? proposition.text : thesis.title} />
          </Link>
        </h3>
      ) : null}
      {heading && titled ? <SaidBy proposition={proposition} /> : null}
      <p className="mt-1 text-sm text-soft">
        {heading && titled
          ? `${thesis.title}; ${stateWords[thesis.state]}`
          : capitalised(stateWords[thesis.state])}
        ; first heard {day(thesis.firstHeardAt)}, last {day(thesis.lastMentionAt)}
      </p>
      <ol className="mt-3 border-l border-hatch">
        {withTransitions(shown, left > 0 ? [] : thesis.transitions).map((event) =>
          'quote' in event ? (
            <StatementLine
              key={event.ideaId}
              said={event}
              card={cards.get(event.ideaId)}
              here={event.ideaId === focus}
              proposition={proposition}
            />
          ) : (
            <li key={event.at + event.toState} className="py-2 pl-5 text-sm text-soft">
              <time dateTime={event.at}>{day(event.at)}</time>, {transitionWords[event.toState]}
            </li>
          ),
        )}
      </ol>
      {left > 0 ? (
        <p className="mt-2 text-sm">
          <Link href={page}>
            All {counted(thesis.statements.length, 'statement')}
            <span className="sr-only"> of {thesis.title}</span>
          </Link>
        </p>
      ) : null}
      {withheldFrom(thesis, proposition) > 0 ? (
        <p className="mt-2 text-sm text-soft">
          {isSaidIn(thesis, proposition) ? 'Earlier statements' : 'The other earlier statements'} are not
          listed under the thesis without Premium; each can be read as an idea of its own.
        </p>
      ) : null}
    </article>
  );
}

/** Whether the statement that the title is taken from is among those of the answer; it is a withheld one otherwise. */
function isSaidIn({ statements }: Thesis, proposition: Proposition | undefined): boolean {
  return proposition === undefined || statements.some(({ ideaId }) => ideaId === proposition.ideaId);
}

/** How many statements of a thesis a reader without Premium sees neither in the answer nor as its title. */
function withheldFrom(thesis: Thesis, proposition: Proposition | undefined): number {
  if (!thesis.historyLocked) return 0;
  if (proposition === undefined) return 1;
  return proposition.statements - thesis.statements.length - (isSaidIn(thesis, proposition) ? 0 : 1);
}

/** Who said the words above, which may be none of the statements that are shown. */
export function SaidBy({ proposition }: { proposition: Proposition }) {
  return (
    <p className="mt-1 text-sm">
      <Link href={`/ideas/${proposition.ideaId}`}>{capitalised(saidBy(proposition))}</Link>
    </p>
  );
}

/** The newest statements, or those around the one in focus. */
function nearest(
  all: readonly Statement[],
  focus: string | undefined,
  most = all.length,
): readonly Statement[] {
  if (all.length <= most) return all;
  const at = focus ? all.findIndex((said) => said.ideaId === focus) : -1;
  const from = at < 0 ? all.length - most : at - Math.floor(most / 2);
  const start = Math.max(0, Math.min(from, all.length - most));
  return all.slice(start, start + most);
}

/** Statements and transitions, oldest first. A transition stands after the statement that caused it. */
function withTransitions(
  statements: readonly Statement[],
  transitions: readonly Transition[],
): (Statement | Transition)[] {
  const at = (event: Statement | Transition) => Date.parse('quote' in event ? event.date : event.at);
  return [...statements, ...transitions].sort((a, b) => at(a) - at(b));
}

/** A statement in the words of its idea's card, or in those of the history answer when the idea is no longer listed. */
function StatementLine(props: {
  said: Statement;
  card: IdeaCard | undefined;
  here: boolean;
  /** The proposition above the trail. A statement does not repeat it, and its stance is the side of the thesis. */
  proposition: Proposition | undefined;
}) {
  const { said, card, here, proposition } = props;
  const { headline, line } = card ? told(card) : { headline: said.quote, line: null };
  return (
    <li
      aria-current={here ? 'true' : undefined}
      className={`relative py-2 pl-5 before:absolute before:left-[-0.3rem] before:top-[1.05rem] before:size-[0.55rem] before:border before:border-ink ${here ? 'before:bg-accent' : 'before:bg-paper'}`}
    >
      <p className="text-sm text-soft">
        <time dateTime={said.date}>{day(said.date)}</time>, {said.show}, “{said.episodeTitle}”
        {said.timestamp ? ` at ${timecodeOf(said.timestamp)}` : ''}
      </p>
      {here ? (
        <p className="font-semibold">This idea</p>
      ) : headline === proposition?.text ? (
        <p>
          <Link href={`/ideas/${said.ideaId}`}>{line ?? 'The words above'}</Link>
        </p>
      ) : (
        <>
          <p className="font-serif text-[1.0625rem]">
            <Link href={`/ideas/${said.ideaId}`} className="quiet">
              <Unbroken text={headline} />
            </Link>
          </p>
          {line === null ? null : <p className="text-[0.9375rem]">{line}</p>}
        </>
      )}
      <p className="text-sm text-soft">
        <StanceMark stance={card ? card.stance : said.stance} />
        {said.relation ? `, ${relationWords(said.relation, said.stance, proposition?.stance)}` : ''}
      </p>
    </li>
  );
}

type CardsById = ReadonlyMap<string, IdeaCard>;

/** Each thesis with the statements of it that are shown, its proposition, and the cards of those statements by id. */
async function saidIn({ theses }: ThesisHistory, { focus, most }: Shown) {
  const { pages } = await api();
  const trails = theses.map((thesis) => ({ thesis, shown: nearest(thesis.statements, focus, most) }));
  const ids = trails.flatMap(({ shown }) => shown.map((said) => said.ideaId));
  const [propositions, cards] = await Promise.all([
    pages.propositions({ ids: theses.map(({ thesisId }) => thesisId) }),
    pages.cards({ ids: [...new Set(ids)].slice(0, MOST_CARDS) }),
  ]);
  return { trails, propositions, cards: new Map(cards.map((card) => [card.id, card])) };
}

/** The theses of a history answer, each as its trail, and the answer's lock. */
export async function ThesisAnswer({
  history,
  headings = true,
  first = history.theses.length,
  ...shown
}: Shown & {
  history: ThesisHistory;
  headings?: boolean;
  /** How many theses are open; the others are folded below them. */
  first?: number;
}) {
  const { trails, propositions, cards } = await saidIn(history, shown);
  const drawn = trails.map((trail) => (
    <ThesisTrail
      key={trail.thesis.thesisId}
      {...trail}
      heading={headings}
      proposition={propositions[trail.thesis.thesisId]}
      cards={cards}
      focus={shown.focus}
    />
  ));
  const folded = drawn.slice(first);
  return (
    <>
      {history.theses.length === 0 ? <p className="mt-3 text-soft">{history.summary}</p> : null}
      <div className="mt-3">{drawn.slice(0, first)}</div>
      {folded.length > 0 ? (
        <details className="border-t border-rule">
          <summary className="min-h-11 py-2.5">
            {counted(folded.length, 'more thesis', 'more theses')}
          </summary>
          {folded}
        </details>
      ) : null}
      {trails.some(({ thesis }) => withheldFrom(thesis, propositions[thesis.thesisId]) > 0) ? (
        <Lock lock={history.historyLock} />
      ) : null}
    </>
  );
}
