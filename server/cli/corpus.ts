import { type Command, InvalidArgumentError, Option } from 'commander';
import { hidingCommands, withHeldBack } from '#server/cli/hiding.ts';
import {
  CommandError,
  MOST_LISTED,
  table,
  WRONG_USAGE,
  when,
  withRest,
  withServices,
} from '#server/cli/run.ts';
import { firstOf, waitForWorker } from '#server/edges/operator/told.ts';
import { counted } from '#server/features/ideas/rules.ts';
import { rebuildAllTheses } from '#server/features/theses/store.ts';
import { drain } from '#server/ingest/drain.ts';
import { type AnalysedBy, olderThanOurs } from '#server/ingest/engine/version.ts';
import {
  markAnalysedBy,
  markForAnalysis,
  markForFetch,
  retryEpisodes,
} from '#server/ingest/episodes/store.ts';
import { setEpisodeHidden, setIdeaHidden } from '#server/ingest/moderation/store.ts';
import { type EpisodeReport, processEpisode } from '#server/ingest/process.ts';
import { troubledEpisodes } from '#server/ingest/stats/operator/store.ts';
import { openTools } from '#server/ingest/tools.ts';
import { showProgress } from '#server/platform/progress.ts';

/** `earmark idea hide|show`, `earmark episode hide|show|list|retry|reanalyse`, `earmark corpus reanalyse|rebuild-theses`. */
export function corpusCommands(program: Command): void {
  const idea = program.command('idea').description('Hide an idea from every surface, or show it again');
  hidingCommands(idea, 'idea', { argument: 'id', description: 'idea id' }, setIdeaHidden);

  const episode = program
    .command('episode')
    .description('Hide an episode with its ideas, or extract it again');
  hidingCommands(episode, 'episode', { argument: 'id', description: 'episode id' }, setEpisodeHidden);
  episodeListCommand(episode);
  episodeRetryCommand(episode);
  episodeReanalyseCommand(episode);

  const corpus = program.command('corpus').description('The whole corpus');
  corpusReanalyseCommand(corpus);
  corpusRebuildThesesCommand(corpus);
}

function episodeListCommand(episode: Command): void {
  episode
    .command('list')
    .description('Episodes that were given up, put off or wait')
    .action(async (_options, command) =>
      withServices(command, async (services) => {
        const { listed, hasMore } = firstOf(
          await troubledEpisodes(services.db, services.clock(), MOST_LISTED + 1),
          MOST_LISTED,
        );
        const rows = listed.map((e) => [
          e.id,
          e.state,
          e.attempts,
          when(e.nextAttemptAt),
          e.show,
          e.title,
          e.lastError,
        ]);
        return {
          data: { episodes: listed, hasMore },
          text: withRest(table(['id', 'state', 'tried', 'next', 'show', 'title', 'error'], rows), hasMore),
        };
      }),
    );
}

function episodeRetryCommand(episode: Command): void {
  episode
    .command('retry')
    .argument('[id]', 'episode id; all that were given up or put off when none is named')
    .description('Send an episode that was given up or put off to the workers again')
    .action(async (id: string | undefined, _options, command) =>
      withServices(command, async (services) => {
        const retried = await retryEpisodes(services.db, id ?? null, services.clock());
        if (id && retried === 0)
          throw new CommandError(`There is no episode ${id} that was given up or put off.`);
        return {
          data: { retried },
          text: waitForWorker(retried),
        };
      }),
    );
}

function episodeReanalyseCommand(episode: Command): void {
  episode
    .command('reanalyse')
    .argument('<id>', 'episode id')
    .option('--fetch', 'read the transcript anew from its address first, as after a publisher put it right')
    .description('Extract again from the stored transcript; ideas that changed are superseded')
    .action(async (id: string, options: { fetch?: boolean }, command) =>
      withServices(command, async (services) => {
        const mark = options.fetch ? markForFetch : markForAnalysis;
        if (!(await mark(services.db, id)))
          throw new CommandError(
            options.fetch
              ? `There is no episode ${id} whose feed names a transcript.`
              : `There is no episode ${id} with a transcript.`,
          );
        const tools = await openTools(services);
        try {
          const report = await processEpisode(services, tools, id);
          if (report.result !== 'processed')
            throw new CommandError(`The episode was not processed: ${whyNot(report)}`);
          return {
            data: { id, ...report },
            text: withHeldBack(
              `${counted(report.added, 'idea')} added, ${report.kept} kept, ${report.superseded} superseded.`,
              report.heldBack,
            ),
          };
        } finally {
          await tools.close();
        }
      }),
    );
}

