import { revalidatePath } from 'next/cache';
import type { PageCaller } from '#server/edges/pages.ts';
import type { Outcome } from '../_ui/outcome.ts';
import { serverSide } from './load.ts';
import { api, signedIn } from './reader.ts';

/** Runs a change as the signed-in reader, then renders `path` anew. A refusal comes back as words. */
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

/** What a form says of a call that failed: the refusal's words, and where a person can go on. */
export async function failed(error: unknown): Promise<NonNullable<Outcome>> {
  const { status, body } = await (await serverSide()).formRefusal(error);
  return {
    ok: false,
    message: body.message,
    ...(typeof body.helpUrl === 'string' ? { help: new URL(body.helpUrl).pathname } : {}),
    ...(status === 402 ? { upgrade: true as const } : {}),
  };
}
