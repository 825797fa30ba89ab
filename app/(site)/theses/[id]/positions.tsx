import type { Position } from '#server/features/pages/schema.ts';
import type { StanceWord } from '#server/features/theses/schema.ts';
import Link from '../../../_ui/frame/link.tsx';
import { StanceMark } from '../../../_ui/record/stance.tsx';
import { counted, day } from '../../../_ui/text/format.ts';

/**
 * Which shows are on the side of a thesis and which dispute it: each show under every stance that its statements
 * take. `side` is the side of the proposition. A stance that is not told is no side.
 */
export function Positions({ positions, side }: { positions: readonly Position[]; side: StanceWord | null }) {
  if (positions.length < 2) return null;
  const order = ['On its side', 'On the other side', null];
  const place = ([stance]: [string | null, unknown]) => order.indexOf(standing(stance, side));
  const sides = [...Map.groupBy(positions, (position) => position.stance)].toSorted(
    (a, b) => place(a) - place(b),
  );
  return (
    <div className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {sides.map(([stance, shows]) => (
        <div key={stance}>
          <p className="flex flex-wrap gap-x-3 text-sm">
            {standing(stance, side) ? (
              <strong className="font-semibold">{standing(stance, side)}</strong>
            ) : null}
            <StanceMark stance={stance} />
          </p>
          <ul className="mt-1 text-[0.9375rem]">
            {shows.map((show) => (
              <li key={show.showId} className="py-0.5">
                <Link href={`/shows/${show.slug}`} className="quiet font-medium">
                  {show.show}
                </Link>
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

/**
 * Whether a stance is on the proposition's side; null when either takes no side. The proposition's words are one
 * speaker's alone, so a show on its side does not say them.
 */
function standing(stance: string | null, side: StanceWord | null): string | null {
  if (side === null || side === 'neutral' || (stance !== 'bullish' && stance !== 'bearish')) return null;
  return stance === side ? 'On its side' : 'On the other side';
}
