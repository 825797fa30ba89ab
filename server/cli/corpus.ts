import { type Command, InvalidArgumentError, Option } from 'commander';
import { CommandError, withServices } from '#server/cli/run.ts';
import { drain } from '#server/ingest/drain.ts';
import { setIdeaHidden, setShowRights } from '#server/ingest/moderation/store.ts';
import { processEpisode } from '#server/ingest/process.ts';
import { openTools } from '#server/ingest/tools.ts';
import { markBelowVersion, markForAnalysis } from '#server/ingest/transcript/store.ts';
import { showProgress } from '#server/platform/progress.ts';

const onOff = (flags: string, text: string) => new Option(`${flags} <on|off>`, text).choices(['on', 'off']);

/** `earmark idea hide|show`, `earmark episode reanalyse`, `earmark corpus reanalyse`, `earmark show rights`. */
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

  program
    .command('show')
    .description('Shows')
    .command('rights')
    .argument('<slug>', 'slug of the show')
    .addOption(onOff('--embeds', 'whether sites may embed the show'))
    .addOption(onOff('--media', 'whether moments may be quoted and played'))
    .option('--quote-chars <n>', 'longest quote in characters', quoteChars)
    .description('Set what the show allows; prints the rights as they are')
    .action(async (slug: string, options, command) =>
      withServices(command, async (services) => {
        const asSwitch = (value?: string) => (value === undefined ? undefined : value === 'on');
        const rights = await setShowRights(
          services.db,
          slug,
          {
            embedEnabled: asSwitch(options.embeds),
            mediaEnabled: asSwitch(options.media),
            quoteChars: options.quoteChars,
          },
          'operator',
          services.clock(),
        );
        if (!rights) throw new CommandError(`There is no show ${slug}.`);
        const { embedEnabled, mediaEnabled } = rights;
        return {
          data: { slug, ...rights },
          text: `${slug}: embeds ${embedEnabled ? 'on' : 'off'}, media ${mediaEnabled ? 'on' : 'off'}, quotes up to ${rights.quoteChars} characters.`,
        };
      }),
    );
}

function quoteChars(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 2000)
    throw new InvalidArgumentError('It takes a whole number from 0 to 2000.');
  return value;
}
