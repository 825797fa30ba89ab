import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new temporary folder that others may enter: the embedded database runs as another user when this process is root. */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-'));
  chmodSync(folder, 0o755);
  return folder;
}
