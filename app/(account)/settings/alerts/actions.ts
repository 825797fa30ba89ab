'use server';

import { attempt } from '../../../_server/attempt.ts';
import { field } from '../../../_server/field.ts';
import type { Outcome } from '../../../_ui/outcome.ts';

const PATH = '/settings/alerts';

export type SecretOutcome =
  | Outcome
  | { readonly ok: true; readonly message: string; readonly secret: string; readonly url: string };

export async function setWanted(_before: Outcome, form: FormData): Promise<Outcome> {
  return attempt(PATH, async (caller) => {
    const { mail } = await caller.alerts.setWanted({
      mail: field(form, 'mail') as 'off',
      newIdeas: form.has('newIdeas'),
      stanceChange: form.has('stanceChange'),
    });
    return mail === 'off'
      ? 'Saved. No mail is sent.'
      : `Saved. The digest comes ${mail}, when there is news.`;
  });
}

export async function openFeed(_before: Outcome, _form: FormData): Promise<Outcome> {
  return attempt(PATH, async (caller) => {
    await caller.alerts.openFeed();
    return 'This is the address of your feed. An older one no longer works.';
  });
}

export async function closeFeed(_before: Outcome, _form: FormData): Promise<Outcome> {
  return attempt(PATH, async (caller) => {
    await caller.alerts.closeFeed();
    return 'The feed is closed; its address no longer works.';
  });
}

export async function addWebhook(_before: SecretOutcome, form: FormData): Promise<SecretOutcome> {
  let made: { secret: string; url: string } | undefined;
  const outcome = await attempt(PATH, async (caller) => {
    made = await caller.alerts.addWebhook({ url: field(form, 'url') });
    return 'the webhook is added. Copy its signing secret now, it is shown this once.';
  });
  return made && outcome?.ok
    ? { ok: true, message: outcome.message, secret: made.secret, url: made.url }
    : outcome;
}

export async function removeWebhook(_before: Outcome, form: FormData): Promise<Outcome> {
  return attempt(PATH, async (caller) => {
    await caller.alerts.removeWebhook({ id: field(form, 'id') });
    return 'Removed.';
  });
}

export async function enableWebhook(_before: Outcome, form: FormData): Promise<Outcome> {
  return attempt(PATH, async (caller) => {
    await caller.alerts.enableWebhook({ id: field(form, 'id') });
    return 'Switched on: it gets what is published from now on.';
  });
}

export async function testWebhook(_before: Outcome, form: FormData): Promise<Outcome> {
  let refused: string | null = null;
  const outcome = await attempt(PATH, async (caller) => {
    const answer = await caller.alerts.testWebhook({ id: field(form, 'id') });
    if (!answer.ok) refused = answer.message;
    return answer.message;
  });
  return refused === null ? outcome : { ok: false, message: refused };
}
