'use server';

import { attempt, failed } from '../../../_server/attempt.ts';
import { field } from '../../../_server/field.ts';
import { api } from '../../../_server/reader.ts';
import type { Outcome } from '../../../_ui/outcome.ts';

/** Opens the full idea. This button is the only place where a page spends a read. */
export async function readInFull(_before: Outcome, form: FormData): Promise<Outcome> {
  const ideaId = field(form, 'ideaId');
  return attempt(`/ideas/${ideaId}`, async (caller) => {
    await caller.ideas.getIdea({ ideaId });
    return '';
  });
}

/** Sends a report of a mistake to the operator. Open to readers without an account. */
export async function reportCorrection(_before: Outcome, form: FormData): Promise<Outcome> {
  try {
    await (await api()).corrections.report({
      ideaId: field(form, 'ideaId'),
      kind: field(form, 'kind') as 'other',
      text: field(form, 'text'),
      contact: field(form, 'contact').trim(),
    });
    return {
      ok: true,
      message: 'Thank you. The report is with the operator; corrected ideas say so on their page.',
    };
  } catch (error) {
    return failed(error, form);
  }
}
