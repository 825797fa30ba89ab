import { killAlerts } from '#e2e/kills/alerts.ts';
import { killBackups } from '#e2e/kills/backup.ts';
import { killIngestion } from '#e2e/kills/ingestion.ts';
import { seeded } from '#e2e/kills/world.ts';

/**
 * Sends kill -9 at random moments of ingestion, of backups under load, and of alerts. Nothing may be lost, and only what is sent
 * at least once may be doubled (docs/operations.md, "Killed at any moment"); otherwise it exits with 1. Takes some ten minutes.
 * Run: node e2e/kills/run.ts [kills of each] [seed] [ingestion|backup|alerts]
 */
const times = Number(process.argv[2] ?? 20);
const seed = Number(process.argv[3] ?? 1);
const only = process.argv[4];
const random = seeded(seed);
const faults: string[] = [];
const mustBe = (what: string, given: unknown, wanted: unknown) => {
  if (JSON.stringify(given) !== JSON.stringify(wanted))
    faults.push(`${what}: ${JSON.stringify(given)}, not ${JSON.stringify(wanted)}`);
};

const phases: Readonly<Record<string, () => Promise<object>>> = {
  ingestion: async () => {
    const ingestion = await killIngestion(times, random);
    mustBe('tables that differ from an undisturbed run', ingestion.different, []);
    return ingestion;
  },
  backup: async () => {
    const backups = await killBackups(times, random);
    mustBe('tables that differ after a restore', backups.different, []);
    mustBe('kills that fell into the writing', backups.inWriting, times);
    mustBe('whole among the finished', backups.whole, backups.finished);
    mustBe('left over after the next backup', backups.stillThere, 0);
    return backups;
  },
  alerts: async () => {
    const alerts = await killAlerts(times, random);
    mustBe('events without a mail', alerts.unmailed, 0);
    mustBe('webhooks not delivered', alerts.undelivered, 0);
    mustBe('webhooks that arrived', alerts.posts, alerts.events);
    return alerts;
  },
};
process.stdout.write(`${times} kills of each, seed ${seed}\n`);
for (const [name, phase] of Object.entries(phases))
  if (!only || only === name) process.stdout.write(`${name}: ${JSON.stringify(await phase())}\n`);
process.stdout.write(faults.length === 0 ? 'Nothing was lost.\n' : `${faults.join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
