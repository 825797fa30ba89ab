import type { Command } from 'commander';
import {
  feedNamed,
  knownMove,
  moveSentence,
  polledElsewhere,
  throwMissing,
} from '#server/cli/feeds/named.ts';
import { readSource, type Source } from '#server/cli/feeds/sources.ts';
import { withHeldBack } from '#server/cli/hiding.ts';
import { CommandError, onServices, print, table, when, withServices } from '#server/cli/run.ts';
import { counted } from '#server/features/ideas/rules.ts';
import { drain } from '#server/ingest/drain.ts';
import { waitingEpisodes } from '#server/ingest/episodes/store.ts';
import { importFeedFile } from '#server/ingest/poll/import-file.ts';
import { type PollReport, pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed, listFeeds, pauseFeed, removeFeed, resumeFeed } from '#server/ingest/poll/store.ts';
import { openTools } from '#server/ingest/tools.ts';
import { showProgress } from '#server/platform/progress.ts';
import type { Services } from '#server/platform/services.ts';

/** `earmark feeds add|list|poll|pause|resume|remove`. */
export function feedCommands(program: Command): void {
  const feeds = program.command('feeds').description('Podcast feeds: add, list, poll, pause, resume, remove');
  feeds
    .command('add')
    .argument('<source...>', 'feed URLs, feed files (.xml) or subscription lists (.opml)')
    .description('Add feeds; the worker polls them. A file is read at once.')
    .action(async (sources: string[], _options, command) =>
      withServices(command, (services) => add(services, sources)),
    );
  feeds
    .command('list')
    .description('All feeds with their state')
    .action(async (_options, command) => withServices(command, list));
  feedsPollCommand(feeds);
  feedsPauseCommand(feeds);
  feedsResumeCommand(feeds);
  feedsRemoveCommand(feeds);
}

function feedsPollCommand(feeds: Command): void {
  feeds
    .command('poll')
    .argument('[feed...]', 'ids or URLs; all active feeds when none is named')
    .description(
      'Poll now and process every episode that waits; exits with 1 when a feed that is named fails',
    )
    .action(async (wanted: string[], _options, command) => {
      const answer = await onServices((services) => poll(services, wanted));
      print(command, answer);
      const { feeds } = answer.data;
      const failed = feeds.filter(({ result }) => result === 'failed' || result === 'gone');
      // With all feeds some failure is normal, so it does not fail the command.
      if (wanted.length > 0 && failed.length > 0)
        throw new CommandError(`${failed.length} of ${feeds.length} feeds failed.`);
    });
}

function feedsPauseCommand(feeds: Command): void {
  feeds
    .command('pause')
    .argument('<feed>', 'id or URL')
    .description('Poll a feed no more; what was read from it stays')
    .action(async (feed: string, _options, command) =>
      withServices(command, async (services) => {
        if (!(await pauseFeed(services.db, feed))) await throwMissing(services, feed);
        return { data: { feed, paused: true }, text: `${feed} is paused.` };
      }),
    );
}

function feedsResumeCommand(feeds: Command): void {
  feeds
    .command('resume')
    .argument('<feed>', 'id or URL')
    .description('Poll a paused feed again')
    .action(async (feed: string, _options, command) =>
      withServices(command, async (services) => {
        if (!(await resumeFeed(services.db, feed, services.clock()))) await throwMissing(services, feed);
        const movedTo = await knownMove(services, feed);
        return {
          data: { feed, paused: false, ...(movedTo && { movedTo }) },
          text: movedTo
            ? `${moveSentence(movedTo)} It is polled again, and paused if it still does.`
            : `${feed} is polled again.`,
        };
      }),
    );
}

function feedsRemoveCommand(feeds: Command): void {
  feeds
    .command('remove')
    .argument('<feed>', 'id or URL')
    .description('Remove a feed, its show and everything read from it')
    .action(async (feed: string, _options, command) =>
      withServices(command, async (services) => {
        if (!(await removeFeed(services.db, feed, services.clock()))) await throwMissing(services, feed);
        return { data: { removed: feed }, text: `Removed ${feed}.` };
      }),
    );
}

type Added = {
  readonly url: string;
  readonly id: string;
  readonly added: boolean;
  /** The address of the known feed to which it moved. */
  readonly movedTo?: string;
};

