'use server';

import type { PageCaller } from '#server/edges/pages.ts';
import { attempt } from '../../../_server/attempt.ts';
import { field } from '../../../_server/field.ts';
import type { Outcome } from '../../../_ui/outcome.ts';

const PATH = '/settings/alerts';

export type SecretOutcome =
  | Outcome
  | {
      readonly ok: true;
      readonly message: string;
      readonly secret: string;
      readonly url: string;
      /** The press that replaced a secret: id of the webhook, and when the page of the button was read. */
      readonly replaces?: { readonly id: string; readonly asOf: string };
    };

/** Sets what the account is told of, the rhythm of the mail, and its quiet hours. */
export async function setWanted(_before: Outcome, form: FormData): Promise<Outcome> {
  const set = async (caller: PageCaller) => {
    const { mail, needsPremium } = await caller.alerts.setWanted({
      mail: field(form, 'mail') as 'off',
      newIdeas: form.has('newIdeas'),
      stanceChange: form.has('stanceChange'),
      quiet: {
        from: hour(form, 'quietFrom'),
        until: hour(form, 'quietUntil'),
        timeZone: field(form, 'timeZone'),
      },
    });
    if (mail === 'off') return 'Saved. No mail is sent.';
    if (needsPremium)
      return 'Saved. Changes of stance need Premium, and you chose nothing else: no digest comes on the free plan.';
    return `Saved. The digest comes ${mail === 'at_once' ? 'at once' : mail}, when there is news.`;
  };
  return attempt(PATH, set, form);
}

/** The hour of the day, 0 to 23, that was chosen; null for none. */
function hour(form: FormData, name: string): number | null {
  const chosen = field(form, name);
  return chosen === '' ? null : Number(chosen);
}

/** Opens the personal feed, or gives it a new address. */
export async function openFeed(_before: Outcome, _form: FormData): Promise<Outcome> {
  return attempt(PATH, async (caller) => {
    await caller.alerts.openFeed();
    return 'This is the address of your feed. An older one no longer works.';
  });
}

/** Closes the personal feed. */
export async function closeFeed(_before: Outcome, _form: FormData): Promise<Outcome> {
  return attempt(PATH, async (caller) => {
    await caller.alerts.closeFeed();
    return 'The feed is closed; its address no longer works.';
  });
}

/** Adds a webhook. One `id` adds one webhook, however often the form is sent. */
export async function addWebhook(_before: SecretOutcome, form: FormData): Promise<SecretOutcome> {
  return withSecret(
    ({ alerts }) => alerts.addWebhook({ id: field(form, 'id'), url: field(form, 'url') }),
    'the webhook is added. Copy its signing secret now, it is shown this once.',
    form,
  );
}

/** Gives a webhook a new secret; the old one signs as well for 24 hours. */
export async function rotateSecret(before: SecretOutcome, form: FormData): Promise<SecretOutcome> {
  const press = { id: field(form, 'id'), asOf: field(form, 'asOf') };
  // Pressed twice on one page: a third secret would end the first one at once, without its overlap.
  const replaced = before && 'replaces' in before ? before.replaces : undefined;
  if (replaced?.id === press.id && replaced.asOf === press.asOf) return before;
  const outcome = await withSecret(
    ({ alerts }) => alerts.rotateSecret(press),
    'here is the new signing secret. Copy it now, it is shown this once. For 24 hours the one before signs as well.',
  );
  return outcome && 'secret' in outcome ? { ...outcome, replaces: press } : outcome;
}

type Made = { readonly secret: string; readonly url: string };

/** The outcome of making a secret, with the secret, which is shown only now. */
async function withSecret(
  make: (caller: PageCaller) => Promise<Made>,
  message: string,
  form?: FormData,
): Promise<SecretOutcome> {
  let made: Made | undefined;
  const work = async (caller: PageCaller) => {
    made = await make(caller);
    return message;
  };
  const outcome = await attempt(PATH, work, form);
  return made && outcome?.ok ? { ok: true, message, secret: made.secret, url: made.url } : outcome;
}

/** Pauses a webhook, resumes it, or switches it on again after failures, as the field `to` says. */
export async function runWebhook(_before: Outcome, form: FormData): Promise<Outcome> {
  const to = field(form, 'to');
  if (to === 'enable')
    return ofWebhook(form, 'Switched on: it gets what is published from now on.', (alerts, which) =>
      alerts.enableWebhook(which),
    );
  if (to === 'resume')
    return ofWebhook(form, 'Resumed: what waited is sent within a minute.', (alerts, which) =>
      alerts.resumeWebhook(which),
    );
  return ofWebhook(form, 'Paused: events wait.', (alerts, which) => alerts.pauseWebhook(which));
}

/** Removes a webhook with its log. */
export async function removeWebhook(_before: Outcome, form: FormData): Promise<Outcome> {
  return ofWebhook(form, 'Removed.', ({ removeWebhook: remove }, which) => remove(which));
}

/** Changes the webhook of `id` and returns `said` as the message. */
function ofWebhook(
  form: FormData,
  said: string,
  change: (alerts: PageCaller['alerts'], which: { readonly id: string }) => Promise<unknown>,
): Promise<Outcome> {
  return attempt(PATH, async ({ alerts }) => {
    await change(alerts, { id: field(form, 'id') });
    return said;
  });
}

/** Sends a test event to a webhook. */
export async function testWebhook(_before: Outcome, form: FormData): Promise<Outcome> {
  return sent((caller) => caller.alerts.testWebhook({ id: field(form, 'id') }));
}

/** Sends an event to a webhook again. */
export async function resend(_before: Outcome, form: FormData): Promise<Outcome> {
  const which = { webhookId: field(form, 'webhookId'), eventId: field(form, 'eventId') };
  return sent((caller) => caller.alerts.resend(which));
}

/** How an address answered an event sent by hand. An answer other than success is shown as a failure. */
async function sent(
  send: (caller: PageCaller) => Promise<{ readonly ok: boolean; readonly message: string }>,
): Promise<Outcome> {
  let refused: string | null = null;
  const outcome = await attempt(PATH, async (caller) => {
    const answer = await send(caller);
    if (!answer.ok) refused = answer.message;
    return answer.message;
  });
  return refused === null ? outcome : { ok: false, message: refused };
}
