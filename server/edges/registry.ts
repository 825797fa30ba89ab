import type { ServerResponse } from 'node:http';
import { SERVER_VERSION } from '#server/edges/mcp/product.ts';
import type { Env } from '#server/platform/env.ts';
import entry from '../../server.json' with { type: 'json' };

const ENTRY_PATH = '/server.json';
/** The addresses where directories check that the operator owns this domain, and the settings with the proof. */
const PROOFS = {
  '/.well-known/mcp-registry-auth': 'EARMARK_MCP_REGISTRY_PROOF',
  '/.well-known/openai-apps-challenge': 'EARMARK_OPENAI_APPS_PROOF',
} as const satisfies Record<string, keyof Env>;

/** Whether a path is answered by `answerRegistry`. */
export function isRegistryPath(url: string): boolean {
  const path = url.split('?')[0]!;
  return path === ENTRY_PATH || Object.hasOwn(PROOFS, path);
}

/** This deployment as an entry of the MCP registry: the `server.json` of the repository at its own address. */
export function registryEntry({ webUrl }: Pick<Env, 'webUrl'>) {
  const reversed = new URL(webUrl).hostname.split('.').reverse().join('.');
  return {
    ...entry,
    name: `${reversed}/earmark`,
    version: SERVER_VERSION,
    websiteUrl: webUrl,
    icons: [
      { src: `${webUrl}/icon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] },
      { src: `${webUrl}/apple-icon`, mimeType: 'image/png', sizes: ['180x180'] },
    ],
    remotes: [
      { type: 'streamable-http', url: `${webUrl}/v1/mcp/connect` },
      { ...entry.remotes[0]!, url: `${webUrl}/v1/mcp`, variables: undefined },
    ],
  };
}

/** Answers with the registry entry, or with the proof that the operator set; 404 without a proof. */
export function answerRegistry(url: string, res: ServerResponse, env: Env): void {
  if (url.startsWith(ENTRY_PATH)) {
    res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' });
    return void res.end(JSON.stringify(registryEntry(env), null, 2));
  }
  const proof = env[PROOFS[url.split('?')[0] as keyof typeof PROOFS]];
  res.writeHead(proof ? 200 : 404, { 'Content-Type': 'text/plain; charset=utf-8' });
  res.end(proof ?? 'No proof is set here.\n');
}
