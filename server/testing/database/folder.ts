import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new temporary data folder. Other users may enter it: when this process is root, the embedded database runs as another. */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-'));
  chmodSync(folder, 0o755);
  return folder;
}
