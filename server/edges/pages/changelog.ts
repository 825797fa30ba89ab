import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ChangeGroup, changesIn } from '#server/features/pages/changelog/rules.ts';
import { projectRoot } from '#server/platform/env.ts';

let groups: readonly ChangeGroup[] | undefined;

/** The changes, newest first, from the CHANGELOG.md of this version; read once. */
export function changelog(): readonly ChangeGroup[] {
  groups ??= changesIn(readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8'));
  return groups;
}
