'use server';

import { redirect } from 'next/navigation';
import type { PageCaller } from '#server/edges/pages.ts';
import { attempt, attemptWished } from '../_server/attempt.ts';
import { field } from '../_server/field.ts';
import { tickerCalled } from '../_server/ticker-called.ts';
import { readWish, signInWith } from '../_server/wish.ts';
import type { Outcome } from './outcome.ts';

/** Follows the show of `showId`, or unfollows it when `follow` is `no`. */
export async function setShowFollow(_before: Outcome, form: FormData): Promise<Outcome> {
  const showId = field(form, 'showId');
  const path = field(form, 'path');
  if (field(form, 'follow') === 'no')
    return attempt(path, async (caller) => {
      await caller.follows.unfollowShow({ showId });
      return 'No longer followed.';
    });
  return attemptWished({ show: showId }, path, async (caller) => {
    await caller.follows.followShow({ showId });
    return 'Followed: it is part of your digest.';
  });
}

/** Follows the ticker of a symbol or a name, or unfollows a symbol when `follow` is `no`. */
export async function setTickerFollow(_before: Outcome, form: FormData): Promise<Outcome> {
  const typed = field(form, 'symbol');
  const path = field(form, 'path');
  if (field(form, 'follow') === 'no')
    return attempt(path, async (caller) => {
      await caller.follows.unfollowTicker({ symbol: typed });
      return 'No longer followed.';
    });
  let near = null as string | null;
  const follow = async (caller: PageCaller) => {
    const called = await tickerCalled(typed, caller);
    near = called.near;
    await caller.follows.followTicker({ symbol: called.symbol });
    return `${called.symbol === typed ? 'Followed' : `${called.symbol} is followed`}: it is part of your digest.`;
  };
  const outcome = await attemptWished({ ticker: typed }, path, follow, form);
  if (outcome?.ok !== false || outcome.upgrade || near === null) return outcome;
  return { ...outcome, message: `Earmark knows no ticker “${typed}”. Do you mean ${near}?` };
}

/** Saves an idea, or removes it from the saved ones when `save` is `no`. */
export async function setSaved(_before: Outcome, form: FormData): Promise<Outcome> {
  const ideaId = field(form, 'ideaId');
  const path = field(form, 'path');
  if (field(form, 'save') === 'no')
    return attempt(path, async (caller) => {
      await caller.saves.unsaveIdea({ ideaId });
      return 'Removed from your saved ideas.';
    });
  return attemptWished({ save: ideaId }, path, async (caller) => {
    await caller.saves.saveIdea({ ideaId });
    return 'Saved.';
  });
}

/**
 * Saves a search (`asked`, JSON) with alerts, or removes it when `save` is `no`. `dated`: it was asked with air dates,
 * which are not saved. `name`: it follows somebody of that name.
 */
export async function setSearchSaved(_before: Outcome, form: FormData): Promise<Outcome> {
  const wish = readWish(`{"search":${field(form, 'asked')}}`);
  const asked = wish && 'search' in wish ? wish.search : {};
  const name = field(form, 'name');
  const path = field(form, 'path');
  if (field(form, 'save') === 'no')
    return attempt(path, async ({ searches }) => {
      await searches.remove({ asked });
      return name ? 'No longer followed.' : 'Removed, with its alerts.';
    });
  return attemptWished({ search: asked }, path, async ({ searches, alerts }) => {
    await searches.save({ asked, ...(name ? { name } : {}) });
    const saved = field(form, 'dated') === 'yes' ? 'Saved without the air dates' : 'Saved';
    const comes = (await alerts.tellsNewIdeas())
      ? 'What is found from now on comes by the channels under Alerts.'
      : 'Nothing is sent yet: switch on a mail, a feed or a webhook under Alerts, and new ideas among what they tell.';
    return `${name ? 'Followed' : saved}. ${comes}`;
  });
}

/** Stores what a reader without an account pressed and goes to the sign-in page; it is carried out afterwards. */
export async function wishFor(form: FormData): Promise<void> {
  const wish = readWish(field(form, 'wish'));
  const path = field(form, 'path');
  redirect(wish ? await signInWith(wish, path) : `/sign-in?next=${encodeURIComponent(path)}`);
}
