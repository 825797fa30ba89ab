import { tickerPath } from '#server/api/links.ts';
import type { IdeaCard } from '#server/features/ideas/schema.ts';
import { told } from '#server/features/ideas/telling.ts';
import Link from '../frame/link.tsx';
import { Unbroken } from '../text/unbroken.tsx';
import { Depth } from './depth.tsx';
import { StanceMark } from './stance.tsx';

const reasonWords: Readonly<Record<NonNullable<IdeaCard['reason']>, string>> = {
  holding: 'You marked it as held',
  saved_thesis: 'Continues a thesis you saved',
  followed_ticker: 'You follow the ticker',
  followed_podcast: 'You follow the show',
  followed_exposure: 'Touches a ticker you follow',
  top_today: 'Among the day’s most fully argued',
};

type Level = 'h2' | 'h3' | 'h4';
/** What the page is about, so that its cards do not repeat it. */
type Known = 'show' | 'episode';

/**
 * One idea in a list: first where it was said, then what was argued. On an episode's page it has an id that links
 * lead to. A `narrow` card is for a column: day and second stand above it, not beside it.
 */
export function Card({
  idea,
  level: Heading = 'h3',
  known,
  narrow = false,
}: {
  idea: IdeaCard;
  level?: Level;
  known?: Known;
  narrow?: boolean;
}) {
  const { headline, line, aired } = told(idea);
  return (
    <article
      id={known === 'episode' ? idea.id : undefined}
      className={`grid content-start gap-x-8 gap-y-1 border-t border-rule py-5 ${narrow ? '' : 'sm:grid-cols-[8.5rem_minmax(0,1fr)]'}`}
    >
      <div className={`text-sm text-soft ${narrow ? '' : 'sm:pt-1'}`}>
        {known === 'episode' ? null : (
          <>
            <time dateTime={idea.episode.publishedAt}>{aired}</time>
            <span className={narrow ? '' : 'sm:hidden'}>, </span>
          </>
        )}
        <span className={narrow ? '' : 'sm:block'}>
          <Second idea={idea} />
        </span>
      </div>
      <div className="min-w-0">
        {known === 'episode' ? null : <Source idea={idea} known={known} />}
        <Heading className={`mt-0.5 ${narrow ? 'text-[1.125rem]' : 'text-[1.3125rem]'}`}>
          <Link href={`/ideas/${idea.id}`} className="quiet">
            <Unbroken text={headline} />
          </Link>
        </Heading>
        {line === null ? null : (
          <p className="mt-1.5 max-w-[42rem] font-serif text-[1.0625rem]">
            <Unbroken text={line} />
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-sm text-soft">
          <Tickers symbols={idea.tickers} />
          <StanceMark stance={idea.stance} />
          <Then />
          <Depth depth={idea.discussionDepth} />
          {idea.reason ? (
            <>
              <Then />
              <span>{reasonWords[idea.reason]}</span>
            </>
          ) : null}
          {idea.superseded ? (
            <>
              <Then />
              <span>Replaced by a later reading of the episode</span>
            </>
          ) : null}
        </div>
      </div>
    </article>
  );
}

/** The second at which it was said, as a link to hear it where there is one. */
function Second({ idea }: { idea: IdeaCard }) {
  const { at } = told(idea);
  if (at === null) return 'moment unknown';
  if (!idea.listenUrl) return at;
  return (
    <a href={idea.listenUrl} rel="noopener nofollow" className="target">
      <span className="sr-only">Listen </span>
      {at}
    </a>
  );
}

/** The episode that the idea is attributed to, and the show unless the page is the show's own. */
function Source({ idea, known }: { idea: IdeaCard; known: Known | undefined }) {
  const { show, episode } = idea;
  const words = told(idea);
  return (
    <p className="text-sm text-soft">
      {known === 'show' ? null : (
        <>
          <Link href={`/shows/${show.slug ?? show.id}`} className="quiet target font-medium text-ink">
            <Unbroken text={words.show} />
          </Link>
          {', '}
        </>
      )}
      <Link href={`/episodes/${episode.id}`} className="quiet target">
        {words.episode}
      </Link>
      {words.guest ? `, ${words.guest}` : ''}
    </p>
  );
}

/** A comma between marks for screen readers; on the page, room sets them apart. */
export function Then() {
  return <span className="sr-only">, </span>;
}

/** Ticker symbols as links to their pages. */
export function Tickers({ symbols }: { symbols: readonly string[] }) {
  if (symbols.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-3">
      {symbols.map((symbol) => (
        <Link key={symbol} href={tickerPath(symbol)} className="symbol quiet target text-accent">
          {symbol}
        </Link>
      ))}
    </span>
  );
}

/** A list of ideas; `empty` stands in its place when there is none. */
export function Cards({
  ideas,
  empty,
  ...shown
}: {
  ideas: readonly IdeaCard[];
  level?: Level;
  known?: Known;
  narrow?: boolean;
  empty: React.ReactNode;
}) {
  if (ideas.length === 0) return <div className="border-t border-rule py-6">{empty}</div>;
  return (
    <div>
      {ideas.map((idea) => (
        <Card key={idea.id} idea={idea} {...shown} />
      ))}
    </div>
  );
}
