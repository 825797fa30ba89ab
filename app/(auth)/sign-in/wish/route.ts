import { failed } from '../../../_server/attempt.ts';
import { serverSide } from '../../../_server/load.ts';
import { api, viewer } from '../../../_server/reader.ts';
import { seeOther } from '../../../_server/see-other.ts';
import { tickerCalled } from '../../../_server/ticker-called.ts';
import { takeWish, tellUndone, type Wish } from '../../../_server/wish.ts';

export const dynamic = 'force-dynamic';

const ELSEWHERE = {
  ok: false,
  message: 'Pressed in another browser, before you signed in? Press it here once more.',
};

/**
 * Where signing in leads after a Follow or Save (of an idea or a search) was pressed without an account. Carries it
 * out if this browser stored it, then redirects to the page. The page says why it was not carried out: it was pressed
 * in another browser, or refused by a limit of the plan. A question is put into its field.
 */
export async function GET(request: Request): Promise<Response> {
  const { safePath, pageRefusal } = await serverSide();
  const { pathname, search, searchParams } = new URL(request.url);
  const next = safePath(searchParams.get('next'));
  if (!(await viewer())) return seeOther(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
  const wish = await takeWish(searchParams.get('of') ?? '');
  if (!wish) {
    await tellUndone(next, ELSEWHERE);
    return seeOther(next);
  }
  if ('question' in wish) return seeOther(withQuestion(next, wish.question));
  try {
    await carryOut(wish);
  } catch (error) {
    if (!(await pageRefusal(error))) throw error;
    await tellUndone(next, await failed(error));
  }
  return seeOther(next);
}

function withQuestion(path: string, question: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ q: question })}`;
}

async function carryOut(wish: Exclude<Wish, { question: string }>): Promise<void> {
  const caller = await api();
  const { follows, saves, searches } = caller;
  if ('show' in wish) await follows.followShow({ showId: wish.show });
  else if ('ticker' in wish)
    await follows.followTicker({ symbol: (await tickerCalled(wish.ticker, caller)).symbol });
  else if ('search' in wish) await searches.save({ asked: wish.search });
  else await saves.saveIdea({ ideaId: wish.save });
}
