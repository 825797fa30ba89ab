import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { statementsOf } from '#e2e/contract-specification.ts';
import { contractTable, readRows, SPECIFICATION, specificationGaps, TABLE } from '#e2e/contract-table.ts';
import { projectRoot } from '#server/platform/env.ts';

const specified = existsSync(SPECIFICATION);
if (!specified) console.warn(`${SPECIFICATION} is not here: the list is not checked against it.`);

describe('the table of the contract', () => {
  it('is what npm run contract writes, and every test it names exists', () => {
    expect(readFileSync(join(projectRoot, TABLE), 'utf8')).toBe(contractTable());
  });

  it.skipIf(!specified)('lists every statement of SPEC.md, in the words it has today, and no other', () => {
    expect(specificationGaps(readFileSync(SPECIFICATION, 'utf8'))).toEqual({ unlisted: [], unknown: [] });
  });

  it('excuses from a test only what states nothing of the service', () => {
    const excused = readRows().flatMap(({ proof }) => ('excuse' in proof ? [proof.excuse] : []));
    for (const excuse of excused)
      expect(excuse).toMatch(
        /^(says what the document is about|notation|leads into|a reference|history|SPEC\.md leaves)/,
      );
    expect(excused.length).toBeLessThan(20);
  });
});

describe('a statement', () => {
  const markdown = `# The whole

One sentence. Another, with \`a.b\` and mm:ss inside.

## Fields (of a thing)
| Field | Type |
|---|---|
| a | string |
| b | integer |

- First item. It has
  two sentences.
1. Second item.
**GET /x** (\`getX\`). Free.
`;

  it('is each sentence, item and row, by its heading and place', () => {
    expect(statementsOf(markdown).map(({ key, text }) => [key.replace(/-\w+$/, ''), text])).toEqual([
      ['introduction.1', 'One sentence.'],
      ['introduction.2', 'Another, with `a.b` and mm:ss inside.'],
      ['fields.1', '| a | string |'],
      ['fields.2', '| b | integer |'],
      ['fields.3', 'First item.'],
      ['fields.4', 'It has two sentences.'],
      ['fields.5', 'Second item.'],
      ['fields.6', '**GET /x** (`getX`).'],
      ['fields.7', 'Free.'],
    ]);
  });

  it('has another key as soon as one word of it is another', () => {
    const keys = (text: string) => statementsOf(text).map(({ key }) => key);
    const changed = keys(markdown.replace('integer', 'number'));
    const before = keys(markdown);
    expect(changed.filter((key) => !before.includes(key))).toHaveLength(1);
  });
});
