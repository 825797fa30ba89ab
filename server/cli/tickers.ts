import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { CommandError, MOST_LISTED, table, WRONG_USAGE, withRest, withServices } from '#server/cli/run.ts';
import { firstOf, noSymbol, refused, taught } from '#server/edges/operator/told.ts';
import { counted } from '#server/features/ideas/rules.ts';
import { refuseName, takeBackName, teachName } from '#server/ingest/episodes/names/store.ts';
import { doubtfulNames, waitingNames } from '#server/linking/learned/store.ts';
import { importEntries, importedEntries, syncUniverse } from '#server/linking/store.ts';
import { type ImportedFile, parseTickerFile, TickerFileError } from '#server/linking/symbol-files.ts';
import { loadUniverse, type Universe, withImported } from '#server/linking/universe.ts';

/** `earmark tickers import|lookup|doubtful|teach|refuse|forget`. */
export function tickerCommands(program: Command): void {
  const tickers = program.command('tickers').description('The ticker universe');
  namesCommands(tickers);
  tickersImportCommand(tickers);
  tickersLookupCommand(tickers);
}

function tickersImportCommand(tickers: Command): void {
  tickers
    .command('import')
    .argument(
      '<file>',
      "the SEC's company_tickers.json, an exchange's symbol directory or the S&P 500 list (.csv)",
    )
    .description('Add the listed instruments of a file to the universe')
    .action(async (file: string, _options, command) =>
      withServices(command, async (services) => {
        await syncUniverse(services.db);
        const parsed = readFileOrRefuse(file);
        const written = await importEntries(services.db, parsed.entries, basename(file));
        return {
          data: { read: parsed.entries.length, skipped: parsed.skipped, written },
          text: `Read ${counted(parsed.entries.length, 'instrument')}, wrote ${written}; built-in ones stay as they are. A running worker takes them in at its next start.`,
        };
      }),
    );
}

function tickersLookupCommand(tickers: Command): void {
  tickers
    .command('lookup')
    .argument('<symbol-or-name>', 'a symbol in any form, or part of a name')
    .description('Find an instrument')
    .action(async (wanted: string, _options, command) => {
      if (wanted.trim() === '') throw new CommandError('Name a symbol or part of a name.', WRONG_USAGE);
      await withServices(command, async (services) => {
        const universe = withImported(loadUniverse(), await importedEntries(services.db));
        const { listed, hasMore } = firstOf(entriesNamed(universe, wanted), MOST_MATCHES);
        if (listed.length === 0) throw new CommandError(`Nothing in the universe matches ${wanted}.`);
        const rows = listed.map((entry) => [
          entry.symbol,
          entry.kind,
          entry.name,
          entry.aliases.map((alias) => alias.text).join(', '),
        ]);
        return {
          data: { matches: listed, hasMore },
          text: withRest(table(['symbol', 'kind', 'name', 'spoken as'], rows), hasMore, MOST_MATCHES),
        };
      });
    });
}

const MOST_MATCHES = 50;

/** The instrument of a symbol, else all that bear such a name. */
function entriesNamed(universe: Universe, wanted: string) {
  const direct = universe.bySymbol(wanted);
  if (direct) return [direct];
  const part = wanted.trim().toLowerCase();
  return universe.entries.filter(({ name, aliases }) =>
    [name, ...aliases.map(({ text }) => text)].some((one) => one.toLowerCase().includes(part)),
  );
}

/** `earmark tickers doubtful|teach|refuse|forget`. */
function namesCommands(tickers: Command): void {
  tickersDoubtfulCommand(tickers);
  tickersTeachCommand(tickers);
  tickersRefuseCommand(tickers);
  tickersForgetCommand(tickers);
}

function tickersDoubtfulCommand(tickers: Command): void {
  tickers
    .command('doubtful')
    .description(
      'Companies that ideas are about without a symbol, and names held back that may stand for one',
    )
    .action(async (_options, command) =>
      withServices(command, async ({ db }) => {
        const names = firstOf(await doubtfulNames(db, MOST_LISTED + 1), MOST_LISTED);
        const rows = names.listed.map((one) => [
          one.subjectKey,
          one.subjectName,
          one.ideas,
          one.show,
          one.quote ?? one.thesis,
        ]);
        const heldBack = firstOf(await waitingNames(db, MOST_LISTED + 1), MOST_LISTED);
        const held = heldBack.listed.map((one) => [
          one.slug,
          one.name,
          one.symbol,
          one.episodes,
          one.show,
          one.words ?? '',
        ]);
        const text = [
          'Companies without a symbol',
          withRest(table(['slug', 'name', 'ideas', 'show', 'words'], rows), names.hasMore),
          'Names held back: `teach` or `refuse` them',
          withRest(table(['slug', 'name', 'symbol', 'episodes', 'show', 'words'], held), heldBack.hasMore),
        ];
        const data = {
          names: names.listed,
          hasMoreNames: names.hasMore,
          heldBack: heldBack.listed,
          hasMoreHeldBack: heldBack.hasMore,
        };
        return { data, text: text.join('\n') };
      }),
    );
}

function tickersTeachCommand(tickers: Command): void {
  tickers
    .command('teach')
    .argument('<name>', 'the name as it is said')
    .argument('<symbol>', 'the symbol it stands for')
    .description('Take a name for an instrument from now on, and read again what was read under it')
    .action(async (name: string, symbol: string, _options, command) =>
      withServices(command, async ({ db }) => {
        const done = await teachName(db, name, symbol);
        if (done === 'blank name') throw new CommandError('Give the name as it is said.', WRONG_USAGE);
        if (done === 'unknown symbol') throw new CommandError(noSymbol(symbol), WRONG_USAGE);
        return { data: done, text: taught(done.name, done.symbol, done.episodes) };
      }),
    );
}

function tickersRefuseCommand(tickers: Command): void {
  tickers
    .command('refuse')
    .argument('<slug>', 'slug of the company, as `tickers doubtful` tells it')
    .description('The name stands for no instrument: ask no more, and read again what was read by it')
    .action(async (slug: string, _options, command) =>
      withServices(command, async ({ db }) => {
        const episodes = await refuseName(db, slug);
        if (episodes === null)
          throw new CommandError(`No idea is about ${slug}, and no such name is held back.`);
        return { data: { slug, episodes }, text: refused(slug, episodes) };
      }),
    );
}

function tickersForgetCommand(tickers: Command): void {
  tickers
    .command('forget')
    .argument('<name>', 'the name or slug that was taught or refused')
    .description('Take back what was taught or refused, and read again what was read by it')
    .action(async (name: string, _options, command) =>
      withServices(command, async ({ db }) => {
        const episodes = await takeBackName(db, name);
        if (episodes === null) throw new CommandError(`Nothing was decided about ${name}.`);
        return {
          data: { name, episodes },
          text: `What was decided about ${name} is taken back; episodes that are read again: ${episodes}.`,
        };
      }),
    );
}

function readFileOrRefuse(file: string): ImportedFile {
  try {
    return parseTickerFile(readText(file), basename(file));
  } catch (error) {
    if (error instanceof TickerFileError) throw new CommandError(error.message);
    throw error;
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, WRONG_USAGE);
  }
}
