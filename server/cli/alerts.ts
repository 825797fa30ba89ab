import type { Command } from 'commander';
import { table, when, withServices } from '#server/cli/run.ts';
import { alertCounts } from '#server/features/alerts/store.ts';
import { sweepAlerts } from '#server/features/alerts/sweep.ts';
import { counted } from '#server/features/ideas/rules.ts';

/** `earmark alerts run|status`. */
export function alertCommands(program: Command): void {
  const alerts = program.command('alerts').description('Digests by mail, personal feeds and webhooks');
  alerts
    .command('run')
    .option('--early', 'send the digests that wait without regard to the hour')
    .description('Do now what a worker does every minute: collect events, send what is due')
    .action(async (options, command) =>
      withServices(command, async (services) => {
        const swept = await sweepAlerts(services, options.early ? 'all waiting' : 'due');
        return {
          data: swept,
          text: `${counted(swept.events, 'new event')}, ${counted(swept.mails, 'digest')} sent, ${counted(swept.deliveries, 'attempt')} at webhooks.`,
        };
      }),
    );
  alerts
    .command('status')
    .description('Who is told, and what waits')
    .action(async (_options, command) =>
      withServices(command, async (services) => {
        const counts = await alertCounts(services.db, services.clock());
        const rows = [
          ['accounts with a digest', counts.mailing],
          ['personal feeds', counts.feeds],
          ['webhooks', counts.webhooks],
          ['webhooks switched off', counts.webhooksOff],
          ['events of the last 30 days', counts.events],
          ['events that wait for a digest', counts.unmailed],
          ['deliveries that wait', counts.waiting],
          ['oldest overdue delivery', when(counts.overdueSince)],
        ];
        return { data: counts, text: table(['what', 'count'], rows) };
      }),
    );
}
