import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import type { PageCaller } from '#server/edges/pages.ts';
import type { Outcome } from '../_ui/outcome.ts';
import { entriesOf } from './field.ts';
import { serverSide } from './load.ts';
import { api, signedIn, viewer } from './reader.ts';
import { signInWith, type Wish } from './wish.ts';

/**
 * Runs a change as the signed-in reader, then renders `path` anew. `work` returns the message of success; a failure
 * becomes a message too and is never thrown, with what `form` held. Redirects to the sign-in page without a session.
 */
export async function attempt(
  path: string,
  work: (caller: PageCaller) => Promise<string>,
  form?: FormData,
): Promise<Outcome> {
  const { safePath } = await serverSide();
  await signedIn();
  try {
    const message = await work(await api());
    revalidatePath(safePath(path));
    return { ok: true, message };
  } catch (error) {
    return failed(error, form);
  }
}

/** The same for a press that a reader whose session has ended finds carried out after signing in again. */
export async function attemptWished(
  wish: Wish,
  path: string,
  work: (caller: PageCaller) => Promise<string>,
  form?: FormData,
): Promise<Outcome> {
  if (!(await viewer())) redirect(await signInWith(wish, path));
  return attempt(path, work, form);
}

/**
 * What a form says of a failed call: the words of the refusal, the help article, whether Premium would lift it, the
 * field to put right, and what `form` held.
 */
export async function failed(error: unknown, form?: FormData): Promise<NonNullable<Outcome>> {
  const { status, body } = await (await serverSide()).formRefusal(error);
  return {
    ok: false,
    message: body.message,
    ...(typeof body.helpUrl === 'string' ? { help: new URL(body.helpUrl).pathname } : {}),
    ...(status === 402 ? { upgrade: true as const } : {}),
    ...(typeof body.field === 'string' ? { field: body.field } : {}),
    ...(form ? { entries: entriesOf(form) } : {}),
  };
}
