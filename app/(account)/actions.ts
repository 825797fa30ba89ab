'use server';

import { redirect } from 'next/navigation';
import type { Scope } from '#server/api/scopes.ts';
import type { PageCaller } from '#server/edges/pages.ts';
import { serverSide } from '../_server/load.ts';
import { signedIn } from '../_server/reader.ts';
import { forgetSession, sessionToken } from '../(auth)/session.ts';
import { attempt } from './attempt.ts';

/** What a form has to say after it was sent. `help` and `upgrade` are where a person can go on. */
export type Outcome = {
  readonly ok: boolean;
  readonly message: string;
  readonly help?: string;
  readonly upgrade?: true;
} | null;

export type KeyOutcome =
  | Outcome
  | {
      readonly ok: true;
      readonly message: string;
      readonly key: string;
      readonly name: string | null;
      /** Id of the key that it replaces. */
      readonly replaces?: string;
    };

type Form = FormData;
const text = (form: Form, name: string) => String(form.get(name) ?? '');

export async function createKey(_before: KeyOutcome, form: Form): Promise<KeyOutcome> {
  return keyed(async (caller) => {
    const made = await caller.settings.createKey({
      name: text(form, 'name'),
      preset: text(form, 'preset') as 'read',
      scopes: form.getAll('scope').map(String) as Scope[],
    });
    return { ...made, message: 'The key is made. Copy it now: it is shown this once.' };
  });
}

export async function rotateKey(before: KeyOutcome, form: Form): Promise<KeyOutcome> {
  const id = text(form, 'id');
  // Pressed twice: a refusal of the second must not hide the key that the first one made.
  if (before && 'key' in before && before.replaces === id) return before;
  return keyed(async (caller) => {
    const made = await caller.settings.rotateKey({ id });
    return {
      ...made,
      replaces: id,
      message:
        'Copy it now: it is shown this once. The key that it replaces stays good for 24 hours; both stand in the list below.',
    };
  });
}

export async function revokeKey(_before: Outcome, form: Form): Promise<Outcome> {
  return attempt('/settings/connectors', async (caller) => {
    await caller.settings.revokeKey({ id: text(form, 'id') });
    return 'Revoked. Calls with this key are refused from now on.';
  });
}

export async function startTrial(_before: Outcome, _form: Form): Promise<Outcome> {
  return attempt('/settings/plan', async (caller) => {
    await caller.settings.startTrial();
    return 'Your trial has started.';
  });
}

export async function setShowFollow(_before: Outcome, form: Form): Promise<Outcome> {
  const showId = text(form, 'showId');
  return attempt(text(form, 'path'), async (caller) => {
    if (text(form, 'follow') === 'no') {
      await caller.follows.unfollowShow({ showId });
      return 'No longer followed.';
    }
    await caller.follows.followShow({ showId });
    return 'Followed: it is part of your digest.';
  });
}

export async function setTickerFollow(_before: Outcome, form: Form): Promise<Outcome> {
  const symbol = text(form, 'symbol');
  return attempt(text(form, 'path'), async (caller) => {
    if (text(form, 'follow') === 'no') {
      await caller.follows.unfollowTicker({ symbol });
      return 'No longer followed.';
    }
    await caller.follows.followTicker({ symbol });
    return 'Followed: it is part of your digest.';
  });
}

export async function setHeld(_before: Outcome, form: Form): Promise<Outcome> {
  return attempt('/settings/follows', async (caller) => {
    const held = text(form, 'held') === 'yes';
    await caller.follows.setHeld({ symbol: text(form, 'symbol'), held });
    return held ? 'Marked as held.' : 'Mark removed.';
  });
}

export async function setSaved(_before: Outcome, form: Form): Promise<Outcome> {
  const ideaId = text(form, 'ideaId');
  return attempt(text(form, 'path'), async (caller) => {
    if (text(form, 'save') === 'no') {
      await caller.saves.unsaveIdea({ ideaId });
      return 'Removed from your saved ideas.';
    }
    await caller.saves.saveIdea({ ideaId });
    return 'Saved.';
  });
}

/** The one place where a page spends a read: the reader pressed the button. */
export async function readInFull(_before: Outcome, form: Form): Promise<Outcome> {
  const ideaId = text(form, 'ideaId');
  return attempt(`/ideas/${ideaId}`, async (caller) => {
    await caller.ideas.getIdea({ ideaId });
    return '';
  });
}

export async function eraseAccount(_before: Outcome, form: Form): Promise<Outcome> {
  const outcome = await attempt('/settings/privacy', async (caller) => {
    await caller.settings.deleteAccount({ confirmEmail: text(form, 'confirmEmail') });
    return 'erased';
  });
  if (!outcome?.ok) return outcome;
  await forgetSession();
  redirect('/goodbye');
}

export async function signOut(): Promise<void> {
  const token = await sessionToken();
  if (token) await (await serverSide()).endSessions({ token });
  await forgetSession();
  redirect('/');
}

export async function signOutEverywhere(): Promise<void> {
  const reader = await signedIn('/settings/privacy');
  await (await serverSide()).endSessions({ accountId: reader.id });
  await forgetSession();
  redirect('/');
}

type MadeKey = {
  readonly key: string;
  readonly name: string | null;
  readonly message: string;
  readonly replaces?: string;
};

async function keyed(work: (caller: PageCaller) => Promise<MadeKey>): Promise<KeyOutcome> {
  let made: MadeKey | undefined;
  const failed = await attempt('/settings/connectors', async (caller) => {
    made = await work(caller);
    return made.message;
  });
  if (!made) return failed;
  const { message, key, name, replaces } = made;
  return { ok: true, message, key, name, ...(replaces ? { replaces } : {}) };
}
