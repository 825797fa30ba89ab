import type { Metadata } from 'next';
import Link from '../../_ui/frame/link.tsx';
import { Operator } from '../../_ui/frame/operator.tsx';
import { Removal } from '../../_ui/frame/removal.tsx';

export const metadata: Metadata = {
  title: 'Privacy',
  description:
    'What Earmark keeps about those who use it, for how long, who sees it, and how to have it erased.',
  alternates: { canonical: '/privacy' },
};
export const dynamic = 'force-dynamic';

export default function Privacy() {
  return (
    <article className="prose">
      <h1 className="text-3xl">Privacy</h1>
      <p className="text-lg text-soft">What is kept about you, why, for how long, and how you end it.</p>

      <h2>Without an account</h2>
      <p>
        Pages set no cookie for a reader who only reads, and there is no tracking and no advert. What you
        press or ask before you sign in waits in a cookie for an hour; your browser alone remembers when you
        last looked at a ticker. Your network address counts requests for a minute to a day, so that nobody
        takes more than a fair share; beside a report of a mistake or a free-tier key it is kept for 30 days.
        Such a key keeps the e-mail address it was issued to, and a report the one that you left with it.
        Widgets on other sites are counted for the show’s owner as sums of a day, by views and clicks, and
        nothing is kept of who looked.
      </p>

      <h2>With an account</h2>
      <ul>
        <li>Your e-mail address, and a session cookie while you are signed in. There is no password.</li>
        <li>What you follow and save, which full ideas you opened on which day, your searches and alerts.</li>
        <li>Your questions and their answers, until you erase them.</li>
        <li>
          Connector keys and connected applications: name, scopes, when they were made and last used. Of keys
          and tokens only a hash is kept. Of each request that an application makes we keep, for 30 days and
          for you to see: when, which route or tool, status, milliseconds and a request id. No body is kept.
        </li>
      </ul>

      <h2>Applications that you connect</h2>
      <p>
        An assistant that you connect sees what its scopes allow, and what it does with the answers is a
        matter between you and it. We receive the arguments of the tools it calls, and neither your
        conversation with it nor its memory. Nothing that it sends is used for anything but the answer. End a
        connection under <Link href="/settings/connectors">Connectors</Link>.
      </p>

      <h2>Who else sees it</h2>
      <p>
        Nobody buys it. It passes through the operator’s mail server, through the payment provider if you pay,
        and your questions through the operator’s language model if one is set.
      </p>

      <h2>Yours to take and to erase</h2>
      <p>
        Under <Link href="/settings/privacy">Account</Link> in settings you download all that is kept about
        you, erase your questions, or erase the account with everything that belongs to it, at once.
      </p>

      <h2 id="heard">If you were heard on a podcast</h2>
      <p>
        The record holds what was said in public episodes, with the name of who said it where the episode
        bears it out. <Removal />
      </p>

      <h2>Who answers for it</h2>
      <Operator />
    </article>
  );
}
