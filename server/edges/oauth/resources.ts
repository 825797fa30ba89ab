import type { RenderedError } from '#server/api/errors.ts';
import { scopes } from '#server/api/scopes.ts';
import { documentAnswer, jsonDocument } from '#server/edges/http/document.ts';
import type { Answer, Asked } from '#server/edges/http.ts';
import type { Env } from '#server/platform/env.ts';

/** The addresses of the API. An access token opens all of them, within its scopes. */
const RESOURCES = ['/v1/mcp/connect', '/v1/mcp', '/v1/agent', '/v1'];
const METADATA = '/.well-known/oauth-protected-resource';

/** The address of the API that a resource indicator names (RFC 8707), in our spelling; null for a foreign one. */
export function resourceOf(indicator: string, webUrl: string): string | null {
  const named = URL.parse(indicator);
  if (named === null || named.origin !== new URL(webUrl).origin || named.search || named.hash) return null;
  const path = named.pathname.replace(/\/$/, '');
  return RESOURCES.includes(path) ? `${webUrl}${path}` : null;
}

/** The resource of a request that names none. */
export function defaultResource(webUrl: string): string {
  return `${webUrl}/v1/mcp/connect`;
}

/** Whether a path is answered by `resourceMetadataAnswer`. */
export function isResourceMetadataPath(url: string): boolean {
  return url.startsWith(METADATA);
}

/** The metadata of a protected resource, for pages of any site; 404 where a path names none of ours. */
export async function resourceMetadataAnswer(
  { env }: { readonly env: Env },
  request: Asked,
): Promise<Answer> {
  const metadata = resourceMetadata(new URL(request.url).pathname, env.webUrl);
  const found = metadata
    ? jsonDocument(200, metadata)
    : jsonDocument(404, { error: 'not_found', message: 'There is no such resource.' });
  return documentAnswer(request, env.webUrl, found, 'pages of any site');
}

/** Metadata of a protected resource (RFC 9728) for a well-known path; null when it names none of ours. */
function resourceMetadata(pathname: string, webUrl: string): Record<string, unknown> | null {
  const path = pathname.slice(METADATA.length).replace(/\/$/, '');
  const resource = path === '' ? defaultResource(webUrl) : RESOURCES.includes(path) && `${webUrl}${path}`;
  if (!resource) return null;
  return {
    resource,
    authorization_servers: [webUrl],
    scopes_supported: [...scopes],
    bearer_methods_supported: ['header'],
    resource_name: 'Earmark',
    resource_documentation: `${webUrl}/docs/mcp`,
    resource_policy_uri: `${webUrl}/privacy`,
    resource_tos_uri: `${webUrl}/terms`,
  };
}

/**
 * The header `WWW-Authenticate` of a 401, and of a 403 for a scope (RFC 6750, section 3): where credentials come from (RFC
 * 9728, section 5.1), what is wrong with the one sent, and which scopes to ask for. No header for other refusals.
 */
export function challenged(
  { status, body }: Pick<RenderedError, 'status' | 'body'>,
  request: Asked,
  webUrl: string,
): Record<string, string> {
  const missing = status === 403 && typeof body.missingScope === 'string' ? body.missingScope : null;
  if (status !== 401 && missing === null) return {};
  const { pathname } = new URL(request.url);
  const resource = RESOURCES.find((path) => pathname === path || pathname.startsWith(`${path}/`)) ?? '/v1';
  const wasSent = request.headers.has('authorization') || request.headers.has('x-service-api-key');
  const wrong = missing ? 'insufficient_scope' : wasSent ? 'invalid_token' : null;
  const parts = [
    'Bearer realm="Earmark"',
    ...(wrong ? [`error="${wrong}"`] : []),
    `scope="${missing ?? scopes.join(' ')}"`,
    `resource_metadata="${webUrl}${METADATA}${resource}"`,
  ];
  return { 'WWW-Authenticate': parts.join(', ') };
}
