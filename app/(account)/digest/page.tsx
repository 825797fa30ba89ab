import type { Metadata } from 'next';
import type { Digest } from '#server/features/digest/schema.ts';
import { type Sent, single } from '../../_server/query.ts';
import { api, orRefusal, signedIn } from '../../_server/reader.ts';
import { Landing } from '../../_ui/form/landing.tsx';
import Link from '../../_ui/frame/link.tsx';
import { Section } from '../../_ui/frame/section.tsx';
import { Cards } from '../../_ui/record/card.tsx';
import { day, longDay } from '../../_ui/text/format.ts';
import { Start } from './start.tsx';

export const metadata: Metadata = { title: 'Digest', robots: { index: false } };

export default async function DigestPage({ searchParams }: { searchParams: Sent<'date'> }) {
  const date = single((await searchParams).date);
  await signedIn();
  const digest = await read(date);
  if ('message' in digest) {
    return (
      <>
        <h1 className="text-3xl">Digest</h1>
        <p role="alert" className="note mt-6 max-w-prose">
          {digest.message} <Link href="/digest">Today’s digest</Link>
        </p>
      </>
    );
  }
  const followsNothing = digest.followedShowCount + digest.followedTickerCount === 0;
  const around = await (await api()).digest.daysAround({ date: digest.date });
  const earlier = digest.ideas.length === 0 ? await lastBefore(digest.date) : null;
  return (
    <>
      <DayTitle date={digest.date} />
      <p className="mt-3 max-w-prose text-soft">{inWords(digest.summary)}</p>
      {digest.incomplete ? (
        <p role="status" className="note mt-4 max-w-prose">
          Some episodes of the day are still being read: look again later.
        </p>
      ) : null}
      {digest.hint && !followsNothing ? (
        <p className="note mt-4 max-w-prose">
          {digest.hint} <Link href="/settings/follows">Your follows</Link>
        </p>
      ) : null}
      <Landing
        of={followsNothing ? 'start' : ''}
        label="Your digest"
        said="Followed: your digest is made of them."
      >
        {followsNothing ? <Start shows={digest.recommendedShows ?? []} /> : null}
      </Landing>
      {earlier ? (
        <Earlier digest={earlier} />
      ) : (
        <div className="mt-6 max-w-4xl">
          <Cards level="h2" ideas={digest.ideas} empty={<p>No earlier day holds anything either.</p>} />
        </div>
      )}
      <nav aria-label="Other days" className="mt-8 flex flex-wrap gap-x-6 text-sm">
        <Link href={`/digest?date=${around.before}`} className="target">
          The day before
        </Link>
        {around.after ? (
          <Link href={`/digest?date=${around.after}`} className="target">
            The day after
          </Link>
        ) : null}
      </nav>
    </>
  );
}

/** The day of the digest, and the form that leads to another day. */
function DayTitle({ date }: { date: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
      <h1 className="text-3xl">Digest of {longDay(date)}</h1>
      <form action="/digest" className="flex items-end gap-2">
        <label className="sr-only" htmlFor="date">
          Another day
        </label>
        <input
          id="date"
          name="date"
          type="date"
          defaultValue={date}
          className="field !min-h-9 !w-auto !py-1"
        />
        <button type="submit" className="btn btn-plain btn-small">
          Show
        </button>
      </form>
    </div>
  );
}

/** The digest of the last day that holds ideas, in place of one that holds none. */
function Earlier({ digest: { date, ideas } }: { digest: Digest }) {
  return (
    <Section
      id="earlier"
      title={`The last day that holds something: ${longDay(date)}`}
      className="mt-8 max-w-4xl"
    >
      <div className="mt-3">
        <Cards ideas={ideas} empty={null} />
      </div>
      <p className="mt-2 text-sm">
        <Link href={`/digest?date=${date}`}>The digest of that day</Link>
      </p>
    </Section>
  );
}

/** The digest of the last day before one that holds ideas; null when there is none, or it holds none by now. */
async function lastBefore(date: string) {
  const last = await (await api()).digest.lastHeld({ date });
  if (last === null) return null;
  const digest = await read(last);
  return 'message' in digest || digest.ideas.length === 0 ? null : digest;
}

/** The sentence with its days written as `12 Sept 2026`. */
function inWords(summary: string): string {
  return summary.replace(/\d{4}-\d{2}-\d{2}/g, (date) => day(date));
}

async function read(date: string | undefined) {
  return orRefusal((await api()).digest.getDailyDigest({ ...(date ? { date } : {}), limit: 30 }));
}
