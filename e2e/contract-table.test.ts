import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contractTable, TABLE } from '#e2e/contract-table.ts';
import { projectRoot } from '#server/platform/env.ts';

it('docs/contract.md is what npm run contract writes, and every test it names exists', () => {
  expect(readFileSync(join(projectRoot, TABLE), 'utf8')).toBe(contractTable());
});
