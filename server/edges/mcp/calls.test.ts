import { expect, test } from 'vitest';
import { type Handled, watched } from '#server/edges/mcp/calls.ts';
import type { Handler, Surface } from '#server/edges/mcp/surface.ts';

const text = [{ type: 'text', text: 'No.' }];

test.each<[string, object, number]>([
  ['an answer', { content: text, structuredContent: { ideas: [] } }, 200],
  ['a refusal', { isError: true, content: text, structuredContent: { error: 'not_found' } }, 404],
  ['an error without a code', { isError: true, content: text, structuredContent: { truncated: true } }, 500],
  ['an error of words alone', { isError: true, content: text }, 500],
  ['a code that is no code of ours', { isError: true, structuredContent: { error: 'constructor' } }, 500],
])('passes on %s as it is and hears its status', async (_, result, status) => {
  const { answer, heard } = watchedCall(() => result);
  expect(await answer({ name: 'a_tool' }, {})).toBe(result);
  expect(heard).toEqual([{ route: 'tools/call', status, ms: expect.any(Number) }]);
});

test('passes on a protocol error and hears it once, as malformed', async () => {
  const { answer, heard } = watchedCall(() => {
    throw new Error('Unknown tool');
  });
  await expect(answer({ name: 'a_tool' }, {})).rejects.toThrow('Unknown tool');
  expect(heard.map(({ status }) => status)).toEqual([400]);
});

function watchedCall(handler: Handler): { answer: Handler; heard: Handled[] } {
  const heard: Handled[] = [];
  const surface: Surface = {
    info: { name: 'n', title: 't', version: '1' },
    capabilities: { tools: {} },
    handlers: { 'tools/call': handler },
  };
  const answer = watched(surface, (handled) => heard.push(handled)).handlers['tools/call'] as Handler;
  return { answer, heard };
}
