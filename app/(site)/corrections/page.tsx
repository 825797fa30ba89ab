import type { Metadata } from 'next';
import Link from 'next/link';

export const metadata: Metadata = {
  title: 'Corrections',
  description:
    'How to report a mistake in an entry, what happens with the report, and what shows can ask for.',
  alternates: { canonical: '/corrections' },
};

export default function Corrections() {
  return (
    <article className="prose">
      <h1 className="text-3xl">Corrections</h1>
      <p className="text-lg text-soft">
        A record is worth what its mistakes cost it. Anyone can report one; no account is needed.
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
        the idea is withdrawn. What it said before is kept, and the page says that it was corrected and when.
        A withdrawn idea answers as if it had never been there, on pages and over the API alike.
      </p>
      <h2>If it is your show</h2>
      <p>
        You decide how long a quote may be, whether moments can be played, and whether widgets of your show
        may be embedded. Embedding is off until you turn it on. Write to the operator of this deployment from
        the address in your feed.
      </p>
    </article>
  );
}
