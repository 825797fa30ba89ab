import { pathOf } from '#server/api/links.ts';
import { type Document, documentAnswer, jsonDocument } from '#server/edges/http/document.ts';
import type { Answer, Asked } from '#server/edges/http.ts';
import { type Env, productVersion } from '#server/platform/env.ts';
import entry from '../../server.json' with { type: 'json' };

const ENTRY_PATH = '/server.json';
/** The addresses where directories check that the operator owns this domain, and the settings with the proof. */
const PROOFS = {
  '/.well-known/mcp-registry-auth': 'EARMARK_MCP_REGISTRY_PROOF',
  '/.well-known/openai-apps-challenge': 'EARMARK_OPENAI_APPS_PROOF',
} as const satisfies Record<string, keyof Env>;

/** Whether a path is answered by `registryAnswer`. */
export function isRegistryPath(url: string): boolean {
  const path = pathOf(url);
  return path === ENTRY_PATH || Object.hasOwn(PROOFS, path);
}

/** This deployment as an entry of the MCP registry: the `server.json` of the repository at its own address. */
export function registryEntry({ webUrl }: Pick<Env, 'webUrl'>) {
  const reversed = new URL(webUrl).hostname.split('.').reverse().join('.');
  return {
    ...entry,
    name: `${reversed}/earmark`,
    version: productVersion,
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

/** The registry entry, or the proof that the operator set; 404 without a proof. */
export async function registryAnswer({ env }: { readonly env: Env }, request: Asked): Promise<Answer> {
  const { pathname } = new URL(request.url);
  const found = pathname === ENTRY_PATH ? jsonDocument(200, registryEntry(env)) : proofOf(pathname, env);
  return documentAnswer(request, env.webUrl, found);
}

function proofOf(pathname: string, env: Env): Document {
  const proof = env[PROOFS[pathname as keyof typeof PROOFS]];
  const type = 'text/plain; charset=utf-8';
  return proof ? { status: 200, type, text: proof } : { status: 404, type, text: 'No proof is set here.\n' };
}
