import { type Command, InvalidArgumentError, Option } from 'commander';
import { hidingCommands } from '#server/cli/hiding.ts';
import { CommandError, WRONG_USAGE, withServices } from '#server/cli/run.ts';
import { rebuildAllTheses } from '#server/features/theses/store.ts';
import { drain } from '#server/ingest/drain.ts';
import { setEpisodeHidden, setIdeaHidden } from '#server/ingest/moderation/store.ts';
import { processEpisode } from '#server/ingest/process.ts';
import { openTools } from '#server/ingest/tools.ts';
import { type AnalysedBy, markAnalysedBy, markForAnalysis } from '#server/ingest/transcript/store.ts';
import { showProgress } from '#server/platform/progress.ts';

/** `earmark idea hide|show`, `earmark episode hide|show|reanalyse`, `earmark corpus reanalyse|rebuild-theses`. */
export function corpusCommands(program: Command): void {
  const idea = program.command('idea').description('Hide an idea from every surface, or show it again');
  hidingCommands(idea, 'idea', { argument: 'id', description: 'idea id' }, setIdeaHidden);

  const episode = program
    .command('episode')
    .description('Hide an episode with its ideas, or extract it again');
  hidingCommands(episode, 'episode', { argument: 'id', description: 'episode id' }, setEpisodeHidden);
  episode
    .command('reanalyse')
    .argument('<id>', 'episode id')
    .description('Extract again from the stored transcript; ideas that changed are superseded')
    .action(async (id: string, _options, command) =>
      withServices(command, async (services) => {
        if (!(await markForAnalysis(services.db, id)))
          throw new CommandError(`There is no episode ${id} with a transcript.`);
        const tools = await openTools(services);
        try {
          const report = await processEpisode(services, tools, id);
          if (report.result !== 'processed')
            throw new CommandError(`The episode was not processed: ${report.reason ?? report.result}.`);
          return {
            data: { id, ...report },
            text: `${report.added} ideas added, ${report.kept} kept, ${report.superseded} superseded.`,
          };
        } finally {
          await tools.close();
        }
      }),
    );

  const corpus = program.command('corpus').description('The whole corpus');
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
    .description('Extract again wherever an older engine has, or another one')
    .action(async (options, command) => {
      const which = analysedBy(options);
      await withServices(command, async (services) => {
        const marked = await markAnalysedBy(services.db, which);
        const tools = await openTools(services);
        try {
          const { processed, paused } = await drain(services, tools, [], (progress) =>
            showProgress(`${progress.processed} of ${marked} episodes`),
          );
          const putOff = paused > 0 ? `, ${paused} put off: the model's budget is spent` : '';
          return {
            data: { marked, processed, paused },
            text: `${marked} episodes marked, ${processed} processed${putOff}.`,
          };
        } finally {
          await tools.close();
        }
      });
    });
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

function analysedBy(options: { engine?: string; engineBelow?: AnalysedBy }): AnalysedBy {
  const { engine, engineBelow } = options;
  if (!engine && !engineBelow)
    throw new CommandError('Say which: --engine-below, --engine, or both.', WRONG_USAGE);
  if (engine && engineBelow?.engine && engineBelow.engine !== engine)
    throw new CommandError('--engine and --engine-below name different engines.', WRONG_USAGE);
  return { engine: engine ?? engineBelow?.engine ?? null, below: engineBelow?.below ?? null };
}
