import type { OwnerPage } from '#server/features/owners/router.ts';
import { ActionForm } from '../../../../_ui/form/action-form.tsx';
import { Copyable } from '../../../../_ui/form/copy.tsx';
import { Section } from '../../../../_ui/frame/section.tsx';
import { day } from '../../../../_ui/text/format.ts';
import { checkFeed, claimByFeed, claimByMail } from '../actions.ts';

type Stranger = Extract<OwnerPage, { state: 'stranger' }>;

/** The two ways to prove that a show is the reader's: by the feed and by mail. */
export function ClaimShow({ show }: { show: Stranger }) {
  if (show.sample) {
    return (
      <p className="note mt-6">This is a fictional sample show: it has no owner, so it cannot be claimed.</p>
    );
  }
  return (
    <>
      <p className="mt-3 text-soft">
        Show that this is yours, by its feed or by the mail address that the feed names as its owner’s. Others
        who have claimed it keep their claim, and are told of yours.
      </p>
      <Section id="by-feed" title="By the feed" className="mt-10">
        {show.feed ? (
          <WaitingForFeed slug={show.slug} feed={show.feed} feedUrl={show.feedUrl} />
        ) : (
          <StartByFeed slug={show.slug} />
        )}
      </Section>
      <Section id="by-mail" title="By mail" className="mt-10">
        {show.address === null ? (
          <p className="mt-4">The feed names no owner address, so there is nobody to write to.</p>
        ) : (
          <ActionForm action={claimByMail} className="mt-4">
            <input type="hidden" name="slug" value={show.slug} />
            <p>
              The feed names <strong className="font-semibold">{show.address}</strong> as its owner’s address.
              We send a link there that works once, within seven days, when it is opened signed in as you.
              {show.mailedUntil ? ` A link was sent already; it is good until ${day(show.mailedUntil)}.` : ''}
            </p>
            <button type="submit" className="btn btn-plain mt-4">
              {show.mailedUntil ? 'Send another link' : 'Send the link'}
            </button>
          </ActionForm>
        )}
      </Section>
    </>
  );
}

function StartByFeed({ slug }: { slug: string }) {
  return (
    <ActionForm action={claimByFeed} className="mt-4">
      <input type="hidden" name="slug" value={slug} />
      <p>You put a line with a token of yours into the feed, and we look for it there.</p>
      <button type="submit" className="btn mt-4">
        Get my token
      </button>
    </ActionForm>
  );
}

function WaitingForFeed({
  slug,
  feed,
  feedUrl,
}: {
  slug: string;
  feed: NonNullable<Stranger['feed']>;
  feedUrl: string | null;
}) {
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
      <p>
        Put this line into the <code>channel</code> of the feed, beside its title. Many hosts call it a “TXT”
        or “verification” entry: the purpose is “verify”. It is good until {day(feed.expiresAt)}.
      </p>
      <Copyable label="For the feed" text={feed.element} />
      <ActionForm action={checkFeed}>
        <input type="hidden" name="slug" value={slug} />
        <button type="submit" className="btn" disabled={feedUrl === null}>
          Look at the feed now
        </button>
      </ActionForm>
      <p className="text-sm text-soft">
        {feedUrl === null
          ? 'This show came from a file: there is no feed that we could look at.'
          : 'We also look each time the feed is polled, and write to you when the token is there.'}
      </p>
    </div>
  );
}
