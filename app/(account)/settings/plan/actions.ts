'use server';

import { attempt } from '../../../_server/attempt.ts';
import type { Outcome } from '../../../_ui/outcome.ts';

/** Starts the account's only trial of Premium. */
export async function startTrial(_before: Outcome, _form: FormData): Promise<Outcome> {
  return attempt('/settings/plan', async (caller) => {
    await caller.settings.startTrial();
    return 'Your trial has started.';
  });
}
