import type { DayOfCalls } from '#server/features/calls/rules.ts';
import { Swatch } from '../../../../_ui/record/swatch.tsx';
import { counted, day, number } from '../../../../_ui/text/format.ts';

const WIDTH = 1000;
const HEIGHT = 120;

/** Requests by UTC day as bars, refused ones on top, and as a table. */
export function DayBars({ days }: { days: readonly DayOfCalls[] }) {
  const most = Math.max(1, ...days.map(({ answered, refused }) => answered + refused));
  const step = WIDTH / days.length;
  const tall = (calls: number) => (calls / most) * HEIGHT;
  const called = days.filter(({ answered, refused }) => answered + refused > 0);
  return (
    <figure className="mt-4">
      <figcaption className="flex flex-wrap gap-x-5 text-sm text-soft">
        <span>Requests a UTC day, at most {number(most)}.</span>
        <Key fill="var(--chart-ink)">answered</Key>
        <Key fill="var(--chart-ochre)">refused (400 and above)</Key>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label="Requests a day; the numbers are in the table below"
        className="mt-3 h-28 w-full border-b border-ink"
      >
        {days.map(({ day: date, answered, refused }, at) => (
          <g key={date}>
            <title>{`${day(date)}: ${counted(answered + refused, 'request')}`}</title>
            <rect x={at * step} y={0} width={step} height={HEIGHT} fill="transparent" />
            <rect
              x={at * step}
              y={HEIGHT - tall(answered)}
              width={step * 0.75}
              height={tall(answered)}
              fill="var(--chart-ink)"
            />
            {refused > 0 ? (
              <rect
                x={at * step}
                y={HEIGHT - tall(answered + refused)}
                width={step * 0.75}
                height={tall(refused)}
                fill="var(--chart-ochre)"
                stroke="var(--chart-ink)"
                vectorEffect="non-scaling-stroke"
              />
            ) : null}
          </g>
        ))}
      </svg>
      <div className="figures mt-1 flex justify-between text-xs text-soft" aria-hidden="true">
        <span>{day(days[0]!.day)}</span>
        <span>{day(days.at(-1)!.day)}</span>
      </div>
      <Numbers days={called} />
    </figure>
  );
}

function Key({ fill, children }: { fill: string; children: React.ReactNode }) {
  return (
    <span className="flex items-center gap-2">
      <Swatch fill={fill} />
      {children}
    </span>
  );
}

function Numbers({ days }: { days: readonly DayOfCalls[] }) {
  return (
    <details className="mt-3 text-sm">
      <summary className="min-h-9 py-1.5">The numbers, day by day</summary>
      <table className="plain-table figures">
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Answered</th>
            <th scope="col">Refused</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day: date, answered, refused }) => (
            <tr key={date}>
              <td>{day(date)}</td>
              <td>{number(answered)}</td>
              <td>{number(refused)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
