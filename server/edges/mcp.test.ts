import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountWithKey, type CallOptions, call } from '#server/platform/testing/api.ts';
import { type TestServices, testServices } from '#server/platform/testing/services.ts';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

const rpc = (method: string, params: object = {}, options: CallOptions = {}) =>
  call(services, 'POST', '/v1/mcp', { body: { jsonrpc: '2.0', id: 1, method, params }, ...options });

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

describe('the handshake of 2025 clients', () => {
  for (const revision of ['2025-03-26', '2025-06-18', '2025-11-25']) {
    it(`agrees on ${revision} and answers plain JSON without a session`, async () => {
      const { status, headers, body } = await rpc('initialize', { ...initialize, protocolVersion: revision });
      expect(status).toBe(200);
      expect(headers.get('content-type')).toContain('application/json');
      expect(headers.get('mcp-session-id')).toBeNull();
      expect(body).toMatchObject({
        jsonrpc: '2.0',
        id: 1,
        result: { protocolVersion: revision, serverInfo: { name: 'earmark' }, capabilities: { tools: {} } },
      });
    });
  }

  it('offers its newest revision to a client of an unknown one', async () => {
    const { body } = await rpc('initialize', { ...initialize, protocolVersion: '1999-01-01' });
    expect(body.result.protocolVersion).toBe('2025-11-25');
  });

  it('takes a notification with 202 and no body', async () => {
    const { status, body } = await call(services, 'POST', '/v1/mcp', {
      body: { jsonrpc: '2.0', method: 'notifications/initialized' },
    });
    expect(status).toBe(202);
    expect(body).toBeNull();
  });
});

describe('GET /v1/mcp/health', () => {
  it('names every tool with its scope to anyone', async () => {
    const { status, body } = await call(services, 'GET', '/v1/mcp/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ok',
      server: 'earmark',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      enabled: true,
      transport: 'streamable-http',
    });
    expect(Object.keys(body.toolScopes)).toEqual(body.tools);
    expect(body.toolScopes.service_profile).toBe('profile:read');
  });
});

describe('methods without a stream or a session', () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
    it(`refuses ${method} with 405 and what is allowed`, async () => {
      const { status, headers, body } = await call(services, method, '/v1/mcp', {
        headers: { accept: 'text/event-stream' },
      });
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('POST, OPTIONS');
      expect(body).toMatchObject({ error: 'invalid_request', message: expect.any(String) });
    });
  }
});

describe('tools/call', () => {
  it('answers structured content and a text, with the same metering as REST', async () => {
    const { key } = await accountWithKey(services);
    const { status, headers, body } = await rpc('tools/call', { name: 'service_profile' }, { key });
    expect(status).toBe(200);
    expect(headers.get('ratelimit')).toContain('"key";r=119');
    expect(body.result.structuredContent).toMatchObject({ plan: 'free', key: { env: 'live' } });
    expect(body.result.content[0].text).toContain('Plan: free');
    expect(body.result.isError).toBeUndefined();
  });
});
