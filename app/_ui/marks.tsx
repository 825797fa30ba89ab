import { api, viewer } from '../_server/reader.ts';
import { setSaved, setShowFollow, setTickerFollow } from '../(account)/actions.ts';
import { ActionForm } from './action-form.tsx';

/** Follow or unfollow a show; nothing for readers without an account. */
export async function FollowShow({ id, name, path }: { id: string; name: string; path: string }) {
  if (!(await viewer())) return null;
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

/** Follow or unfollow a ticker; nothing for readers without an account. */
export async function FollowTicker({ symbol, path }: { symbol: string; path: string }) {
  if (!(await viewer())) return null;
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

/** Save an idea or let it go. */
export function SaveIdea({ ideaId, saved }: { ideaId: string; saved: boolean }) {
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
