import { Command, CommanderError, Option } from 'commander';
import { accountCommands } from '#server/cli/accounts.ts';
import { alertCommands } from '#server/cli/alerts.ts';
import { backupCommands } from '#server/cli/backup.ts';
import { corpusCommands } from '#server/cli/corpus.ts';
import { correctionCommands } from '#server/cli/corrections.ts';
import { evalCommands } from '#server/cli/eval.ts';
import { feedCommands } from '#server/cli/feeds.ts';
import { personCommands } from '#server/cli/hiding.ts';
import { modelCommands } from '#server/cli/model.ts';
import { failure, WRONG_USAGE } from '#server/cli/run.ts';
import { serviceCommands } from '#server/cli/service.ts';
import { showCommands } from '#server/cli/shows.ts';
import { tickerCommands } from '#server/cli/tickers.ts';
import { workerCommands } from '#server/cli/worker.ts';

const program = new Command('earmark')
  .description("The operator's command: feeds, workers, accounts, keys, plans, rights, health.")
  .version('0.1.0')
  .showHelpAfterError('(add --help for what this command takes)')
  .exitOverride()
  .configureOutput({ outputError: (text, write) => write(text) });

for (const register of [
  feedCommands,
  workerCommands,
  serviceCommands,
  backupCommands,
  tickerCommands,
  accountCommands,
  corpusCommands,
  personCommands,
  correctionCommands,
  alertCommands,
  showCommands,
  evalCommands,
  modelCommands,
])
  register(program);
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
