import type { Desk } from '#server/edges/operator/desk.ts';
import { Section } from '../_ui/frame/section.tsx';
import { counted, moment, number } from '../_ui/text/format.ts';

/** The service in a few figures. */
export function Now({ desk: { work, workers, model } }: { desk: Desk }) {
  return (
    <Section id="now" title="Now" className="mt-10">
      <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3">
        <Figure name="Feeds">
          {number(work.feedsActive)} active, of them {number(work.feedsFailing)} failing;{' '}
          {number(work.feedsPaused)} paused, {number(work.feedsGone)} gone
        </Figure>
        <Figure name="Queue">
          {number(work.episodesDue)} waiting
          {work.episodeDueSince ? `, the oldest since ${moment(work.episodeDueSince)}` : ''}
        </Figure>
        <Figure name="Episodes">
          {number(work.episodesProcessed)} read, {number(work.episodesWithoutTranscript)} without a
          transcript, {number(work.episodesFailed)} given up, {number(work.episodesPutOff)} put off
        </Figure>
        <Figure name="Workers">
          {workers.length === 0
            ? 'None is connected: start one.'
            : workers.map(({ name, startedAt, seenAt }) => (
                <span key={name} className="block break-words">
                  {name}: started {moment(startedAt)}, last seen {moment(seenAt)}
                </span>
              ))}
        </Figure>
        <Figure name="News">
          {counted(work.deliveriesWaiting, 'delivery', 'deliveries')} waiting,{' '}
          {counted(work.webhooksOff, 'webhook')} switched off, {counted(work.digestsFailing, 'digest')}{' '}
          failing
        </Figure>
        <Figure name="Language model">
          {model
            ? `${model.name}: $${model.spentUsd.toFixed(2)} of $${model.budgetUsd} today, ${counted(model.calls, 'call')}, ${number(model.failedCalls)} failed, ${number(model.unreadableCalls)} unreadable`
            : 'None is set.'}
        </Figure>
      </dl>
    </Section>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="font-semibold">{name}</dt>
      <dd className="text-soft">{children}</dd>
    </div>
  );
}
