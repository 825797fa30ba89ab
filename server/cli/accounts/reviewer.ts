import { sessionPrincipal } from '#server/api/access.ts';
import { closeContext, openContext } from '#server/api/context.ts';
import { scopes } from '#server/api/scopes.ts';
import { createCaller } from '#server/contract/router.ts';
import { makeSignInLink } from '#server/features/accounts/signin/link.ts';
import { upsertAccount } from '#server/features/accounts/store.ts';
import { issueConnectorKey } from '#server/features/keys/store.ts';
import { setPlan } from '#server/features/plans/store.ts';
import { DAY_MS } from '#server/platform/clock.ts';
import type { Services } from '#server/platform/services.ts';

/** Several reviewers of a directory look weeks later, each more than once. */
const LINKS = 10;
const LINK_DAYS = 60;
const SHOWS = 3;
const TICKERS = 5;
const SAVES = 3;

export type Reviewer = {
  readonly email: string;
  /** Null when the account has as many keys as it may have. */
  readonly key: string | null;
  readonly links: readonly string[];
  readonly linksEndAt: Date;
  readonly follows: number;
  readonly saves: number;
};

/**
 * Makes an account with which a directory's reviewer can try everything: Premium, with follows and saves from the current
 * record, a key of every scope, and links that each sign in once without a mail. A second run keeps the account and makes
 * another key and other links.
 */
export async function makeReviewer(services: Services, email: string): Promise<Reviewer> {
  const now = services.clock();
  const account = await upsertAccount(services.db, email, now);
  await setPlan(services.db, account.id, 'premium');
  const filled = await fill(services, account.id);
  const wanted = { accountId: account.id, name: 'Reviewer', scopes, env: services.env.EARMARK_ENV };
  const issued = await issueConnectorKey(services.db, wanted, now);
  const links: string[] = [];
  for (let made = 0; made < LINKS; made += 1)
    links.push(await makeSignInLink(services, account.email, LINK_DAYS * 24 * 60));
  return {
    email: account.email,
    key: issued?.text ?? null,
    links,
    linksEndAt: new Date(now.getTime() + LINK_DAYS * DAY_MS),
    ...filled,
  };
}

/** Follows and saves what there is, as the account holder would. */
async function fill(services: Services, accountId: string): Promise<{ follows: number; saves: number }> {
  const context = openContext(services, {
    principal: sessionPrincipal(accountId, 'premium'),
    requestId: 'reviewer',
    ip: '127.0.0.1',
    via: 'rest',
    gone: new AbortController().signal,
    idempotencyKey: null,
    ifNoneMatch: null,
    headersOnly: false,
  });
  try {
    const { shows, follows, ideas, saves } = createCaller(context);
    const found = await ideas.searchIdeas({ limit: 50 });
    const { shows: known } = await shows.listShows({ recommended: true });
    const tickers = [...new Set(found.ideas.flatMap((idea) => idea.tickers))].slice(0, TICKERS);
    for (const { id } of known.slice(0, SHOWS)) await follows.followShow({ showId: id });
    for (const symbol of tickers) await follows.followTicker({ symbol });
    for (const { id } of found.ideas.slice(0, SAVES)) await saves.saveIdea({ ideaId: id });
    const kept = await saves.listSaves({});
    const followed = await follows.listFollows();
    return { follows: followed.shows.length + followed.tickers.length, saves: kept.ideas.length };
  } finally {
    closeContext(context);
  }
}
