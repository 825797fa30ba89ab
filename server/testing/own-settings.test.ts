import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readEnv } from '#server/platform/env.ts';
import { ownSettingsUnset } from '#server/testing/own-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'earmark-own-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the .env of whoever runs the tests', () => {
  it('reaches no process of a test: its settings are unset there', () => {
    const file = join(folder, '.env');
    const own = {
      DATABASE_URL: 'postgresql://me@db/mine',
      EARMARK_SMTP_URL: 'smtp://mail',
      EARMARK_DB_POOL: '99',
    };
    const lines = Object.entries(own).map(([name, value]) => `${name}=${value}`);
    writeFileSync(file, `# Mine.\n${lines.join('\n')}\n`);
    expect(readEnv({ ...own, ...ownSettingsUnset(file) })).toEqual(readEnv({}));
  });

  it('may be missing', () => {
    expect(ownSettingsUnset(join(folder, 'none'))).toEqual({});
  });
});
