import type { IdeaCard } from '#server/features/ideas/schema.ts';
import type { SidesAnswer } from '#server/features/pages/subjects/sides.ts';
import Link from '../frame/link.tsx';
import { Section } from '../frame/section.tsx';
import { Cards } from '../record/card.tsx';
import { counted, day } from '../text/format.ts';
import { noSideText } from './no-side-text.ts';

export type Order = 'newest' | 'deepest';

/** The order that an address asks for; newest first unless it says `deepest`. */
export function orderOf(sent: string | undefined): Order {
  return sent === 'deepest' ? 'deepest' : 'newest';
}

type Props = {
  readonly sides: SidesAnswer;
  readonly order: Order;
  /** First day (UTC) of the one week that is shown; null for all weeks. */
  readonly week: string | null;
  /** Path of the page, without a query. */
  readonly path: string;
  readonly empty: string;
};

/** Ideas for and against in two columns; below them those that take neither side, then those about something else. */
export function TwoSides({ sides, order, week, path, empty }: Props) {
  const { bullish, bearish, other, beside } = sides;
  if (bullish.length + bearish.length + other.length + beside.length === 0 && week === null)
    return <p className="mt-3">{empty}</p>;
  const none = noSideText('this', sides);
  return (
    <>
      <p className="mt-3 flex flex-wrap gap-x-4 text-sm">
        <Chosen href={address(path, 'newest', week)} name="Newest first" is={order === 'newest'} />
        <Chosen
          href={address(path, 'deepest', week)}
          name="Most fully argued first"
          is={order === 'deepest'}
        />
        {week ? (
          <span>
            Week from {day(week)}. <Link href={address(path, order, null)}>All weeks</Link>
          </span>
        ) : null}
      </p>
      {bullish.length + bearish.length > 0 ? (
        <div className="mt-5 grid gap-x-10 gap-y-10 md:grid-cols-2">
          <Side id="bullish" title="Argued as bullish" ideas={bullish} beside={bearish.length} empty={none} />
          <Side id="bearish" title="Argued as bearish" ideas={bearish} beside={bullish.length} empty={none} />
        </div>
      ) : (
        <p className="mt-5 text-soft">{noSideText('either', sides)}</p>
      )}
      {other.length > 0 ? (
        <Section id="other" title="Balanced, mixed, or stance not told" className="mt-10">
          <Cards ideas={other} empty={null} />
        </Section>
      ) : null}
      {beside.length > 0 ? (
        <Section id="beside" title="On other subjects, and touching this" className="mt-10">
          <Cards ideas={beside} empty={null} />
        </Section>
      ) : null}
    </>
  );
}

/** A side shows at least this many ideas, however few the other side has. */
const LEAST_OPEN = 3;

/** One side. Ideas beyond the length of the other side are folded, so that no column stands beside nothing. */
function Side(props: {
  id: string;
  title: string;
  ideas: readonly IdeaCard[];
  beside: number;
  empty: string;
}) {
  const { id, title, ideas, beside, empty } = props;
  const open = Math.max(LEAST_OPEN, beside);
  const folded = ideas.slice(open);
  return (
    <Section id={id} title={title}>
      <Cards ideas={ideas.slice(0, open)} narrow empty={<p className="text-soft">{empty}</p>} />
      {folded.length > 0 ? (
        <details className="border-t border-rule">
          <summary className="min-h-11 py-2.5">{counted(folded.length, 'more idea')} on this side</summary>
          <Cards ideas={folded} narrow empty={null} />
        </details>
      ) : null}
    </Section>
  );
}

function Chosen({ href, name, is }: { href: string; name: string; is: boolean }) {
  return (
    <Link href={href} aria-current={is ? 'true' : undefined} className={is ? 'quiet font-semibold' : ''}>
      {name}
    </Link>
  );
}

function address(path: string, order: Order, week: string | null): string {
  const query = new URLSearchParams();
  if (order !== 'newest') query.set('order', order);
  if (week) query.set('week', week);
  return `${path}${query.size > 0 ? `?${query}` : ''}#ideas`;
}
