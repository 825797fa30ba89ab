import { killAlerts } from '#e2e/kills/alerts.ts';
import { killBackups } from '#e2e/kills/backup.ts';
import { killIngestion } from '#e2e/kills/ingestion.ts';
import { seeded } from '#e2e/kills/world.ts';

/**
 * kill -9 at random moments of ingestion, of backups under load, and of alerts: nothing may be lost, nothing doubled but what
 * is told as sent at least once (docs/operations.md, "Killed at any moment"). Takes some ten minutes; ends with 1 where it is not so.
 * Run: node e2e/kills/run.ts [kills of each] [seed]
 */
const times = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? 1);
const random = seeded(seed);
const faults: string[] = [];
const mustBe = (what: string, given: unknown, wanted: unknown) => {
  if (JSON.stringify(given) !== JSON.stringify(wanted))
    faults.push(`${what}: ${JSON.stringify(given)}, not ${JSON.stringify(wanted)}`);
};
process.stdout.write(`${times} kills of each, seed ${seed}\n`);

const { world, expected, different, progressed } = await killIngestion(times, random);
const counts = Object.entries(expected).map(([name, { count }]) => `${count} ${name}`);
process.stdout.write(
  `ingestion: ${counts.join(', ')}; episodes read between kills: ${progressed.join(' ')}\n`,
);
mustBe('tables that differ from an undisturbed run', different, []);

const backups = await killBackups(world, expected, times, random);
process.stdout.write(`backup: ${JSON.stringify(backups)}\n`);
mustBe('tables that differ after a restore', backups.different, []);
mustBe('whole among the finished', backups.whole, backups.finished);
mustBe('left over after the next backup', backups.stillThere, 0);

const alerts = await killAlerts(times, random);
process.stdout.write(`alerts: ${JSON.stringify(alerts)}\n`);
mustBe('events without a mail', alerts.unmailed, 0);
mustBe('webhooks not delivered', alerts.undelivered, 0);
mustBe('webhooks that arrived', alerts.posts, alerts.events);

process.stdout.write(faults.length === 0 ? 'Nothing was lost.\n' : `${faults.join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
