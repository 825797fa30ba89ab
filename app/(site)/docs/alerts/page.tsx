import type { Metadata } from 'next';
import Link from '../../../_ui/frame/link.tsx';

export const metadata: Metadata = {
  title: 'Alerts by mail, feed and webhook',
  description: 'What is told, when, and how a program checks that a webhook comes from here.',
  alternates: { canonical: '/docs/alerts' },
};

const request = `POST /your/path HTTP/1.1
content-type: application/json
webhook-id: 0d6c0a52-5a0e-4a5c-9c0e-6f1b8f2f7a11
webhook-timestamp: 1795240800
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{ "type": "idea.new" | "stance.changed" | "test",
  "timestamp": "2026-11-21T06:00:00.000Z",
  "data": {
    "idea": { ...an IdeaCard, as the API serves it... },
    "stanceChange": { "symbol": "NVDA", "from": "bullish", "to": "neutral" },
    "followed": { "show": false, "tickers": ["NVDA"],
                  "searches": [{ "id": "...", "name": "data center OR grid" }] } },
  "attribution": { "source": "Earmark", "url": "...", "rule": "..." } }`;

const check = `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.EARMARK_WEBHOOK_SECRET); // whsec_...
// The body as it came, before any parsing. Throws when it is not ours, or older than five minutes.
const event = webhook.verify(rawBody, request.headers);`;

export default function AlertGuide() {
  return (
    <article className="prose">
      <p className="text-sm">
        <Link href="/help">Help</Link>
      </p>
      <h1 className="!mt-1 text-3xl">Alerts by mail, feed and webhook</h1>
      <p className="text-soft">
        Off until you switch them on under <Link href="/settings/alerts">Alerts</Link>.
      </p>
      <h2>What is told</h2>
      <ul>
        <li>A new idea on a show or ticker you follow: once for each subject of an episode.</li>
        <li>
          A new idea that one of <Link href="/settings/searches">your saved searches</Link> finds. One that
          several lead to is told once, with all that led to it.
        </li>
        <li>
          A change of stance, on <Link href="/pricing">Premium</Link>: a show’s idea on a ticker you follow
          whose side differs from that show’s idea before it.
        </li>
      </ul>
      <p>
        Only what aired within a week and was published after you switched alerts on. When an episode is read
        anew, the same argument is not told again. Alerts carry the card of an idea, the subject of a mail its
        headline: the speaker’s own words where the show’s rights allow them, with show, episode, air date and
        second; never the full argument. What was hidden or corrected meanwhile is told as it stands, or not
        at all.
      </p>
      <h2>Mail</h2>
      <p>
        At once (what is published within a quarter of an hour comes in one mail), daily or on Mondays at
        06:00 UTC, when there is news; not within the quiet hours that you set, whose end it then waits for.
        Each mail ends with a link that unsubscribes without signing in; mail programs with an unsubscribe
        button can use theirs.
      </p>
      <h2>Feed</h2>
      <p>
        RSS 2.0 under a secret address, with the last 50 events of 30 days. While those are few, the newest
        ideas from before follow them. Your reader may send <code>If-None-Match</code>. A new address ends the
        old one.
      </p>
      <Webhooks />
    </article>
  );
}

/** How a webhook is signed, answered and tried again. */
function Webhooks() {
  return (
    <>
      <h2>Webhooks</h2>
      <p>
        A signed POST to an https address, in the form of{' '}
        <a href="https://www.standardwebhooks.com/" rel="noopener">
          Standard Webhooks
        </a>
        . The signature is an HMAC-SHA256 in base64 over <code>id.timestamp.body</code>; its key is what
        follows <code>whsec_</code>, decoded from base64.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre tabIndex={0}>{request}</pre>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <pre tabIndex={0}>{check}</pre>
      <ul>
        <li>Answer with 200 to 299 within ten seconds; do the work afterwards.</li>
        <li>
          The same <code>webhook-id</code> may come more than once: an event is sent at least once.
        </li>
        <li>
          Any other answer is tried again after 1 and 5 minutes, half an hour, 2, 12 and 24 hours. Then the
          webhook is switched off, and you get a mail. 410 switches it off at once.
        </li>
        <li>
          Under <Link href="/settings/alerts">Alerts</Link> each delivery of 30 days shows the body that was
          sent and how your answer began, and can be sent again, with the same <code>webhook-id</code>; a
          program does both at <code>/v1/agent/webhooks/deliveries</code>. What is sent by hand changes
          nothing of the tries to come.
        </li>
        <li>
          A webhook that you pause keeps its events, at most 30 days, and sends them once you resume it.
        </li>
        <li>
          A new secret signs beside the one before for 24 hours: <code>webhook-signature</code> then holds two
          signatures with a blank between, the newer first, and a receiver that knows either secret verifies
          it.
        </li>
        <li>Redirects are not followed, and addresses in private networks are not reached.</li>
      </ul>
    </>
  );
}
