import type { Command } from 'commander';
import { CommandError, withServices } from '#server/cli/run.ts';
import { drain } from '#server/ingest/drain.ts';
import { setIdeaHidden } from '#server/ingest/moderation/store.ts';
import { processEpisode } from '#server/ingest/process.ts';
import { openTools } from '#server/ingest/tools.ts';
import { markBelowVersion, markForAnalysis } from '#server/ingest/transcript/store.ts';
import { showProgress } from '#server/platform/progress.ts';

/** `earmark idea hide|show`, `earmark episode reanalyse`, `earmark corpus reanalyse`. */
export function corpusCommands(program: Command): void {
  const idea = program.command('idea').description('Hide an idea from every surface, or show it again');
  for (const [name, hidden] of [
    ['hide', true],
    ['show', false],
  ] as const) {
    idea
      .command(name)
      .argument('<id>', 'idea id')
      .description(hidden ? 'Answer for the idea as if it did not exist' : 'Serve the idea again')
      .action(async (id: string, _options, command) =>
        withServices(command, async (services) => {
          if (!(await setIdeaHidden(services.db, id, hidden, services.clock())))
            throw new CommandError(`There is no idea ${id}.`);
          return { data: { id, hidden }, text: `Idea ${id} is ${hidden ? 'hidden' : 'shown'}.` };
        }),
      );
  }

  program
    .command('episode')
    .description('Episodes')
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

  program
    .command('corpus')
    .description('The whole corpus')
    .command('reanalyse')
    .requiredOption(
      '--engine-below <version>',
      'only episodes analysed by an older engine version, such as 1.2.0',
    )
    .description('Extract again wherever an older engine has')
    .action(async (options, command) =>
      withServices(command, async (services) => {
        const marked = await markBelowVersion(services.db, options.engineBelow);
        const tools = await openTools(services);
        try {
          const { processed } = await drain(services, tools, [], (progress) =>
            showProgress(`${progress.processed} of ${marked} episodes`),
          );
          return { data: { marked, processed }, text: `${marked} episodes marked, ${processed} processed.` };
        } finally {
          await tools.close();
        }
      }),
    );
}
