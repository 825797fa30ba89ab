import { expect, it } from 'vitest';
import { traceOf } from '#server/edges/mcp/protocol/trace.ts';

const ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${ID}-00f067aa0ba902b7-01`;
const request = (headers: Record<string, string> = {}) =>
  new Request('http://earmark.test/v1/mcp', { headers });

it('reads the trace of a message before that of its request', () => {
  const other = traceparent.replace(ID, 'a'.repeat(32));
  expect(traceOf(request(), { params: { _meta: { traceparent } } })).toBe(ID);
  expect(traceOf(request({ traceparent: other }), { params: { _meta: { traceparent } } })).toBe(ID);
  expect(traceOf(request({ traceparent }), { params: {} })).toBe(ID);
});

it('knows none where none can be read', () => {
  for (const told of ['', 'none', `00-${ID}`, `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, 7, { traceparent }])
    expect(traceOf(request(), { params: { _meta: { traceparent: told } } })).toBeNull();
  expect(traceOf(request(), null)).toBeNull();
  expect(traceOf(request(), [{ method: 'ping' }])).toBeNull();
});
