'use server';

import { redirect } from 'next/navigation';
import { failed } from '../../_server/attempt.ts';
import { field } from '../../_server/field.ts';
import { serverSide } from '../../_server/load.ts';
import { readerAddress } from '../../_server/reader.ts';
import type { Outcome } from '../../_ui/outcome.ts';
import { startOutsideSignIn } from '../session.ts';

/** Sends a sign-in link and redirects to the page that says so, the same for every address. */
export async function requestLink(_before: Outcome, form: FormData): Promise<Outcome> {
  const { askForSignInLink, safePath } = await serverSide();
  try {
    await askForSignInLink({
      email: field(form, 'email'),
      next: safePath(field(form, 'next')),
      ip: await readerAddress(),
    });
  } catch (error) {
    return failed(error, form);
  }
  redirect('/sign-in/sent');
}

/** Redirects to a provider's sign-in page. */
export async function signInOutside(form: FormData): Promise<void> {
  const { safePath } = await serverSide();
  redirect(await startOutsideSignIn(field(form, 'provider'), safePath(field(form, 'next'))));
}
