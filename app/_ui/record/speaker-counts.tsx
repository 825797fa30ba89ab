import Link from '../frame/link.tsx';
import { personPage } from '../frame/page-of.ts';
import { counted } from '../text/format.ts';

/** People by name, each with the number of their ideas. */
export function SpeakerCounts({
  speakers,
}: {
  speakers: readonly { readonly name: string; readonly ideas: number }[];
}) {
  return (
    <ul className="mt-3 text-[0.9375rem]">
      {speakers.map((speaker) => (
        <li key={speaker.name} className="flex items-baseline justify-between gap-3 py-1">
          <Link href={personPage(speaker.name)} className="quiet min-w-0">
            {speaker.name}
          </Link>
          <span className="figures whitespace-nowrap text-sm text-soft">
            {counted(speaker.ideas, 'idea')}
          </span>
        </li>
      ))}
    </ul>
  );
}
