'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { serverSide } from '../../_server/load.ts';
import { api, signedIn } from '../../_server/reader.ts';
import type { Outcome } from '../actions.ts';
import { type Asked, asking } from './asking.ts';

export type AskOutcome = Exclude<Asked, { to: string }> | null;

/** Asks and goes on to the conversation; a refusal of the service comes back with the question kept. */
export async function ask(_before: AskOutcome, form: FormData): Promise<AskOutcome> {
  const asked = await asking(form);
  if (!('to' in asked)) return asked;
  revalidatePath('/ask');
  redirect(asked.to);
}

/** Erases every conversation of the account, whichever surface asked. */
export async function eraseHistory(_before: Outcome, _form: FormData): Promise<Outcome> {
  await signedIn('/settings/privacy');
  try {
    const { deleted } = await (await api()).ask.deleteAskHistory();
    revalidatePath('/settings/privacy');
    return {
      ok: true,
      message: `Erased: ${deleted.conversations} conversations, ${deleted.messages} messages.`,
    };
  } catch (error) {
    return { ok: false, message: (await (await serverSide()).formRefusal(error)).body.message };
  }
}
