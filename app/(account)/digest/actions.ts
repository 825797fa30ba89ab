'use server';

import type { PageCaller } from '#server/edges/pages.ts';
import { attempt } from '../../_server/attempt.ts';
import type { Outcome } from '../../_ui/outcome.ts';

/** Follows the ticked shows and tickers. What is followed already does not change. */
export async function followPicked(_before: Outcome, form: FormData): Promise<Outcome> {
  const [shows, symbols] = [form.getAll('show').map(String), form.getAll('symbol').map(String)];
  if (shows.length + symbols.length === 0) return { ok: false, message: 'Tick at least one show or ticker.' };
  const follow = async ({ follows }: PageCaller) => {
    for (const showId of shows) await follows.followShow({ showId });
    for (const symbol of symbols) await follows.followTicker({ symbol });
    return 'Followed: your digest is made of them.';
  };
  return attempt('/digest', follow, form);
}
