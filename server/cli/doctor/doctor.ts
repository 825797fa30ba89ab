import { type Finding, ill } from '#server/cli/doctor/check.ts';
import { databaseChecks, migrations } from '#server/cli/doctor/database.ts';
import { outsideChecks } from '#server/cli/doctor/outside.ts';
import { workChecks } from '#server/cli/doctor/work.ts';
import type { Services } from '#server/platform/services.ts';

export type Check = { readonly name: string } & Finding;

/** Runs all checks of an installation. A check that throws counts as failed and does not stop the others. */
export async function diagnose(services: Services): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [name, look] of Object.entries({ ...databaseChecks, ...workChecks, ...outsideChecks }))
    checks.push({ name, ...(await look(services).catch(unseen)) });
  return checks;
}

/** The finding on a database that is of an earlier version or new. */
export async function notUpgraded(databaseUrl: string): Promise<Check> {
  const found = await migrations({ databaseUrl });
  const isOlder = ill('the data is of an earlier version', 'start Earmark, which upgrades it');
  return { name: 'migrations', ...(found.ok ? isOlder : found) };
}

function unseen(error: Error): Finding {
  return { ok: false, detail: `could not be looked at: ${error.message}` };
}
