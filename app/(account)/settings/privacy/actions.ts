'use server';

import { redirect } from 'next/navigation';
import type { PageCaller } from '#server/edges/pages.ts';
import { attempt } from '../../../_server/attempt.ts';
import { field } from '../../../_server/field.ts';
import { serverSide } from '../../../_server/load.ts';
import { signedIn } from '../../../_server/reader.ts';
import type { Outcome } from '../../../_ui/outcome.ts';
import { forgetSession } from '../../../(auth)/session.ts';

/** Erases the account, its e-mail address typed to confirm, and redirects to the page that says so. */
export async function eraseAccount(_before: Outcome, form: FormData): Promise<Outcome> {
  const erase = async ({ settings }: PageCaller) => {
    await settings.deleteAccount({ confirmEmail: field(form, 'confirmEmail') });
    return 'erased';
  };
  const outcome = await attempt('/settings/privacy', erase, form);
  if (!outcome?.ok) return outcome;
  await forgetSession();
  redirect('/goodbye');
}

/** Ends every session of the account and redirects to the front page. */
export async function signOutEverywhere(): Promise<void> {
  const reader = await signedIn();
  await (await serverSide()).endSessions({ accountId: reader.id });
  await forgetSession();
  redirect('/');
}
