import { expect, onTestFinished, test, vi } from 'vitest';
import { READ_BUDGET_MS } from '#server/api/meta.ts';
import { type Handled, messagesMade, watched } from '#server/edges/mcp/calls.ts';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  RESOURCE_NOT_FOUND,
  RpcError,
} from '#server/edges/mcp/protocol/rpc-error.ts';
import type { Handler, RequestId, Surface } from '#server/edges/mcp/surface.ts';

const text = [{ type: 'text', text: 'No.' }];

test.each<[string, object, number]>([
  ['an answer', { content: text, structuredContent: { ideas: [] } }, 200],
  ['a refusal', { isError: true, content: text, structuredContent: { error: 'not_found' } }, 404],
  ['an error without a code', { isError: true, content: text, structuredContent: { truncated: true } }, 500],
  ['an error of words alone', { isError: true, content: text }, 500],
  ['a code that is no code of ours', { isError: true, structuredContent: { error: 'constructor' } }, 500],
])('passes on %s as it is and hears its status', async (_, result, status) => {
  const { answer, heard } = watchedCall(() => result);
  expect(await answer({ name: 'a_tool' }, { id: 1 })).toBe(result);
  expect(heard).toEqual([{ route: 'tools/call', status, ms: expect.any(Number) }]);
});

test.each<[string, RpcError, number]>([
  ['of the protocol', new RpcError(INVALID_PARAMS, 'Unknown tool'), 400],
  ['that names a code', new RpcError(INVALID_PARAMS, 'Spent.', { error: 'idea_read_limit' }), 402],
  ['of an unknown resource', new RpcError(RESOURCE_NOT_FOUND, 'Resource not found', { uri: 'x' }), 404],
])('passes on an error %s and hears its status once', async (_, error, status) => {
  const { answer, heard } = watchedCall(() => {
    throw error;
  });
  await expect(answer({ name: 'a_tool' }, { id: 1 })).rejects.toBe(error);
  expect(heard.map((handled) => handled.status)).toEqual([status]);
});

test('tells a failure of ours to the log alone, and hears it as one', async () => {
  const failure = new Error('relation "idea" does not exist');
  const { answer, heard, failures } = watchedCall(() => {
    throw failure;
  });
  await expect(answer({ name: 'a_tool' }, { id: 1 })).rejects.toMatchObject({
    code: INTERNAL_ERROR,
    message: 'Internal error',
  });
  expect({ statuses: heard.map(({ status }) => status), failures }).toEqual({
    statuses: [500],
    failures: [failure],
  });
});

test('tells the caller that the time is over where an answer never comes', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { answer, heard } = watchedCall(() => new Promise(() => undefined));
  const told = expect(answer({ name: 'a_tool' }, { id: 1 })).rejects.toMatchObject({
    code: INTERNAL_ERROR,
    message: expect.stringContaining('took too long'),
  });
  await vi.advanceTimersByTimeAsync(2 * READ_BUDGET_MS);
  await told;
  expect(heard.map(({ status }) => status)).toEqual([504]);
});

test('tells the messages of a batch in their order, whichever ended first, and those of the protocol too', () => {
  const read = (id: RequestId) => ({ id, method: 'resources/read', params: { uri: 'earmark://x' } });
  const batch = [read(7), { method: 'notifications/initialized' }, read('7'), read(8)];
  const heard = new Map<RequestId, Handled>([
    ['7', { route: 'resources/read', status: 404, ms: 1 }],
    [7, { route: 'resources/read', status: 200, ms: 9 }],
  ]);
  expect(messagesMade(batch, heard, { route: 'batch', status: 200, ms: 10 })).toEqual([
    { route: 'resources/read', status: 200, ms: 9 },
    { route: 'notifications/initialized', status: 200, ms: 10 },
    { route: 'resources/read', status: 404, ms: 1 },
    { route: 'resources/read', status: 200, ms: 10 },
  ]);
});

function watchedCall(handler: Handler): { answer: Handler; heard: Handled[]; failures: unknown[] } {
  const heard: Handled[] = [];
  const failures: unknown[] = [];
  const surface: Surface = {
    info: { name: 'n', title: 't', version: '1' },
    capabilities: { tools: {} },
    handlers: new Map([['tools/call', handler]]),
  };
  const watcher = {
    heard: (_id: RequestId, handled: Handled) => heard.push(handled),
    failed: (error: unknown) => failures.push(error),
  };
  return { answer: watched(surface, watcher).handlers.get('tools/call')!, heard, failures };
}