function corpusReanalyseCommand(corpus: Command): void {
  corpus
    .command('reanalyse')
    .option(
      '--engine-below <version>',
      'only episodes analysed by an older version: 1.2.0 of any engine, rules-1.2.0 or model-1.2.0 of that one',
      analysedBelow,
    )
    .addOption(
      new Option('--engine <name>', 'only episodes that this engine analysed').choices(['rules', 'model']),
    )
    .option('--older', 'only episodes that an older version of its engine analysed than this one')
    .option('--background', 'leave the work to the running workers; earmark stats tells how far they are')
    .description('Extract again wherever an older engine has, or another one')
    .action(async (options, command) => {
      const named = analysedNamed(options);
      await withServices(command, async (services) => {
        let marked = 0;
        for (const which of named ?? olderThanOurs(services.env))
          marked += await markAnalysedBy(services.db, which);
        if (options.background)
          return {
            data: { marked },
            text: `${counted(marked, 'episode')} marked. The workers read them one by one, newest first; earmark stats tells how far they are.`,
          };
        const tools = await openTools(services);
        try {
          const { processed, paused, failed, heldBack } = await drain(services, tools, [], (progress) =>
            showProgress(`${progress.processed} of ${counted(marked, 'episode')}`),
          );
          const putOff = paused > 0 ? `, ${paused} put off: the model's budget is spent` : '';
          const inVain = failed > 0 ? `, ${failed} failed: see why with earmark episode list` : '';
          return {
            data: { marked, processed, paused, failed, heldBack },
            text: withHeldBack(
              `${counted(marked, 'episode')} marked, ${processed} processed${putOff}${inVain}.`,
              heldBack,
            ),
          };
        } finally {
          await tools.close();
        }
      });
    });
}

function corpusRebuildThesesCommand(corpus: Command): void {
  corpus
    .command('rebuild-theses')
    .description('File every statement under its thesis anew, subject by subject; a worker may run meanwhile')
    .action(async (_options, command) =>
      withServices(command, async (services) => {
        const built = await rebuildAllTheses(services.db, services.clock(), (done, all) =>
          showProgress(`${done} of ${all} subjects`),
        );
        return {
          data: built,
          text: `${built.subjects} subjects, ${built.theses} theses, ${built.statements} statements.`,
        };
      }),
    );
}

function analysedBelow(text: string): AnalysedBy {
  const [, engine = null, below] = /^(?:(rules|model)-)?(\d{1,9}(?:\.\d{1,9})*)$/.exec(text) ?? [];
  if (!below) throw new InvalidArgumentError('It takes a version such as 1.2.0 or rules-1.2.0.');
  return { engine, below };
}

/** The engines that the options name; null for --older, which depends on the settings. */
function analysedNamed(options: {
  engine?: string;
  engineBelow?: AnalysedBy;
  older?: boolean;
}): readonly AnalysedBy[] | null {
  const { engine, engineBelow, older } = options;
  if (older && (engine || engineBelow))
    throw new CommandError('--older stands alone: it names every engine of this version.', WRONG_USAGE);
  if (older) return null;
  if (!engine && !engineBelow)
    throw new CommandError('Say which: --engine-below, --engine, both, or --older.', WRONG_USAGE);
  if (engine && engineBelow?.engine && engineBelow.engine !== engine)
    throw new CommandError('--engine and --engine-below name different engines.', WRONG_USAGE);
  return [{ engine: engine ?? engineBelow?.engine ?? null, below: engineBelow?.below ?? null }];
}

/** Why an episode was not processed, as a sentence's end. */
function whyNot({ result, reason }: Exclude<EpisodeReport, { readonly result: 'processed' }>): string {
  if (result === 'busy') return 'a worker is at it. Try again in a minute.';
  return `${(reason ?? result).replace(/\.$/, '')}.`;
}
