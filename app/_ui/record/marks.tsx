import { api, viewer } from '../../_server/reader.ts';
import { setSaved, setShowFollow, setTickerFollow } from '../actions.ts';
import { ActionButton } from '../form/action-button.tsx';
import Link from '../frame/link.tsx';

/** Follow or unfollow a show; the way to an account for a reader without one. */
export async function FollowShow({ id, name, path }: { id: string; name: string; path: string }) {
  if (!(await viewer())) return <NeedsAccount path={path}>Follow {name}</NeedsAccount>;
  const { shows } = await (await api()).follows.listFollows();
  const following = shows.some((show) => show.id === id);
  return <Follow action={setShowFollow} fields={{ path, showId: id }} name={name} following={following} />;
}

/** Follow or unfollow a ticker; the way to an account for a reader without one. */
export async function FollowTicker({ symbol, path }: { symbol: string; path: string }) {
  if (!(await viewer())) return <NeedsAccount path={path}>Follow {symbol}</NeedsAccount>;
  const { tickers } = await (await api()).follows.listFollows();
  const following = tickers.some((ticker) => ticker.symbol === symbol);
  return <Follow action={setTickerFollow} fields={{ path, symbol }} name={symbol} following={following} />;
}

function Follow(props: {
  action: typeof setShowFollow;
  fields: Readonly<Record<string, string>>;
  name: string;
  following: boolean;
}) {
  const { action, fields, name, following } = props;
  return (
    <ActionButton
      action={action}
      fields={{ ...fields, follow: following ? 'no' : 'yes' }}
      className={following ? 'btn btn-plain btn-small' : 'btn btn-small'}
    >
      {following ? 'Unfollow' : 'Follow'} {name}
    </ActionButton>
  );
}

/** Save an idea or let it go; `saved` is null for a reader without an account. */
export function SaveIdea({ ideaId, saved }: { ideaId: string; saved: boolean | null }) {
  const path = `/ideas/${ideaId}`;
  if (saved === null) return <NeedsAccount path={path}>Save this idea</NeedsAccount>;
  return (
    <ActionButton action={setSaved} fields={{ path, ideaId, save: saved ? 'no' : 'yes' }}>
      {saved ? 'Remove from saved' : 'Save this idea'}
    </ActionButton>
  );
}

function NeedsAccount({ path, children }: { path: string; children: React.ReactNode }) {
  return (
    <Link href={`/sign-in?next=${encodeURIComponent(path)}`} className="btn btn-plain btn-small">
      {children}
    </Link>
  );
}
