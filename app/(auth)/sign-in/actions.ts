'use server';

import { redirect } from 'next/navigation';
import { field } from '../../_server/field.ts';
import { serverSide } from '../../_server/load.ts';
import { readerAddress } from '../../_server/reader.ts';
import { startOutsideSignIn } from '../session.ts';

export type LinkOutcome = { readonly message: string; readonly email: string } | null;

/** Sends a sign-in link and redirects to the page that says so, the same for every address. */
export async function requestLink(_before: LinkOutcome, form: FormData): Promise<LinkOutcome> {
  const email = field(form, 'email');
  const { askForSignInLink, formRefusal, safePath } = await serverSide();
  try {
    await askForSignInLink({
      email,
      next: safePath(field(form, 'next')),
      ip: await readerAddress(),
    });
  } catch (error) {
    return { message: (await formRefusal(error)).body.message, email };
  }
  redirect('/sign-in/sent');
}

/** Redirects to a provider's sign-in page. */
export async function signInOutside(form: FormData): Promise<void> {
  const { safePath } = await serverSide();
  redirect(await startOutsideSignIn(field(form, 'provider'), safePath(field(form, 'next'))));
}
