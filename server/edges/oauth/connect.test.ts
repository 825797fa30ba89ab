import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { UnauthorizedError as FormerUnauthorized } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client as FormerClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FormerTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Scope, scopes } from '#server/api/scopes.ts';
import { allTools } from '#server/edges/mcp/tools.ts';
import { listGrants, revokeGrant } from '#server/features/grants/store.ts';
import { accountWithKey } from '#server/testing/api.ts';
import { seedCorpus } from '#server/testing/seed.ts';
import { CALLBACK, goThrough, openSite } from '#server/testing/servers/oauth.ts';
import { testServices } from '#server/testing/services.ts';

let site: Awaited<ReturnType<typeof openSite>>;
let accountId: string;
let ideaId: string;
beforeAll(async () => {
  site = await openSite((url) => testServices({ EARMARK_BASE_URL: url }));
  ideaId = (await seedCorpus(site.services)).ideas.nvdaToday.id;
  ({ accountId } = await accountWithKey(site.services, { plan: 'premium' }));
});
afterAll(() => site.close());

type Called = { readonly isError?: boolean };
/** What the tests use of either client. */
type AnyClient = {
  connect(transport: never): Promise<void>;
  close(): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
};
type Opened = { readonly transport: never; finish(back: URL): Promise<void> };
type Era = {
  client(): AnyClient;
  open(provider: never): Opened;
  readonly unauthorized: abstract new (...given: never[]) => Error;
};

const address = () => new URL(`${site.url}/v1/mcp/connect`);
const eras: Record<string, Era> = {
  'of 2025': {
    client: () => new FormerClient({ name: 'test', version: '1' }) as unknown as AnyClient,
    open: (authProvider) => {
      const transport = new FormerTransport(address(), { authProvider });
      return {
        transport: transport as never,
        finish: (back) => transport.finishAuth(back.searchParams.get('code')!),
      };
    },
    unauthorized: FormerUnauthorized,
  },
  'of 2026': {
    client: () => new Client({ name: 'test', version: '1' }) as unknown as AnyClient,
    open: (authProvider) => {
      const transport = new StreamableHTTPClientTransport(address(), { authProvider });
      return { transport: transport as never, finish: (back) => transport.finishAuth(back.searchParams) };
    },
    unauthorized: UnauthorizedError,
  },
};

/** A client's storage for one connection, empty at first. */
function memory() {
  const kept: Record<string, unknown> = {};
  let asked: URL | undefined;
  const keep = (name: string) => (value: unknown) => {
    kept[name] = value;
  };
  const provider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'An official client', redirect_uris: [CALLBACK] },
    clientInformation: () => kept.client,
    saveClientInformation: keep('client'),
    tokens: () => kept.tokens,
    saveTokens: keep('tokens'),
    codeVerifier: () => kept.verifier,
    saveCodeVerifier: keep('verifier'),
    discoveryState: () => kept.discovery,
    saveDiscoveryState: keep('discovery'),
    invalidateCredentials: () => keep('tokens')(undefined),
    redirectToAuthorization: (url: URL) => {
      asked = url;
    },
  };
  return { provider: provider as never, authorize: () => asked! };
}

/** A client connected by its own flow, with the scopes that the account holder allows. */
async function connected(era: Era, allowed: readonly Scope[] = scopes): Promise<AnyClient> {
  const { provider, authorize } = memory();
  const first = era.open(provider);
  await expect(era.client().connect(first.transport)).rejects.toBeInstanceOf(era.unauthorized);
  await first.finish(await goThrough(site.services, authorize(), { accountId, allowed }));
  const client = era.client();
  await client.connect(era.open(provider).transport);
  return client;
}

const names = async (client: AnyClient) => (await client.listTools()).tools.map(({ name }) => name).sort();

describe.each(Object.entries(eras))('an official client %s', (_name, era) => {
  it('connects by its own flow with nothing pasted, and calls all twelve tools', async () => {
    const client = await connected(era);
    const wanted: Record<string, Record<string, unknown>> = {
      service_get_idea: { ideaId },
      service_idea_media: { ideaId },
      service_thesis_history: { ticker: 'NVDA' },
      service_ticker_stance_timeline: { ticker: 'NVDA' },
      service_set_follow: { type: 'ticker', id: 'NVDA', following: true },
      service_set_save: { ideaId, saved: true },
      service_ask: { question: 'What was argued about NVDA?' },
    };
    const listed = await names(client);
    expect(listed).toEqual(
      allTools()
        .map(({ definition }) => definition.name)
        .sort(),
    );
    const failed: unknown[] = [];
    for (const name of listed) {
      const answer = (await client.callTool({ name, arguments: wanted[name] ?? {} })) as Called;
      if (answer.isError) failed.push([name, answer]);
    }
    expect(failed).toEqual([]);
    await client.close();
  });

  it('sees the tools of the scopes that its holder allowed, and the open ones', async () => {
    const client = await connected(era, ['profile:read']);
    expect(await names(client)).toEqual([
      'service_profile',
      'service_thesis_history',
      'service_ticker_stance_timeline',
    ]);
    await client.close();
  });

  it('is refused at its next call once its holder ends the connection', async () => {
    const client = await connected(era);
    const { db, clock } = site.services;
    for (const { id } of await listGrants(db, accountId)) await revokeGrant(db, { id, accountId }, clock());
    await expect(client.callTool({ name: 'service_profile', arguments: {} })).rejects.toThrow();
  });
});