/** Adds the feeds of all sources; none where one of them is refused. */
async function add(services: Services, named: readonly string[]) {
  const sources = named.map(readSource);
  const feeds: Added[] = [];
  for (const source of sources) feeds.push(...(await store(services, source)));
  const skipped = sources.reduce((sum, one) => sum + (one.kind === 'list' ? one.skipped : 0), 0);
  const lines = feeds.map(
    ({ added, id, url, movedTo }) =>
      `${added ? 'Added' : 'Known'}  ${id}  ${url}${movedTo ? `  ${moveSentence(movedTo)}` : ''}`,
  );
  const next =
    feeds.length > 0
      ? 'A running worker polls them within a minute; `earmark feeds poll` does it now.'
      : 'No feed was added.';
  return { data: { feeds, skipped }, text: [...lines, next].join('\n') };
}

async function store(services: Services, source: Source): Promise<Added[]> {
  if (source.kind === 'file')
    return [{ url: source.url, ...(await importFeedFile(services, source.url, source.feed)) }];
  if (source.kind === 'address') return [await storeNamed(services, source.url)];
  const added: Added[] = [];
  for (const url of source.urls) added.push(await storeAddress(services, url));
  return added;
}

/** Adds no second feed for an address that leads to a known one. Of a list that is found out as its feeds are polled. */
async function storeNamed(services: Services, url: string): Promise<Added> {
  const known = await polledElsewhere(services, url);
  return known ? { url, id: known.id, added: false, movedTo: known.url } : storeAddress(services, url);
}

async function storeAddress(services: Services, url: string): Promise<Added> {
  const feed = await addFeed(services.db, url, services.clock());
  const movedTo = await knownMove(services, feed.id);
  return { url, ...feed, ...(movedTo && { movedTo }) };
}

async function list(services: Services) {
  const feeds = await listFeeds(services.db);
  const rows = feeds.map((f) => [
    f.id,
    f.state,
    f.showName,
    f.episodes,
    f.ideas,
    when(f.lastPolledAt),
    when(f.nextPollAt),
    f.failures,
    f.lastError ?? '',
    f.url,
  ]);
  return {
    data: { feeds },
    text: table(
      ['id', 'state', 'show', 'episodes', 'ideas', 'polled', 'next', 'failures', 'error', 'url'],
      rows,
    ),
  };
}

async function poll(services: Services, wanted: readonly string[]) {
  const feeds =
    wanted.length > 0
      ? await Promise.all(wanted.map((feed) => feedNamed(services, feed)))
      : (await listFeeds(services.db)).filter((feed) => feed.state === 'active');
  // A feed may be named twice, by its id and by its address.
  const chosen = [...new Set(feeds.map(({ id }) => id))];
  const tools = await openTools(services);
  const reports: PollReport[] = [];
  try {
    for (const id of chosen) {
      const report = await pollFeed(services, tools.fetchGuarded, id);
      if (report) reports.push(report);
      showProgress(`Polled ${reports.length} of ${chosen.length} feeds`);
    }
    const progress = await drain(services, tools, [], ({ processed, waiting }) =>
      showProgress(`Processed ${counted(processed, 'episode')}, ${waiting} waiting`),
    );
    const waiting = (await waitingEpisodes(services.db, services.clock(), 1000)).length;
    const lines = reports.map(reportLine);
    return {
      data: {
        feeds: reports,
        processed: progress.processed,
        paused: progress.paused,
        failed: progress.failed,
        heldBack: progress.heldBack,
        waiting,
      },
      text: withHeldBack(
        [
          ...lines,
          `${counted(progress.processed, 'episode')} processed.`,
          ...(progress.failed > 0 ? [`${progress.failed} failed: see why with earmark episode list.`] : []),
          ...(progress.paused > 0 ? [`${progress.paused} put off: the model's budget is spent.`] : []),
        ].join('\n'),
        progress.heldBack,
      ),
    };
  } finally {
    await tools.close();
  }
}

function reportLine({ result, added, url, reason, leftOut }: PollReport): string {
  const line = `${result.padEnd(9)}  ${counted(added, 'new episode')}  ${url}`;
  if (reason) return `${line}  ${reason}`;
  return leftOut > 0 ? `${line}  ${counted(leftOut, 'item')} left out: no episode, or a repeat of one` : line;
}
