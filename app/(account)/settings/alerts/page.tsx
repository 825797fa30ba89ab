import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import type { PageCaller } from '#server/edges/pages.ts';
import { api, signedIn } from '../../../_server/reader.ts';
import { ActionButton } from '../../../_ui/form/action-button.tsx';
import { Copyable } from '../../../_ui/form/copy.tsx';
import { Landing } from '../../../_ui/form/landing.tsx';
import Link from '../../../_ui/frame/link.tsx';
import { Section } from '../../../_ui/frame/section.tsx';
import { closeFeed, openFeed } from './actions.ts';
import { MailForm } from './mail-form.tsx';
import { RotateForm, WebhookForm } from './webhook-form.tsx';
import { WebhookItem } from './webhook-item.tsx';

export const metadata: Metadata = { title: 'Alerts', robots: { index: false } };

type Overview = Awaited<ReturnType<PageCaller['alerts']['overview']>>;

export default async function Alerts() {
  await signedIn();
  const alerts = await (await api()).alerts.overview();
  return (
    <div className="max-w-3xl">
      <h1 className="text-3xl">Alerts</h1>
      <p className="mt-3 max-w-prose text-soft">
        You are told when something new is argued on a show or ticker that{' '}
        <Link href="/settings/follows">you follow</Link>, or found by one of{' '}
        <Link href="/settings/searches">your searches</Link>. Nothing is sent until you switch on a mail, a
        feed or a webhook; each then tells what is ticked below. Episodes that aired more than a week ago are
        no news.
      </p>

      <Section id="mail" title="What to be told, and by mail" className="mt-10">
        <MailForm alerts={alerts} />
      </Section>
      <Feed url={alerts.feedUrl} />
      <Webhooks alerts={alerts} />
    </div>
  );
}

function Feed({ url }: { url: Overview['feedUrl'] }) {
  return (
    <Section id="feed" title="Personal feed" className="mt-12">
      <p className="my-3 max-w-prose">
        The same news for a feed reader, as RSS; it begins with the newest ideas from before. Whoever has the
        address can read it: keep it to yourself, and make a new one if it gets out.
      </p>
      <Landing
        of={url ? 'open' : ''}
        label="Personal feed"
        said="The feed is closed; its address no longer works."
      >
        {url ? <Copyable text={url} label="Address of your feed" /> : null}
        <div className="mt-3 flex flex-wrap items-start gap-3">
          <ActionButton action={openFeed} {...(url ? {} : { className: 'btn' })}>
            {url ? 'Make a new address' : 'Open a feed'}
          </ActionButton>
          {url ? <ActionButton action={closeFeed}>Close the feed</ActionButton> : null}
        </div>
      </Landing>
    </Section>
  );
}

function Webhooks({ alerts }: { alerts: Overview }) {
  const full = alerts.webhooks.length >= alerts.maxWebhooks;
  return (
    <Section
      id="webhooks"
      title={`Webhooks, ${alerts.webhooks.length} of ${alerts.maxWebhooks}`}
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
  );
}
