import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import { CommandError, onServices, print, table, WRONG_USAGE, when, withServices } from '#server/cli/run.ts';
import { feedAddress, isStorable, MAX_IDENTITY_BYTES } from '#server/feeds/identity.ts';
import { parseOpml } from '#server/feeds/opml.ts';
import { parseFeed } from '#server/feeds/parse.ts';
import { drain } from '#server/ingest/drain.ts';
import { waitingEpisodes } from '#server/ingest/episodes/store.ts';
import { importFeedFile } from '#server/ingest/poll/import-file.ts';
import { type PollReport, pollFeed } from '#server/ingest/poll/poll.ts';
import { addFeed, findFeed, listFeeds, removeFeed, setFeedPaused } from '#server/ingest/poll/store.ts';
import { openTools } from '#server/ingest/tools.ts';
import { showProgress } from '#server/platform/progress.ts';
import type { Services } from '#server/platform/services.ts';

/** `earmark feeds add|list|poll|pause|resume|remove`. */
export function feedCommands(program: Command): void {
  const feeds = program.command('feeds').description('Podcast feeds: add, list, poll, pause, remove');
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
  feeds
    .command('poll')
    .argument('[feed...]', 'ids or URLs; all active feeds when none is named')
    .description(
      'Poll now and process every episode that waits; exits with 1 when a feed that is named fails',
    )
    .action(async (wanted: string[], _options, command) => {
      const answer = await onServices((services) => poll(services, wanted));
      print(command, answer);
      const failed = answer.data.feeds.filter(({ result }) => result === 'failed' || result === 'gone');
      // Of all feeds some publisher's is always broken: that is told and polled again by itself.
      if (wanted.length > 0 && failed.length > 0)
        throw new CommandError(`${failed.length} of ${wanted.length} feeds failed.`);
    });
  for (const [name, paused] of [
    ['pause', true],
    ['resume', false],
  ] as const) {
    feeds
      .command(name)
      .argument('<feed>', 'id or URL')
      .description(paused ? 'Poll a feed no more; what was read from it stays' : 'Poll a paused feed again')
      .action(async (feed: string, _options, command) =>
        withServices(command, async ({ db, clock }) => {
          if (!(await setFeedPaused(db, feed, paused, clock())))
            throw new CommandError(`There is no feed ${feed}.`);
          return { data: { feed, paused }, text: `${feed} is ${paused ? 'paused' : 'polled again'}.` };
        }),
      );
  }
  feeds
    .command('remove')
    .argument('<feed>', 'id or URL')
    .description('Remove a feed, its show and everything read from it')
    .action(async (feed: string, _options, command) =>
      withServices(command, async (services) => {
        if (!(await removeFeed(services.db, feed, services.clock())))
          throw new CommandError(`There is no feed ${feed}.`);
        return { data: { removed: feed }, text: `Removed ${feed}.` };
      }),
    );
}

type Added = { readonly url: string; readonly id: string; readonly added: boolean };
type Source = { readonly feeds: readonly Added[]; readonly skipped: number };

async function add(services: Services, sources: readonly string[]) {
  const read: Source[] = [];
  for (const source of sources) read.push(await addSource(services, source));
  const feeds = read.flatMap((source) => source.feeds);
  const skipped = read.reduce((sum, source) => sum + source.skipped, 0);
  const lines = feeds.map((feed) => `${feed.added ? 'Added' : 'Known'}  ${feed.id}  ${feed.url}`);
  const next =
    feeds.length > 0
      ? 'A running worker polls them within a minute; `earmark feeds poll` does it now.'
      : 'No feed was added.';
  return { data: { feeds, skipped }, text: [...lines, next].join('\n') };
}

async function addSource(services: Services, source: string): Promise<Source> {
  if (/^https?:\/\//i.test(source)) return { feeds: [await addOne(services, source)], skipped: 0 };
  const bytes = readSource(source);
  const opml = parseOpml(bytes, null);
  if (opml.ok) {
    const feeds: Added[] = [];
    for (const { url } of opml.subscriptions) feeds.push(await addOne(services, url));
    if (opml.skipped > 0) sayUnused(source, opml.skipped);
    return { feeds, skipped: opml.skipped };
  }
  const url = pathToFileURL(resolve(source)).href;
  const parsed = parseFeed(bytes, { contentType: null, url });
  if (!parsed.ok)
    throw new CommandError(`${basename(source)} is neither a feed nor a subscription list: ${parsed.reason}`);
  const imported = await importFeedFile(services, url, parsed.feed);
  return { feeds: [{ url, ...imported }], skipped: 0 };
}

function sayUnused(source: string, outlines: number): void {
  const which = outlines === 1 ? '1 outline' : `${outlines} outlines`;
  process.stderr.write(
    `Skipped ${which} of ${basename(source)}: the feed address is no web address or has more than ${MAX_IDENTITY_BYTES} bytes.\n`,
  );
}

function readSource(source: string): Buffer {
  try {
    return readFileSync(source);
  } catch (error) {
    throw new CommandError(
      `${source} is neither a web address nor a file that can be read: ${(error as Error).message}`,
      WRONG_USAGE,
    );
  }
}

async function addOne(services: Services, address: string): Promise<Added> {
  if (!URL.canParse(address)) throw new CommandError(`${address} is no web address.`, WRONG_USAGE);
  const url = feedAddress(address);
  if (!isStorable(url))
    throw new CommandError(`The address of a feed has ${MAX_IDENTITY_BYTES} bytes at most.`, WRONG_USAGE);
  return { url, ...(await addFeed(services.db, url, services.clock())) };
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
  const chosen =
    wanted.length > 0
      ? await Promise.all(wanted.map((feed) => mustFind(services, feed)))
      : (await listFeeds(services.db)).filter((feed) => feed.state === 'active').map((feed) => feed.id);
  const tools = await openTools(services);
  const reports: PollReport[] = [];
  try {
    for (const id of chosen) {
      const report = await pollFeed(services, tools.fetchGuarded, id);
      if (report) reports.push(report);
      showProgress(`Polled ${reports.length} of ${chosen.length} feeds`);
    }
    const progress = await drain(services, tools, [], ({ processed, waiting }) =>
      showProgress(`Processed ${processed} episodes, ${waiting} waiting      `),
    );
    if (process.stderr.isTTY) process.stderr.write('\n');
    const waiting = (await waitingEpisodes(services.db, services.clock(), 1000)).length;
    const lines = reports.map(
      (report) =>
        `${report.result.padEnd(9)}  ${report.added} new episodes  ${report.url}${report.reason ? `  ${report.reason}` : ''}`,
    );
    return {
      data: { feeds: reports, processed: progress.processed, paused: progress.paused, waiting },
      text: [
        ...lines,
        `${progress.processed} episodes processed.`,
        ...(progress.paused > 0 ? [`${progress.paused} put off: the model's budget is spent.`] : []),
      ].join('\n'),
    };
  } finally {
    await tools.close();
  }
}

async function mustFind(services: Services, feed: string): Promise<string> {
  const found = await findFeed(services.db, feed);
  if (!found) throw new CommandError(`There is no feed ${feed}.`);
  return found.id;
}
