import type { Command } from 'commander';

/** `earmark eval ideas|advice|retrieval`: the figures anyone can rerun. */
export function evalCommands(program: Command): void {
  program.command('eval').description('Measure extraction, the advice rule and retrieval');
}
