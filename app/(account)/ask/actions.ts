'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { attempt } from '../../_server/attempt.ts';
import type { Outcome } from '../../_ui/outcome.ts';
import { counted } from '../../_ui/text/format.ts';
import { type Asked, asking, signInToAsk } from './asking.ts';

export type AskOutcome = Exclude<Asked, { to: string }> | null;

/** Asks and redirects to the conversation. A refusal comes back with the question, so that it is not lost. */
export async function ask(_before: AskOutcome, form: FormData): Promise<AskOutcome> {
  const signIn = await signInToAsk(form);
  if (signIn) redirect(signIn);
  const asked = await asking(form);
  if (!('to' in asked)) return asked;
  revalidatePath('/ask');
  redirect(asked.to);
}

/** Erases every conversation of the account, those of agents too. */
export async function eraseHistory(_before: Outcome, _form: FormData): Promise<Outcome> {
  return attempt('/settings/privacy', async (caller) => {
    const { deleted } = await caller.ask.deleteAskHistory();
    return `Erased: ${counted(deleted.conversations, 'conversation')}, ${counted(deleted.messages, 'message')}.`;
  });
}
