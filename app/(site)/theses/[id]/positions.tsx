import type { Position } from '#server/features/pages/schema.ts';
import Link from '../../../_ui/frame/link.tsx';
import { Fictional } from '../../../_ui/record/sample.tsx';
import { StanceMark } from '../../../_ui/record/stance.tsx';
import { counted, day } from '../../../_ui/text/format.ts';

/** Who holds which side of a thesis today: each show by its last statement. A stance that is not told is no side. */
export function Positions({ positions }: { positions: readonly Position[] }) {
  if (positions.length < 2) return null;
  const sides = [...Map.groupBy(positions, (position) => position.stance).entries()];
  return (
    <div className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {sides.map(([stance, shows]) => (
        <div key={stance}>
          <p className="text-sm">
            <StanceMark stance={stance} />
          </p>
          <ul className="mt-1 text-[0.9375rem]">
            {shows.map((show) => (
              <li key={show.showId} className="py-0.5">
                <Link href={`/shows/${show.slug}`} className="quiet font-medium">
                  {show.show}
                </Link>
                <Fictional show={show.showId} />
                <span className="text-sm text-soft">
                  , last {day(show.at)}, {counted(show.statements, 'statement')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
