import { api, viewer } from '../../_server/reader.ts';
import { type Wish, whyUndone } from '../../_server/wish.ts';
import { setSaved, setShowFollow, setTickerFollow, wishFor } from '../actions.ts';
import { ActionButton } from '../form/action-button.tsx';
import { OutcomeNote } from '../form/action-form.tsx';

/** A button that follows or unfollows a show; without an account it leads to one. */
export async function FollowShow({ id, name, path }: { id: string; name: string; path: string }) {
  if (!(await viewer()))
    return (
      <NeedsAccount path={path} wish={{ show: id }}>
        Follow {name}
      </NeedsAccount>
    );
  const { shows } = await (await api()).follows.listFollows();
  const following = shows.some((show) => show.id === id);
  return <Follow action={setShowFollow} fields={{ path, showId: id }} name={name} following={following} />;
}

/** A button that follows or unfollows a ticker; without an account it leads to one. */
export async function FollowTicker({ symbol, path }: { symbol: string; path: string }) {
  if (!(await viewer()))
    return (
      <NeedsAccount path={path} wish={{ ticker: symbol }}>
        Follow {symbol}
      </NeedsAccount>
    );
  const { tickers } = await (await api()).follows.listFollows();
  const following = tickers.some((ticker) => ticker.symbol === symbol);
  return <Follow action={setTickerFollow} fields={{ path, symbol }} name={symbol} following={following} />;
}

async function Follow(props: {
  action: typeof setShowFollow;
  fields: Readonly<Record<string, string>>;
  name: string;
  following: boolean;
}) {
  const { action, fields, name, following } = props;
  return (
    <div>
      <ActionButton
        action={action}
        fields={{ ...fields, follow: following ? 'no' : 'yes' }}
        className={`btn btn-named btn-small ${following ? 'btn-plain' : ''}`}
      >
        {following ? 'Unfollow' : 'Follow'} {name}
      </ActionButton>
      {following ? null : <WhyUndone />}
    </div>
  );
}

/** Says why a button that was pressed before signing in did nothing. */
export async function WhyUndone() {
  return <OutcomeNote outcome={await whyUndone()} />;
}

/** A button that saves or removes an idea. `saved` is null for a reader without an account. */
export function SaveIdea({ ideaId, saved }: { ideaId: string; saved: boolean | null }) {
  const path = `/ideas/${ideaId}`;
  if (saved === null)
    return (
      <NeedsAccount path={path} wish={{ save: ideaId }}>
        Save this idea
      </NeedsAccount>
    );
  return (
    <>
      <ActionButton action={setSaved} fields={{ path, ideaId, save: saved ? 'no' : 'yes' }}>
        {saved ? 'Remove from saved' : 'Save this idea'}
      </ActionButton>
      {saved ? null : <WhyUndone />}
    </>
  );
}

/** A button for a reader without an account. What it asks for is carried out after signing in. */
export function NeedsAccount({
  path,
  wish,
  children,
}: {
  path: string;
  wish: Wish;
  children: React.ReactNode;
}) {
  return (
    <form action={wishFor}>
      <input type="hidden" name="path" value={path} />
      <input type="hidden" name="wish" value={JSON.stringify(wish)} />
      <button type="submit" className="btn btn-named btn-plain btn-small">
        {children}
      </button>
    </form>
  );
}
