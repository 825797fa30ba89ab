import { revalidatePath } from 'next/cache';
import type { PageCaller } from '#server/edges/pages.ts';
import type { Outcome } from '../_ui/outcome.ts';
import { serverSide } from './load.ts';
import { api, signedIn } from './reader.ts';

/**
 * Runs a change as the signed-in reader, then renders `path` anew. `work` returns the message of success; a failure
 * becomes a message too and is never thrown. Redirects to the sign-in page without a session.
 */
export async function attempt(path: string, work: (caller: PageCaller) => Promise<string>): Promise<Outcome> {
  const { safePath } = await serverSide();
  await signedIn();
  try {
    const message = await work(await api());
    revalidatePath(safePath(path));
    return { ok: true, message };
  } catch (error) {
    return failed(error);
  }
}

/** What a form says of a failed call: the words of the refusal, the help article, and whether Premium would lift it. */
export async function failed(error: unknown): Promise<NonNullable<Outcome>> {
  const { status, body } = await (await serverSide()).formRefusal(error);
  return {
    ok: false,
    message: body.message,
    ...(typeof body.helpUrl === 'string' ? { help: new URL(body.helpUrl).pathname } : {}),
    ...(status === 402 ? { upgrade: true as const } : {}),
  };
}
