import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sectionsIn } from '#e2e/contract-sections.ts';
import { statementsOf } from '#e2e/contract-specification.ts';
import {
  CONTRACT,
  contractGaps,
  contractTable,
  readRows,
  SPECIFICATION,
  specificationGaps,
  TABLE,
} from '#e2e/contract-table.ts';
import type { Json } from '#server/contract/openapi/json.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import { projectRoot } from '#server/platform/env.ts';

const specified = existsSync(SPECIFICATION);
if (!specified) console.warn(`${SPECIFICATION} is not here: the list is not checked against it.`);

/** Names that JSON-RPC and OpenAPI define. */
const OF_OTHERS = new Set(['jsonrpc', 'method', 'params', 'result', 'code', 'data', 'info', 'paths']);

/** Every field and parameter that a description names. */
function namesIn(node: Json): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = typeof node.in === 'string' && typeof node.name === 'string' ? [node.name] : [];
  return [...own, ...Object.keys(node.properties ?? {}), ...Object.values(node).flatMap(namesIn)];
}

describe('the table of the contract', () => {
  it('is what npm run contract writes, and every test it names exists', () => {
    expect(readFileSync(join(projectRoot, TABLE), 'utf8')).toBe(contractTable());
  });

  it('speaks of every promise of docs/contract.md, and of no other', () => {
    expect(contractGaps()).toEqual({ unproven: [], unwritten: [] });
  });

  it('has every field, parameter and route of the description in docs/contract.md', () => {
    const written = readFileSync(join(projectRoot, CONTRACT), 'utf8');
    const inCode = new Set(
      [...written.matchAll(/`([^`]+)`/g)].flatMap((match) => match[1]!.split(/[^\w-]+/)),
    );
    const document = openApiDocument('https://earmark.example');
    expect(namesIn(document).filter((name) => !inCode.has(name) && !OF_OTHERS.has(name))).toEqual([]);
    expect(Object.keys(document.paths).filter((path) => !written.includes(path))).toEqual([]);
  });

  it.skipIf(!specified)(
    'lists every statement of the specification, in the words it has today, and no other',
    () => {
      expect(specificationGaps(readFileSync(SPECIFICATION, 'utf8'))).toEqual({ unlisted: [], unknown: [] });
    },
  );

  it('excuses from a test only what states nothing of the service', () => {
    const excused = readRows().flatMap(({ proof }) => ('excuse' in proof ? [proof.excuse] : []));
    for (const excuse of excused)
      expect(excuse).toMatch(
        /^(says what the document is about|notation|leads into|a reference|history|the specification leaves|a promise about changes to come)/,
      );
    expect(excused.length).toBeLessThan(20);
  });
});

describe('a promise of the contract', () => {
  it('is a numbered item or row, under the heading it is cited by', () => {
    const markdown = `# The contract

1. No promise: it has no heading.

## Limits
| | What |
|---|---|
| 1 | A key |
| 2 | An account |

3. A sentence
   that goes on
   - and an item below it.

### Follows (routes)
10. A route.

## Follows
11. Another.
`;
    expect(sectionsIn(markdown)).toEqual([
      { title: 'Limits', slug: 'limits', numbers: [1, 2, 3] },
      { title: 'Follows', slug: 'follows', numbers: [10, 11] },
    ]);
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
