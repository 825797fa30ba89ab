import { type Command, Help, type Option } from 'commander';

type Register = (program: Command) => void;
type Group = { readonly words: readonly string[]; readonly load: () => Promise<Register> };

/** The first words of all commands, grouped by file. */
export const groups: readonly Group[] = [
  { words: ['feeds'], load: async () => (await import('#server/cli/feeds.ts')).feedCommands },
  { words: ['worker'], load: async () => (await import('#server/cli/worker.ts')).workerCommands },
  {
    words: ['stats', 'secret', 'doctor'],
    load: async () => (await import('#server/cli/service.ts')).serviceCommands,
  },
  { words: ['backup', 'restore'], load: async () => (await import('#server/cli/backup.ts')).backupCommands },
  { words: ['tickers'], load: async () => (await import('#server/cli/tickers.ts')).tickerCommands },
  { words: ['account', 'key'], load: async () => (await import('#server/cli/accounts.ts')).accountCommands },
  {
    words: ['idea', 'episode', 'corpus'],
    load: async () => (await import('#server/cli/corpus.ts')).corpusCommands,
  },
  { words: ['person'], load: async () => (await import('#server/cli/hiding.ts')).personCommands },
  {
    words: ['correction'],
    load: async () => (await import('#server/cli/corrections.ts')).correctionCommands,
  },
  { words: ['alerts'], load: async () => (await import('#server/cli/alerts.ts')).alertCommands },
  { words: ['show'], load: async () => (await import('#server/cli/shows.ts')).showCommands },
  { words: ['eval'], load: async () => (await import('#server/cli/eval.ts')).evalCommands },
  { words: ['model'], load: async () => (await import('#server/cli/model.ts')).modelCommands },
];

/**
 * Registers the commands of the first word: without loading all other files a command starts in half the time. Help and
 * unknown words get every command.
 */
export async function register(program: Command, word: string | undefined): Promise<void> {
  const named = groups.filter(({ words }) => word !== undefined && words.includes(word));
  const wanted = named.length > 0 ? named : groups;
  // Before the commands are made: each inherits its parent's help.
  program.configureHelp({ optionDescription });
  for (const add of await Promise.all(wanted.map(({ load }) => load()))) add(program);
}

/** The description of an option in help, with a note if it is required. */
function optionDescription(option: Option): string {
  const description = new Help().optionDescription(option);
  return option.mandatory && option.defaultValue === undefined ? `${description} (required)` : description;
}
