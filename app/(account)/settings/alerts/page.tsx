import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import type { PageCaller } from '#server/edges/pages.ts';
import { api, signedIn } from '../../../_server/reader.ts';
import { ActionButton } from '../../../_ui/form/action-button.tsx';
import { ActionForm } from '../../../_ui/form/action-form.tsx';
import { Copyable } from '../../../_ui/form/copy.tsx';
import { Landing } from '../../../_ui/form/landing.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { moment } from '../../../_ui/text/format.ts';
import { closeFeed, openFeed, setWanted } from './actions.ts';
import { RotateForm, WebhookForm } from './webhook-form.tsx';
import { WebhookItem } from './webhook-item.tsx';

export const metadata: Metadata = { title: 'Alerts', robots: { index: false } };

const rhythms = [
  ['off', 'Off', 'no mail'],
  ['at_once', 'At once', 'as soon as there is news, at most every quarter of an hour'],
  ['daily', 'Daily', 'at 06:00 UTC, when there is news'],
  ['weekly', 'Weekly', 'on Mondays at 06:00 UTC, when there is news'],
] as const;

export default async function Alerts() {
  await signedIn();
  const alerts = await (await api()).alerts.overview();
  const full = alerts.webhooks.length >= alerts.maxWebhooks;
  return (
    <div className="max-w-3xl">
      <h1 className="text-3xl">Alerts</h1>
      <p className="mt-3 max-w-prose text-soft">
        Told when something new is argued on a show or ticker that{' '}
        <Link href="/settings/follows">you follow</Link>, or found by one of{' '}
        <Link href="/settings/searches">your searches</Link>. Nothing is sent until you switch on a mail, a
        feed or a webhook; each then tells what is ticked first. Episodes that aired more than a week ago are
        no news.
      </p>

      <Section id="mail" title="What to be told, and by mail" className="mt-10">
        <ActionForm action={setWanted} className="mt-4 grid gap-5">
          <fieldset>
            <legend className="label">What to be told</legend>
            <Tick name="newIdeas" checked={alerts.newIdeas} title="New ideas">
              on shows and tickers you follow, and of your saved searches
            </Tick>
            <Tick name="stanceChange" checked={alerts.stanceChange} title="Changes of stance">
              a show argues another side than before on a ticker you follow
              {alerts.plan === 'free' ? (
                <>
                  {'; told on '}
                  <Link href="/pricing">Premium</Link>
                  {' only'}
                </>
              ) : null}
            </Tick>
          </fieldset>
          <fieldset>
            <legend className="label">Digest by mail</legend>
            {rhythms.map(([value, title, when]) => (
              <label key={value} className="flex items-start gap-2 py-1.5">
                <input
                  type="radio"
                  name="mail"
                  value={value}
                  defaultChecked={alerts.mail === value}
                  className="mt-1.5"
                />
                <span>
                  <span className="font-semibold">{title}</span> <span className="text-soft">{when}</span>
                </span>
              </label>
            ))}
          </fieldset>
          <QuietHours alerts={alerts} />
          {alerts.nextMailAt ? (
            <p className="text-sm text-soft">
              Next: {moment(alerts.nextMailAt)}
              {alerts.lastMailAt ? `. Last sent: ${moment(alerts.lastMailAt)}` : ''}.
            </p>
          ) : null}
          <div>
            <button type="submit" className="btn">
              Save
            </button>
          </div>
        </ActionForm>
      </Section>

      <Section id="feed" title="Personal feed" className="mt-12">
        <p className="my-3 max-w-prose">
          The same news for a feed reader, as RSS; it begins with the newest ideas from before. Whoever has
          the address can read it: keep it to yourself, and make a new one when it got out.
        </p>
        {alerts.feedUrl ? <Copyable text={alerts.feedUrl} label="Address of your feed" /> : null}
        <div className="mt-3 flex flex-wrap items-start gap-3">
          <ActionButton action={openFeed} {...(alerts.feedUrl ? {} : { className: 'btn' })}>
            {alerts.feedUrl ? 'Make a new address' : 'Open a feed'}
          </ActionButton>
          {alerts.feedUrl ? <ActionButton action={closeFeed}>Close the feed</ActionButton> : null}
        </div>
      </Section>

      <Section
        id="webhooks"
        title={
          <>
            Webhooks, {alerts.webhooks.length} of {alerts.maxWebhooks}
          </>
        }
        className="mt-12"
      >
        <p className="my-3 max-w-prose">
          Each event as a signed POST to an https address of yours. An event that is not taken is tried seven
          times within two days; then the webhook is switched off and you get a mail.{' '}
          <Link href="/docs/alerts">What is sent, and how to check the signature</Link>
        </p>
        <RotateForm asOf={alerts.readAt.toISOString()} />
        <Landing of={alerts.webhooks.map(({ id }) => id).join()} label="Your webhooks" said="Removed.">
          {alerts.webhooks.length > 0 ? (
            <ul>
              {alerts.webhooks.map((webhook) => (
                <WebhookItem key={webhook.id} webhook={webhook} />
              ))}
            </ul>
          ) : null}
        </Landing>
        <WebhookForm id={randomUUID()} full={full} />
        {full ? (
          <p className="mt-4 text-soft">That is the most an account may have: remove one to add another.</p>
        ) : null}
      </Section>
    </div>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')];

type Overview = Awaited<ReturnType<PageCaller['alerts']['overview']>>;

function QuietHours({ alerts }: { alerts: Overview }) {
  return (
    <fieldset>
      <legend className="label">Quiet hours</legend>
      <p className="mb-2 text-sm text-soft">No mail in between; what comes meanwhile waits for their end.</p>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Hour name="quietFrom" label="From" value={alerts.quietFrom} />
        <Hour name="quietUntil" label="Until" value={alerts.quietUntil} />
        <div className="min-w-0">
          <label className="label" htmlFor="timeZone">
            Time zone
          </label>
          <Choice name="timeZone" stored={alerts.timeZone}>
            {timeZones.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Choice>
        </div>
      </div>
    </fieldset>
  );
}

function Hour({ name, label, value }: { name: string; label: string; value: number | null }) {
  return (
    <div>
      <label className="label" htmlFor={name}>
        {label}
      </label>
      <Choice name={name} stored={value ?? ''}>
        <option value="">none</option>
        {hours.map((hour) => (
          <option key={hour} value={hour}>
            {String(hour).padStart(2, '0')}:00
          </option>
        ))}
      </Choice>
    </div>
  );
}

/**
 * A select with the stored value chosen. React resets a form after it was sent, and a select falls back to its first
 * value; the key makes a new select with the stored one.
 */
function Choice(props: { name: string; stored: string | number; children: React.ReactNode }) {
  const { name, stored, children } = props;
  return (
    <select key={stored} id={name} name={name} defaultValue={stored} className="field">
      {children}
    </select>
  );
}

function Tick(props: { name: string; checked: boolean; title: string; children: React.ReactNode }) {
  return (
    <label className="flex items-start gap-2 py-1.5">
      <input type="checkbox" name={props.name} defaultChecked={props.checked} className="mt-1.5" />
      <span>
        <span className="font-semibold">{props.title}</span>{' '}
        <span className="text-soft">{props.children}</span>
      </span>
    </label>
  );
}
