'use server';

import { attempt } from '../../../_server/attempt.ts';
import { field } from '../../../_server/field.ts';
import type { Outcome } from '../../../_ui/outcome.ts';

/** Marks a followed ticker as held, or removes the mark. */
export async function setHeld(_before: Outcome, form: FormData): Promise<Outcome> {
  return attempt('/settings/follows', async (caller) => {
    const held = field(form, 'held') === 'yes';
    await caller.follows.setHeld({ symbol: field(form, 'symbol'), held });
    return held ? 'Marked as held.' : 'Mark removed.';
  });
}
