import type { Desk } from '#server/edges/operator/desk.ts';
import { capitalised } from '#server/language/phrasing.ts';
import { ActionButton } from '../_ui/form/action-button.tsx';
import { Section } from '../_ui/frame/section.tsx';
import { moment } from '../_ui/text/format.ts';
import { heldText } from '../_ui/text/held-text.ts';
import { operate } from './actions.ts';
import { Item, Items } from './items.tsx';

type Feed = Desk['feeds'][number];

/** Every feed, those that fail first. */
export function Feeds({ feeds }: { feeds: Desk['feeds'] }) {
  const sorted = feeds.toSorted((a, b) => b.failures - a.failures);
  return (
    <Section id="feeds" title="Feeds" className="mt-12">
      <Items none="There is no feed yet: earmark feeds add <address>.">
        {sorted.map((feed) => (
          <Item
            key={feed.id}
            title={feed.showName ?? feed.url}
            beside={stateOf(feed)}
            actions={feed.state === 'gone' ? null : <FeedActions feed={feed} />}
          >
            {capitalised(
              heldText({ ideaCount: feed.ideas, episodeCount: feed.episodes, readCount: feed.read }),
            )}
            . {feed.lastPolledAt ? `Polled ${moment(feed.lastPolledAt)}` : 'Not polled yet'}
            {feed.state === 'active' ? `, next ${moment(feed.nextPollAt)}.` : '.'}
            {feed.lastError ? <span className="block">{feed.lastError}</span> : null}
            <span className="block break-all">{feed.url}</span>
          </Item>
        ))}
      </Items>
    </Section>
  );
}

function stateOf({ state, failures }: Feed): string {
  if (state === 'paused') return 'paused';
  if (state === 'gone') return 'gone: its publisher took it down';
  if (failures === 0) return 'active';
  return failures === 1 ? 'failed' : `failed ${failures} times in a row`;
}

function FeedActions({ feed }: { feed: Feed }) {
  if (feed.state === 'paused')
    return (
      <ActionButton action={operate} fields={{ do: 'resume', feed: feed.id }}>
        Poll again
      </ActionButton>
    );
  return (
    <>
      <ActionButton action={operate} fields={{ do: 'poll', feed: feed.id }}>
        Poll now
      </ActionButton>
      <ActionButton action={operate} fields={{ do: 'pause', feed: feed.id }}>
        Pause
      </ActionButton>
    </>
  );
}
