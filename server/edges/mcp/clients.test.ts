import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frontDoor } from '#server/edges/listener.ts';
import { allTools } from '#server/edges/mcp/tools.ts';
import { accountWithKey } from '#server/testing/api.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { type TestServices, testServices } from '#server/testing/services.ts';

let services: TestServices;
let listener: Server;
let url: URL;
let ideaId: string;
beforeAll(async () => {
  services = await testServices();
  ideaId = (await seedCorpus(services)).ideas.nvdaToday.id;
  // On a busy machine a client may think longer than the usual five seconds between two calls.
  listener = createServer(
    { keepAliveTimeout: 120_000 },
    frontDoor(services, (_req, res) => res.end()),
  );
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/v1/mcp`);
});
afterAll(async () => {
  listener.closeAllConnections();
  listener.close();
  await services.close();
});

type Connected = {
  list(): Promise<string[]>;
  call(
    name: string,
    args: Record<string, unknown>,
  ): Promise<{ isError?: boolean; structuredContent?: unknown }>;
  close(): Promise<void>;
};

async function sdk1(key: string | null): Promise<Connected> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: headersOf(key) } });
  await client.connect(transport as Transport);
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as { isError?: boolean },
    close: () => client.close(),
  };
}

async function sdk2(key: string | null, mode: 'legacy' | 'auto' | { pin: string }): Promise<Connected> {
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(new ModernTransport(url, { requestInit: { headers: headersOf(key) } }));
  return {
    list: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as { isError?: boolean },
    close: () => client.close(),
  };
}

function headersOf(key: string | null): Record<string, string> {
  return key ? { authorization: `Bearer ${key}` } : {};
}

const clients = {
  'SDK 1 of 2025-11-25': sdk1,
  'SDK 2 as a 2025 client': (key: string | null) => sdk2(key, 'legacy'),
  'SDK 2 that negotiates': (key: string | null) => sdk2(key, 'auto'),
  'SDK 2 pinned to 2026-07-28': (key: string | null) => sdk2(key, { pin: '2026-07-28' }),
};

for (const [name, connect] of Object.entries(clients)) {
  describe(`the official client ${name}`, () => {
    it('lists two tools without a key and uses them', async () => {
      const client = await connect(null);
      expect(await client.list()).toEqual(['service_thesis_history', 'service_ticker_stance_timeline']);
      const timeline = await client.call('service_ticker_stance_timeline', { ticker: 'NVDA' });
      expect(timeline.structuredContent).toMatchObject({ ticker: 'NVDA' });
      await client.close();
    });

    it('drives every tool with a key', async () => {
      const { key } = await accountWithKey(services, { plan: 'premium' });
      const client = await connect(key);
      expect(await client.list()).toEqual(allTools().map(({ definition }) => definition.name));
      const calls: Record<string, Record<string, unknown>> = {
        service_thesis_history: { ticker: 'NVDA' },
        service_ticker_stance_timeline: { ticker: 'NVDA', window: 90 },
        service_profile: {},
        service_digest: { limit: 5 },
        service_search_ideas: { q: 'packaging' },
        service_get_idea: { ideaId },
        service_idea_media: { ideaId },
        service_list_follows: {},
        service_set_follow: { type: 'show', id: 'alpha', following: true },
        service_list_saves: {},
        service_set_save: { ideaId, saved: true },
        service_ask: { question: 'What did shows argue about NVIDIA?' },
      };
      for (const [tool, args] of Object.entries(calls)) {
        const result = await client.call(tool, args);
        expect([tool, result.isError ?? false, typeof result.structuredContent]).toEqual([
          tool,
          false,
          'object',
        ]);
      }
      const refused = await client.call('service_get_idea', {
        ideaId: '00000000-0000-4000-8000-000000000000',
      });
      expect(refused).toMatchObject({ isError: true, structuredContent: { error: 'not_found' } });
      await client.close();
    });
  });
}
