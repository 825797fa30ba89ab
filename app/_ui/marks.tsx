import { api, viewer } from '../_server/reader.ts';
import { setSaved, setShowFollow, setTickerFollow } from '../(account)/actions.ts';
import { ActionForm } from './action-form.tsx';
import Link from './link.tsx';

/** Follow or unfollow a show; the way to an account for a reader without one. */
export async function FollowShow({ id, name, path }: { id: string; name: string; path: string }) {
  if (!(await viewer())) return <NeedsAccount path={path}>Follow {name}</NeedsAccount>;
  const { shows } = await (await api()).follows.listFollows();
  const following = shows.some((show) => show.id === id);
  return (
    <ActionForm action={setShowFollow}>
      <input type="hidden" name="path" value={path} />
      <input type="hidden" name="showId" value={id} />
      <input type="hidden" name="follow" value={following ? 'no' : 'yes'} />
      <button type="submit" className={following ? 'btn btn-plain btn-small' : 'btn btn-small'}>
        {following ? 'Unfollow' : 'Follow'} {name}
      </button>
    </ActionForm>
  );
}

/** Follow or unfollow a ticker; the way to an account for a reader without one. */
export async function FollowTicker({ symbol, path }: { symbol: string; path: string }) {
  if (!(await viewer())) return <NeedsAccount path={path}>Follow {symbol}</NeedsAccount>;
  const { tickers } = await (await api()).follows.listFollows();
  const following = tickers.some((ticker) => ticker.symbol === symbol);
  return (
    <ActionForm action={setTickerFollow}>
      <input type="hidden" name="path" value={path} />
      <input type="hidden" name="symbol" value={symbol} />
      <input type="hidden" name="follow" value={following ? 'no' : 'yes'} />
      <button type="submit" className={following ? 'btn btn-plain btn-small' : 'btn btn-small'}>
        {following ? 'Unfollow' : 'Follow'} {symbol}
      </button>
    </ActionForm>
  );
}

/** Save an idea or let it go; `saved` is null for a reader without an account. */
export function SaveIdea({ ideaId, saved }: { ideaId: string; saved: boolean | null }) {
  if (saved === null) return <NeedsAccount path={`/ideas/${ideaId}`}>Save this idea</NeedsAccount>;
  return (
    <ActionForm action={setSaved}>
      <input type="hidden" name="path" value={`/ideas/${ideaId}`} />
      <input type="hidden" name="ideaId" value={ideaId} />
      <input type="hidden" name="save" value={saved ? 'no' : 'yes'} />
      <button type="submit" className="btn btn-plain btn-small">
        {saved ? 'Remove from saved' : 'Save this idea'}
      </button>
    </ActionForm>
  );
}

function NeedsAccount({ path, children }: { path: string; children: React.ReactNode }) {
  return (
    <Link href={`/sign-in?next=${encodeURIComponent(path)}`} className="btn btn-plain btn-small">
      {children}
    </Link>
  );
}
