import type { Metadata } from 'next';
import { mostCharacters } from '#server/api/limits.ts';
import { tickerPath } from '#server/api/links.ts';
import type { PageCaller } from '#server/edges/pages.ts';
import { api, signedIn } from '../../../_server/reader.ts';
import { setShowFollow, setTickerFollow } from '../../../_ui/actions.ts';
import { ActionButton } from '../../../_ui/form/action-button.tsx';
import { ActionForm } from '../../../_ui/form/action-form.tsx';
import { Landing } from '../../../_ui/form/landing.tsx';
import { OneField } from '../../../_ui/form/one-field.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { WhyUndone } from '../../../_ui/record/marks.tsx';
import { day } from '../../../_ui/text/format.ts';
import { setHeld } from './actions.ts';

export const metadata: Metadata = { title: 'Follows', robots: { index: false } };

const PATH = '/settings/follows';

export default async function FollowsPage() {
  await signedIn();
  const caller = await api();
  const [follows, marks] = await Promise.all([caller.follows.listFollows(), caller.follows.listHeld()]);
  return (
    <>
      <h1 className="text-3xl">Follows</h1>
      <p className="mt-3 max-w-prose text-soft">
        What you follow is the scope of your daily digest. A ticker marked as held comes first there; the mark
        is seen by nobody else. A speaker, or a company without a ticker, is followed by a{' '}
        <Link href="/settings/searches">saved search</Link>, which alerts tell of.
      </p>

      <Tickers follows={follows} marks={marks} />
      <Shows follows={follows} />
    </>
  );
}

type Follows = Awaited<ReturnType<PageCaller['follows']['listFollows']>>;
type Held = Awaited<ReturnType<PageCaller['follows']['listHeld']>>;

/** The followed tickers, and the form that follows another one. */
function Tickers({ follows, marks }: { follows: Follows; marks: Held }) {
  const held = new Set(marks.filter((mark) => mark.held).map((mark) => mark.symbol));
  const names = new Map(marks.map((mark) => [mark.symbol, mark.name]));
  return (
    <Section id="tickers" title={<>Tickers, {used(follows.limits?.tickers)}</>} className="mt-10">
      <ActionForm action={setTickerFollow} className="mt-4 max-w-md">
        <input type="hidden" name="path" value={PATH} />
        <OneField
          name="symbol"
          label="Follow a ticker, by symbol or name"
          seen
          button="Follow"
          field={{ required: true, maxLength: mostCharacters.soughtName, placeholder: 'BRK.B, Apple' }}
        />
      </ActionForm>
      <WhyUndone />
      <Landing
        of={follows.tickers
          .map(({ symbol }) => symbol)
          .sort()
          .join()}
        label="Followed tickers"
        said="No longer followed."
      >
        {follows.tickers.length === 0 ? (
          <p className="mt-5 text-soft">You follow no ticker yet.</p>
        ) : (
          <ul className="mt-4">
            {follows.tickers.map(({ symbol, followedAt }) => (
              <Followed
                key={symbol}
                since={followedAt}
                note={held.has(symbol) ? ', marked as held' : ''}
                name={
                  <>
                    <Link href={tickerPath(symbol)} className="symbol target text-accent">
                      {symbol}
                    </Link>{' '}
                    {names.get(symbol)}
                  </>
                }
              >
                <ActionButton action={setHeld} fields={{ symbol, held: held.has(symbol) ? 'no' : 'yes' }}>
                  {held.has(symbol) ? 'Remove the mark' : 'Mark as held'}
                  <span className="sr-only">: {symbol}</span>
                </ActionButton>
                <ActionButton action={setTickerFollow} fields={{ path: PATH, follow: 'no', symbol }}>
                  Unfollow<span className="sr-only"> {symbol}</span>
                </ActionButton>
              </Followed>
            ))}
          </ul>
        )}
      </Landing>
    </Section>
  );
}

/** The followed shows. */
function Shows({ follows }: { follows: Follows }) {
  return (
    <Section id="shows" title={<>Shows, {used(follows.limits?.shows)}</>} className="mt-12">
      <Landing
        of={follows.shows
          .map(({ id }) => id)
          .sort()
          .join()}
        label="Followed shows"
        said="No longer followed."
      >
        {follows.shows.length === 0 ? (
          <p className="mt-4 text-soft">
            You follow no show yet. <Link href="/shows">Pick some from the list.</Link>
          </p>
        ) : (
          <ul className="mt-2">
            {follows.shows.map((show) => (
              <Followed
                key={show.id}
                since={show.followedAt}
                name={
                  <Link href={`/shows/${show.slug ?? show.id}`} className="font-serif text-lg">
                    {show.name}
                  </Link>
                }
              >
                <ActionButton action={setShowFollow} fields={{ path: PATH, follow: 'no', showId: show.id }}>
                  Unfollow<span className="sr-only"> {show.name}</span>
                </ActionButton>
              </Followed>
            ))}
          </ul>
        )}
      </Landing>
    </Section>
  );
}

/** A followed ticker or show: since when, and its buttons. */
function Followed(props: { name: React.ReactNode; since: string; note?: string; children: React.ReactNode }) {
  const { name, since, note = '', children } = props;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3">
      <p className="min-w-0">
        {name}{' '}
        <span className="text-sm text-soft">
          since {day(since)}
          {note}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </li>
  );
}

function used(quota: { used: number; limit: number | null } | undefined): string {
  if (!quota) return '';
  return quota.limit === null ? `${quota.used}, unlimited` : `${quota.used} of ${quota.limit}`;
}
