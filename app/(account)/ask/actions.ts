'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { serverSide } from '../../_server/load.ts';
import { api, readerAddress, signedIn } from '../../_server/reader.ts';
import type { Outcome } from '../actions.ts';

export type AskOutcome = { readonly outcome: NonNullable<Outcome>; readonly question: string } | null;

/** Asks and goes on to the conversation; a refusal of the service comes back with the question kept. */
export async function ask(_before: AskOutcome, form: FormData): Promise<AskOutcome> {
  const question = String(form.get('question') ?? '').trim();
  const conversationId = String(form.get('conversationId') ?? '');
  const ideaId = String(form.get('ideaId') ?? '');
  const reader = await signedIn('/ask');
  const { askAs, formRefusal } = await serverSide();
  let answered: string | null = null;
  try {
    const answer = await askAs(reader, await readerAddress(), {
      question,
      ...(conversationId ? { conversationId } : {}),
      ...(ideaId ? { ideaId } : {}),
    });
    answered = answer.conversationId;
  } catch (error) {
    const { status, body } = await formRefusal(error);
    return {
      question,
      outcome: {
        ok: false,
        message: body.message,
        ...(typeof body.helpUrl === 'string' ? { help: new URL(body.helpUrl).pathname } : {}),
        ...(status === 402 ? { upgrade: true as const } : {}),
      },
    };
  }
  revalidatePath('/ask');
  redirect(answered ? `/ask/${answered}` : '/ask');
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
