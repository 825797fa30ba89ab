'use server';

import { redirect } from 'next/navigation';
import type { PageCaller } from '#server/edges/pages.ts';
import { attempt } from '../../../_server/attempt.ts';
import { field } from '../../../_server/field.ts';
import type { Outcome } from '../../../_ui/outcome.ts';

const settingsOf = (slug: string) => `/settings/shows/${encodeURIComponent(slug)}`;

/** Makes the token that the show's owner puts into the feed. */
export async function claimByFeed(_before: Outcome, form: FormData): Promise<Outcome> {
  const slug = field(form, 'slug');
  return attempt(settingsOf(slug), async (caller) => {
    await caller.owners.claimByFeed({ slug });
    return 'Your token is ready.';
  });
}

/** Sends a link to the owner address of the feed. */
export async function claimByMail(_before: Outcome, form: FormData): Promise<Outcome> {
  const slug = field(form, 'slug');
  return attempt(settingsOf(slug), async (caller) => {
    const { sentTo } = await caller.owners.claimByMail({ slug });
    return `A link is on its way to ${sentTo}. It has to be opened signed in as you.`;
  });
}

/** Looks for the account's token in the feed now; finding it makes the account an owner. */
export async function checkFeed(_before: Outcome, form: FormData): Promise<Outcome> {
  const slug = field(form, 'slug');
  let owner = false;
  const outcome = await attempt(settingsOf(slug), async (caller) => {
    owner = (await caller.owners.checkFeed({ slug })).owner;
    return 'The feed was read just now';
  });
  if (!outcome?.ok) return outcome;
  return {
    ok: owner,
    message: owner
      ? 'The token is there: you manage this show.'
      : 'The feed was read just now and does not hold your token yet. Some hosts take an hour to publish a change; we also look each time we poll.',
  };
}

/** Uses up the link of a mail, which makes the account an owner, and redirects to the show's page. */
export async function confirmMail(_before: Outcome, form: FormData): Promise<Outcome> {
  let slug = '';
  const outcome = await attempt('/claim', async (caller) => {
    slug = (await caller.owners.confirmMail({ token: field(form, 'token') })).slug;
    return '';
  });
  if (!outcome?.ok) return outcome;
  redirect(settingsOf(slug));
}

/** Sets what a show allows: embedding, moments, and the longest quote in characters. */
export async function setRights(_before: Outcome, form: FormData): Promise<Outcome> {
  const slug = field(form, 'slug');
  const set = async (caller: PageCaller) => {
    await caller.owners.setRights({
      slug,
      embedEnabled: form.get('embedEnabled') === 'on',
      mediaEnabled: form.get('mediaEnabled') === 'on',
      quoteChars: Number(field(form, 'quoteChars')),
    });
    return 'Saved. It holds from the next request on.';
  };
  return attempt(settingsOf(slug), set, form);
}

/** Ends a claim on a show. Redirects to the list of shows when it was the reader's own. */
export async function endClaim(_before: Outcome, form: FormData): Promise<Outcome> {
  const slug = field(form, 'slug');
  let left = false;
  const outcome = await attempt(settingsOf(slug), async (caller) => {
    left = (await caller.owners.endClaim({ slug, ownershipId: field(form, 'ownershipId') })).left;
    return 'That claim has ended.';
  });
  if (!left) return outcome;
  redirect('/settings/shows');
}
