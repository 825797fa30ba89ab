import { sideInWords, stanceInWords } from '#server/features/ideas/telling.ts';
import type { StanceTimeline } from '#server/features/theses/schema.ts';
import { stanceChart } from '#server/features/theses/timeline/chart.ts';
import { windowStart } from '#server/features/theses/timeline/rules.ts';
import Link from '../frame/link.tsx';
import { counted, day, number, span } from '../text/format.ts';
import { Swatch } from './swatch.tsx';

const sides = ['bullish', 'neutral', 'bearish'] as const;
type Side = (typeof sides)[number];
type Week = StanceTimeline['weeks'][number];

/** Ink, paper and ochre: no colour suggests buying or selling. */
const fills: Readonly<Record<Side, string>> = {
  bullish: 'var(--chart-ink)',
  neutral: 'var(--chart-rule)',
  bearish: 'var(--chart-ochre)',
};

type Timeline = Pick<StanceTimeline, 'weeks' | 'windowDays'>;

/**
 * Weekly ideas `on` a ticker or company by stance as a chart and a table. Each week links to its ideas on the page `path`. The last
 * week ends at `until`.
 */
export function StanceChart(props: { on: string; timeline: Timeline; until: Date; path: string }) {
  const { on, timeline, until, path } = props;
  const { weeks } = timeline;
  const from = windowStart(until, timeline.windowDays);
  const total = weeks.reduce((sum, week) => sum + sides.reduce((all, side) => all + week[side], 0), 0);
  if (total === 0) return <p className="mt-3 text-soft">{nothingToDraw(on, weeks)}</p>;
  const { most } = stanceChart(weeks);
  return (
    <figure className="mt-4">
      <figcaption className="text-sm text-soft">
        Ideas on {on} a week, {span(from, until)}: {counted(total, 'idea')} whose stance is told, at most{' '}
        {number(most)} in a week. Counted from the ideas listed below; not a measure of the security.
      </figcaption>
      <Legend />
      <div className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <div
          className="figures flex flex-col justify-between text-right text-xs text-soft"
          aria-hidden="true"
        >
          <span>{most}</span>
          <span>0</span>
        </div>
        <Bars
          weeks={weeks}
          path={path}
          label={`Weekly ideas on ${on} by stance; the numbers are in the table below`}
        />
      </div>
      <div className="figures ml-5 mt-1 flex justify-between text-xs text-soft" aria-hidden="true">
        <span>{day(from)}</span>
        <span>{day(until)}</span>
      </div>
      <Numbers weeks={weeks} path={path} />
    </figure>
  );
}

function nothingToDraw(on: string, weeks: readonly Week[]): string {
  return weeks.some((week) => week.byShow.length > 0)
    ? `No idea on ${on} in this window tells which side it takes.`
    : `No show argued an idea on ${on} in this window.`;
}

/** The shows of a week that have an idea whose stance is told; the others count nothing. */
function countedShows({ byShow }: Week): Week['byShow'] {
  return byShow.filter((row) => sides.some((side) => row[side] > 0));
}

/** The address of a week's ideas. */
function weekAddress(path: string, week: Week): string {
  return `${path}?week=${week.weekStart.slice(0, 10)}#ideas`;
}

function Bars({ weeks, label, path }: { weeks: readonly Week[]; label: string; path: string }) {
  const { width, height, bars } = stanceChart(weeks);
  return (
    <div className="relative">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        className="h-36 w-full border-b border-ink"
      >
        {bars.map(({ side, weekStart, x, y, width: wide, height: tall }) => (
          <rect
            key={`${side}-${weekStart}`}
            x={x}
            y={y}
            width={wide}
            height={tall}
            fill={fills[side]}
            stroke="var(--chart-ink)"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {/* For pointers; the table below has the same links for keys. */}
      <div className="absolute inset-0 flex" aria-hidden="true">
        {weeks.map((week) =>
          countedShows(week).length === 0 ? (
            <span key={week.weekStart} className="flex-1" />
          ) : (
            <Link
              key={week.weekStart}
              href={weekAddress(path, week)}
              tabIndex={-1}
              title={`Week from ${day(week.weekStart)}`}
              className="flex-1 hover:bg-mark/40"
            />
          ),
        )}
      </div>
    </div>
  );
}

function Legend() {
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 text-sm">
      {sides.map((side) => (
        <li key={side} className="flex items-center gap-2">
          <Swatch fill={fills[side]} />
          {stanceInWords(side)}
        </li>
      ))}
    </ul>
  );
}

function Numbers({ weeks, path }: { weeks: readonly Week[]; path: string }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="min-h-9 py-1.5">The numbers, week by week and show by show</summary>
      <div className="overflow-x-auto">
        <table className="plain-table figures">
          <caption className="sr-only">Ideas a week by show and stance, the newest week first</caption>
          <thead>
            <tr>
              <th scope="col" className="hidden sm:table-cell">
                Week from
              </th>
              <th scope="col">Show</th>
              {sides.map((side) => (
                <th key={side} scope="col">
                  {sideInWords(side)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...weeks].reverse().flatMap((week) =>
              countedShows(week).map((row) => (
                <tr key={`${week.weekStart}-${row.show}`}>
                  <td className="hidden whitespace-nowrap sm:table-cell">
                    <Link href={weekAddress(path, week)}>{day(week.weekStart)}</Link>
                  </td>
                  <td className="[overflow-wrap:anywhere]">
                    {row.show}
                    <Link href={weekAddress(path, week)} className="block text-soft sm:hidden">
                      week from {day(week.weekStart)}
                    </Link>
                  </td>
                  {sides.map((side) => (
                    <td key={side}>{row[side]}</td>
                  ))}
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </details>
  );
}
