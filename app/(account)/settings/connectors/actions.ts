'use server';

import type { Scope } from '#server/api/scopes.ts';
import type { PageCaller } from '#server/edges/pages.ts';
import { attempt } from '../../../_server/attempt.ts';
import { field } from '../../../_server/field.ts';
import type { Outcome } from '../../../_ui/outcome.ts';

export type KeyOutcome =
  | Outcome
  | {
      readonly ok: true;
      readonly message: string;
      readonly key: string;
      readonly name: string | null;
      /** Id of the key that the new one replaces. */
      readonly replaces?: string;
    };

/** Makes a connector key. One `id` makes one key, however often the form is sent. */
export async function createKey(_before: KeyOutcome, form: FormData): Promise<KeyOutcome> {
  const make = async (caller: PageCaller) => {
    const made = await caller.settings.createKey({
      id: field(form, 'id'),
      name: field(form, 'name'),
      preset: field(form, 'preset') as 'read',
      scopes: form.getAll('scopes').map(String) as Scope[],
      test: form.has('test'),
    });
    return { ...made, message: 'The key is made. Copy it now: it is shown this once.' };
  };
  return keyed(make, form);
}

/** Replaces a key; the old one stays good for 24 hours. */
export async function rotateKey(before: KeyOutcome, form: FormData): Promise<KeyOutcome> {
  const id = field(form, 'id');
  // Pressed twice: the refusal of the second press must not hide the key of the first.
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

/** Revokes a key at once. */
export async function revokeKey(_before: Outcome, form: FormData): Promise<Outcome> {
  return attempt('/settings/connectors', async (caller) => {
    await caller.settings.revokeKey({ id: field(form, 'id') });
    return 'Revoked. Calls with this key are refused from now on.';
  });
}

/** Renames a key. */
export async function renameKey(_before: Outcome, form: FormData): Promise<Outcome> {
  return ofKey(form, async ({ settings }, id) => {
    const { name } = await settings.renameKey({ id, name: field(form, 'name') });
    return `It is called ${name} now.`;
  });
}

/** Limits a key to ranges of addresses, one a line; none lets it be used from anywhere. */
export async function limitKey(_before: Outcome, form: FormData): Promise<Outcome> {
  return ofKey(form, async ({ settings }, id) => {
    const { addresses } = await settings.limitKey({ id, addresses: field(form, 'addresses') });
    if (addresses.length === 0) return 'Saved. It is taken from anywhere.';
    return `Saved. It is taken from ${addresses.join(', ')} alone.`;
  });
}

function ofKey(form: FormData, work: (caller: PageCaller, id: string) => Promise<string>): Promise<Outcome> {
  const id = field(form, 'id');
  return attempt(`/settings/connectors/${encodeURIComponent(id)}`, (caller) => work(caller, id), form);
}

/** Ends a connection at once. */
export async function revokeGrant(_before: Outcome, form: FormData): Promise<Outcome> {
  return attempt('/settings/connectors', async (caller) => {
    await caller.settings.revokeGrant({ id: field(form, 'id') });
    return 'Disconnected. It is refused from now on.';
  });
}

type MadeKey = {
  readonly key: string;
  readonly name: string | null;
  readonly message: string;
  readonly replaces?: string;
};

async function keyed(make: (caller: PageCaller) => Promise<MadeKey>, form?: FormData): Promise<KeyOutcome> {
  let made: MadeKey | undefined;
  const work = async (caller: PageCaller) => {
    made = await make(caller);
    return made.message;
  };
  const outcome = await attempt('/settings/connectors', work, form);
  if (!made) return outcome;
  const { message, key, name, replaces } = made;
  return { ok: true, message, key, name, ...(replaces ? { replaces } : {}) };
}
