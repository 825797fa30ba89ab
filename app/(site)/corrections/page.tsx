import type { Metadata } from 'next';
import { api } from '../../_server/reader.ts';
import Link from '../../_ui/frame/link.tsx';
import { day } from '../../_ui/text/format.ts';

export const metadata: Metadata = {
  title: 'Corrections',
  description:
    'How to report a mistake in an entry, what happens with the report, and what was corrected lately.',
  alternates: { canonical: '/corrections' },
};

export default async function Corrections() {
  const corrected = await (await api()).corrections.recent();
  return (
    <article className="prose">
      <h1 className="text-3xl">Corrections</h1>
      <p className="text-lg text-soft">
        A record is only as good as what becomes of its mistakes. Anyone can report one; no account is needed.
      </p>
      <h2>Report a mistake</h2>
      <p>
        Open the idea, and choose “Report a mistake” beside it. Say what is wrong (the speaker, the words, the
        side, the company or the moment) and what would be right.{' '}
        <Link href="/search">Find the idea by search</Link>.
      </p>
      <h2>What happens then</h2>
      <p>
        An operator compares the report with the transcript and the sound. A confirmed mistake is put right or
        the idea is withdrawn. What it said before is kept, and the page says that it was corrected, when and
        why. A later reading of the episode does not undo it. A withdrawn idea answers as if it had never been
        there, on pages and over the API alike. Whoever left an address is told what came of the report.
      </p>
      <h2 id="corrected">Corrected lately</h2>
      {corrected.length === 0 ? (
        <p>No entry that is listed has been corrected so far.</p>
      ) : (
        <ul>
          {corrected.map(({ ideaId, headline, show, at, note, changed }) => (
            <li key={`${ideaId} ${at.toISOString()}`}>
              <time dateTime={at.toISOString()}>{day(at)}</time>, {show}:{' '}
              <Link href={`/ideas/${ideaId}`}>{headline}</Link>{' '}
              <span className="text-soft">
                ({changed.join(', ')}){note ? ` ${note}` : ''}
              </span>
            </li>
          ))}
        </ul>
      )}
      <h2>If it is your show</h2>
      <p>
        You decide how long a quote may be, whether moments can be played, and whether widgets of your show
        may be embedded. Embedding is off until you turn it on.{' '}
        <Link href="/settings/shows">Claim your show</Link> by its feed or by the address in it.
      </p>
    </article>
  );
}
