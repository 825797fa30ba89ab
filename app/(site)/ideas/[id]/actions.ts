'use server';

import { api } from '../../../_server/reader.ts';
import type { Outcome } from '../../../(account)/actions.ts';
import { failed } from '../../../(account)/attempt.ts';

/** Sends a report of a mistake to the operator; open to readers without an account. */
export async function reportCorrection(_before: Outcome, form: FormData): Promise<Outcome> {
  try {
    await (await api()).corrections.report({
      ideaId: String(form.get('ideaId') ?? ''),
      kind: String(form.get('kind') ?? '') as 'other',
      text: String(form.get('text') ?? ''),
      contact: String(form.get('contact') ?? '').trim(),
    });
    return {
      ok: true,
      message: 'Thank you. The report is with the operator; corrected ideas say so on their page.',
    };
  } catch (error) {
    return failed(error);
  }
}
