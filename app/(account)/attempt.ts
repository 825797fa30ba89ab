import { revalidatePath } from 'next/cache';
import type { PageCaller } from '#server/edges/pages.ts';
import { serverSide } from '../_server/load.ts';
import { api, signedIn } from '../_server/reader.ts';
import type { Outcome } from './actions.ts';

/** Runs a change as the signed-in reader, then renders `path` anew. A refusal comes back as words. */
export async function attempt(path: string, work: (caller: PageCaller) => Promise<string>): Promise<Outcome> {
  const { formRefusal, safePath } = await serverSide();
  await signedIn(safePath(path));
  try {
    const message = await work(await api());
    revalidatePath(safePath(path));
    return { ok: true, message };
  } catch (error) {
    const { status, body } = await formRefusal(error);
    return {
      ok: false,
      message: body.message,
      ...(typeof body.helpUrl === 'string' ? { help: new URL(body.helpUrl).pathname } : {}),
      ...(status === 402 ? { upgrade: true as const } : {}),
    };
  }
}
