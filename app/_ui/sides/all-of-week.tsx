import { IDEAS_A_SIDE } from '#server/features/pages/subjects/rules.ts';
import type { SidesAnswer } from '#server/features/pages/subjects/sides.ts';
import { DAY_MS, startOfDay, utcDay } from '#server/platform/clock.ts';
import Link from '../frame/link.tsx';
import { day } from '../text/format.ts';

/** The way to the ideas that `query` finds in the week from `week`, its first day (UTC), where a side may have more than it shows. */
export function AllOfWeek(props: {
  title: string;
  query: Readonly<Record<string, string>>;
  week: string;
  sides: SidesAnswer;
}) {
  const { title, query, week, sides } = props;
  const isFull = Object.values(sides).some((ideas) => ideas.length >= IDEAS_A_SIDE);
  if (!isFull) return null;
  const lastDay = utcDay(new Date(startOfDay(week).getTime() + 6 * DAY_MS));
  return (
    <Link
      className="btn btn-plain mt-4"
      href={`/search?${new URLSearchParams({ ...query, from: week, to: lastDay })}`}
    >
      {title} in the week from {day(week)}
    </Link>
  );
}
