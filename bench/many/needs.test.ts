import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { missing } from './needs.ts';

const root = mkdtempSync(join(tmpdir(), 'earmark-needs-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function folderWith(name: string, programs: readonly string[]): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const program of programs) writeFileSync(join(folder, program), '', { mode: 0o755 });
  return folder;
}

describe('what the whole on one machine needs', () => {
  it('is told in one sentence before anything starts: the packages that are missing, and built pages', () => {
    const path = folderWith('some', ['pgbouncer']);
    expect(missing(root, path)).toBe(
      "First install Debian's packages (apt-get install haproxy redis-server) and build the pages (npm run build).",
    );
  });

  it('is nothing where the programs lie in any folder of the path and pages are built', () => {
    const path = [folderWith('one', ['haproxy', 'pgbouncer']), folderWith('other', ['redis-server'])];
    mkdirSync(join(root, '.next'));
    writeFileSync(join(root, '.next/BUILD_ID'), 'x');
    expect(missing(root, path.join(delimiter))).toBeNull();
  });
});
