import { afterEach, beforeEach, expect, it } from 'vitest';
import { logConsole } from '#server/platform/observe/console.ts';
import { DatabaseAway } from '#server/platform/postgres/connection.ts';

let lines: unknown[][];
let undo: () => void;
beforeEach(() => {
  lines = [];
  const add = (...line: unknown[]) => void lines.push(line);
  undo = logConsole({ error: add, warn: add });
});
afterEach(() => undo());

/** As Next prints a failure: behind a red cross, the cause within what tRPC made of it. */
const print = (cause: Error) => console.error('\u001b[31m⨯\u001b[39m', new Error(cause.message, { cause }));

it('a page that fails while the database is away is one line a minute, without a stack', () => {
  const away = new DatabaseAway(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  for (let times = 0; times < 3; times++) print(away);
  expect(lines).toEqual([[{ err: 'The database is away: nothing listens there.' }, 'pages fail']]);
});

it('another failure is one line with its stack', () => {
  print(new Error('broken'));
  expect(lines).toEqual([
    [expect.objectContaining({ err: 'broken', stack: expect.stringContaining('console.test.ts') }), 'failed'],
  ]);
});

it('a remark of a library is one line without colours', () => {
  console.warn('\u001b[33m%s\u001b[39m is old', 'it');
  expect(lines).toEqual([[expect.anything(), 'it is old']]);
});
