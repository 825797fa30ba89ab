import {
  type KitOperation,
  type KitValue,
  kitOperations,
  pythonArgument,
  pythonValues,
  snakeCase,
} from '#server/contract/kits/operations.ts';
import type { Json } from '#server/contract/openapi/json.ts';

/** A call in one language, ready to be copied. */
export type Sample = { readonly language: 'curl' | 'TypeScript' | 'Python'; readonly text: string };

/** The optional parameters that samples show. */
const SHOWN = new Set(['ticker', 'minDepth', 'limit', 'window', 'date', 'recommended', 'purpose']);

/** Sample calls and the answer, from the description's examples. */
export type SampledCall = { readonly samples: readonly Sample[]; readonly answer: string };

/** Sample calls of each operation at an address, by operation id; operations that never succeed are left out. */
export function sampledCalls(document: Json, webUrl: string): Map<string, SampledCall> {
  return new Map(
    kitOperations(document)
      .filter(({ answer }) => answer !== null)
      .map((operation) => [
        operation.id,
        {
          samples: samplesOf(operation, webUrl),
          answer: JSON.stringify(operation.answerExample, null, 2),
        },
      ]),
  );
}

/** A sample call of an operation at an address in three languages, with the description's examples as values. */
export function samplesOf(operation: KitOperation, webUrl: string): Sample[] {
  return [
    { language: 'curl', text: curl(operation, webUrl) },
    {
      language: 'TypeScript',
      text: operation.inKits ? typescript(operation, webUrl) : fetched(operation, webUrl),
    },
    { language: 'Python', text: operation.inKits ? python(operation, webUrl) : opened(operation, webUrl) },
  ];
}

function shown(values: readonly KitValue[]): KitValue[] {
  return values.filter(isShown);
}

/** Whether a sample of a call carries this value. */
export function isShown({ name, required, example }: KitValue): boolean {
  return required || (SHOWN.has(name) && example !== undefined);
}

function addressOf({ path, inPath, inQuery }: KitOperation, webUrl: string): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(inPath.find((value) => value.name === name)?.example)),
  );
  const query = new URLSearchParams(shown(inQuery).map(({ name, example }) => [name, String(example)]));
  return `${webUrl}${filled}${query.size > 0 ? `?${query}` : ''}`;
}

function bodyOf({ inBody, bodyExample, inKits }: KitOperation): object | null {
  if (!inKits) return (bodyExample as object | undefined) ?? null;
  const values = shown(inBody);
  return values.length > 0 ? Object.fromEntries(values.map(({ name, example }) => [name, example])) : null;
}

function curl(operation: KitOperation, webUrl: string): string {
  const body = bodyOf(operation);
  return [
    `curl${operation.method === 'GET' ? '' : ` -X ${operation.method}`} '${addressOf(operation, webUrl)}'`,
    ...(operation.takesKey ? ["-H 'Authorization: Bearer YOUR_KEY'"] : []),
    ...(body
      ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]
      : []),
  ].join(' \\\n  ');
}

function typescript(operation: KitOperation, webUrl: string): string {
  const { id, inPath, inQuery, inBody } = operation;
  const given = shown([...inQuery, ...inBody]).map(({ name, example }) => `${name}: ${quoted(example)}`);
  const values = [
    ...inPath.map(({ example }) => quoted(example)),
    ...(given.length > 0 ? [`{ ${given.join(', ')} }`] : []),
  ];
  const key = operation.takesKey ? ', apiKey: process.env.EARMARK_KEY' : '';
  return [
    "import { Earmark } from 'earmark-client';",
    '',
    `const earmark = new Earmark({ baseUrl: '${webUrl}'${key} });`,
    `const answer = await earmark.${id}(${values.join(', ')});`,
  ].join('\n');
}

function quoted(value: unknown): string {
  return typeof value === 'string'
    ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
    : String(value);
}

function python(operation: KitOperation, webUrl: string): string {
  const needed = pythonValues(operation).filter(({ required }) => required);
  const named = shown(pythonValues(operation)).filter(({ required }) => !required);
  const values = [
    ...needed.map(({ example }) => pythonic(example)),
    ...named.map(({ name, example }) => `${pythonArgument(name)}=${pythonic(example)}`),
  ];
  const key = operation.takesKey;
  return [
    ...(key ? ['import os'] : []),
    'from earmark import Earmark',
    '',
    `earmark = Earmark("${webUrl}"${key ? ', os.environ["EARMARK_KEY"]' : ''})`,
    `answer = earmark.${snakeCase(operation.id)}(${values.join(', ')})`,
  ].join('\n');
}

function pythonic(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** A call with `fetch`, for operations without a method in the kits. */
function fetched(operation: KitOperation, webUrl: string): string {
  const body = bodyOf(operation);
  const lines = [
    ...(operation.method === 'GET' ? [] : [`  method: '${operation.method}',`]),
    ...(operation.takesKey
      ? [
          "  headers: { authorization: 'Bearer ' + process.env.EARMARK_KEY, 'content-type': 'application/json' },",
        ]
      : []),
    ...(body ? [`  body: JSON.stringify(${JSON.stringify(body)}),`] : []),
  ];
  const options = lines.length > 0 ? `, {\n${lines.join('\n')}\n}` : '';
  return [
    `const response = await fetch('${addressOf(operation, webUrl)}'${options});`,
    'const answer = await response.json();',
  ].join('\n');
}

function opened(operation: KitOperation, webUrl: string): string {
  const body = bodyOf(operation);
  const parts = [
    `"${addressOf(operation, webUrl)}"`,
    ...(operation.method === 'GET' ? [] : [`method="${operation.method}"`]),
    ...(operation.takesKey
      ? [
          'headers={"Authorization": f"Bearer {os.environ[\'EARMARK_KEY\']}", "Content-Type": "application/json"}',
        ]
      : []),
    ...(body ? [`data=json.dumps(${JSON.stringify(body)}).encode()`] : []),
  ];
  return [
    `import json${operation.takesKey ? ', os' : ''}`,
    'from urllib.request import Request, urlopen',
    '',
    `answer = json.load(urlopen(Request(${parts.join(', ')})))`,
  ].join('\n');
}
