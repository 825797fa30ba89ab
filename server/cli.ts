import { Command, CommanderError, Option } from 'commander';
import { failure, unwritten, WRONG_USAGE } from '#server/cli/run.ts';
import { register } from '#server/commands.ts';
import { productVersion } from '#server/platform/env.ts';
import { outliveReaders } from '#server/platform/process/outputs.ts';

outliveReaders((error) => {
  process.exitCode = failure(unwritten(error));
});
const program = new Command('earmark')
  .description("The operator's command: feeds, workers, accounts, keys, plans, rights, health.")
  .version(productVersion)
  .showHelpAfterError('(add --help for what this command takes)')
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text) });

await register(program, process.argv[2]);
for (const command of leaves(program)) command.addOption(new Option('--json', 'print the answer as JSON'));

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

function leaves(command: Command): Command[] {
  return command.commands.flatMap((child) =>
    child.commands.length > 0 ? leaves(child) : [child.exitOverride()],
  );
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
  return failure(error);
}
