import type { Metadata } from 'next';
import { api, signedIn } from '../../../_server/reader.ts';
import { ActionForm } from '../../../_ui/action-form.tsx';
import { day } from '../../../_ui/format.ts';
import Link from '../../../_ui/link.tsx';
import { setHeld, setShowFollow, setTickerFollow } from '../../actions.ts';

export const metadata: Metadata = { title: 'Follows', robots: { index: false } };

const PATH = '/settings/follows';

export default async function Follows() {
  await signedIn(PATH);
  const caller = await api();
  const [follows, marks] = await Promise.all([caller.follows.listFollows(), caller.follows.listHeld()]);
  const held = new Set(marks.filter((mark) => mark.held).map((mark) => mark.symbol));
  return (
    <>
      <h1 className="text-3xl">Follows</h1>
      <p className="mt-3 max-w-prose text-soft">
        What you follow is the scope of your daily digest. A ticker marked as held comes first there; the mark
        is seen by nobody else.
      </p>

      <section aria-labelledby="tickers" className="mt-10">
        <h2 id="tickers" className="kicker">
          Tickers, {used(follows.limits?.tickers)}
        </h2>
        <ActionForm action={setTickerFollow} className="mt-4 max-w-md">
          <input type="hidden" name="path" value={PATH} />
          <label className="label" htmlFor="symbol">
            Follow a ticker
          </label>
          <div className="flex gap-2">
            <input
              id="symbol"
              name="symbol"
              required
              maxLength={16}
              placeholder="BRK.B"
              className="field min-w-0"
            />
            <button type="submit" className="btn">
              Follow
            </button>
          </div>
        </ActionForm>
        {follows.tickers.length === 0 ? (
          <p className="mt-5 text-soft">You follow no ticker yet.</p>
        ) : (
          <ul className="mt-4">
            {follows.tickers.map(({ symbol, followedAt }) => (
              <li
                key={symbol}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3"
              >
                <p>
                  <Link href={`/tickers/${encodeURIComponent(symbol)}`} className="symbol text-accent">
                    {symbol}
                  </Link>{' '}
                  <span className="text-sm text-soft">
                    since {day(followedAt)}
                    {held.has(symbol) ? ', marked as held' : ''}
                  </span>
                </p>
                <div className="flex flex-wrap gap-2">
                  <ActionForm action={setHeld}>
                    <input type="hidden" name="symbol" value={symbol} />
                    <input type="hidden" name="held" value={held.has(symbol) ? 'no' : 'yes'} />
                    <button type="submit" className="btn btn-plain btn-small">
                      {held.has(symbol) ? 'Remove the mark' : 'Mark as held'}
                      <span className="sr-only">: {symbol}</span>
                    </button>
                  </ActionForm>
                  <ActionForm action={setTickerFollow}>
                    <input type="hidden" name="path" value={PATH} />
                    <input type="hidden" name="follow" value="no" />
                    <input type="hidden" name="symbol" value={symbol} />
                    <button type="submit" className="btn btn-plain btn-small">
                      Unfollow<span className="sr-only"> {symbol}</span>
                    </button>
                  </ActionForm>
                </div>
              </li>
            ))}
          </ul>
        )}
      </section>

      <section aria-labelledby="shows" className="mt-12">
        <h2 id="shows" className="kicker">
          Shows, {used(follows.limits?.shows)}
        </h2>
        {follows.shows.length === 0 ? (
          <p className="mt-4 text-soft">
            You follow no show yet. <Link href="/shows">Pick some from the list.</Link>
          </p>
        ) : (
          <ul className="mt-2">
            {follows.shows.map((show) => (
              <li
                key={show.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3"
              >
                <p>
                  <Link href={`/shows/${show.slug ?? show.id}`} className="font-serif text-lg">
                    {show.name}
                  </Link>{' '}
                  {show.followedAt ? (
                    <span className="text-sm text-soft">since {day(show.followedAt)}</span>
                  ) : null}
                </p>
                <ActionForm action={setShowFollow}>
                  <input type="hidden" name="path" value={PATH} />
                  <input type="hidden" name="follow" value="no" />
                  <input type="hidden" name="showId" value={show.id} />
                  <button type="submit" className="btn btn-plain btn-small">
                    Unfollow<span className="sr-only"> {show.name}</span>
                  </button>
                </ActionForm>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function used(quota: { used: number; limit: number | null } | undefined): string {
  if (!quota) return '';
  return quota.limit === null ? `${quota.used}, unlimited` : `${quota.used} of ${quota.limit}`;
}
