import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Scope } from '#server/api/scopes.ts';
import { frontDoor } from '#server/edges/listener.ts';
import { decide } from '#server/edges/oauth/consent.ts';
import type { TestServices } from '#server/testing/services.ts';

/** A front door on its own port; `open` makes the services for its address. */
export async function openSite(
  open: (webUrl: string) => Promise<TestServices>,
): Promise<{ services: TestServices; url: string; close(): Promise<void> }> {
  let handle: ReturnType<typeof frontDoor> | undefined;
  const server = createServer((req, res) => handle!(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const services = await open(url);
  handle = frontDoor(services, (_req, res) => res.writeHead(404).end());
  return {
    services,
    url,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await services.close();
    },
  };
}

/** A browser that keeps cookies and sends them to every path. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async get(url: string | URL): Promise<Response> {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: this.cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  }
}

export type Holder = { readonly accountId: string; readonly allowed: readonly Scope[] | null };

/** Follows an authorization request through the holder's decision; returns the address that the browser is sent back to. */
export async function goThrough(
  services: TestServices,
  authorize: string | URL,
  holder: Holder,
  browser = new Browser(),
): Promise<URL> {
  const asked = await browser.get(authorize);
  const page = asked.headers.get('location');
  if (!page) throw new Error(`No consent was asked: ${asked.status} ${await asked.text()}`);
  const uid = page.split('/').at(-1)!;
  const next = await decide(services, browser.cookie, uid, holder);
  if (!next) throw new Error('The request for consent was not found.');
  const back = await browser.get(next);
  return new URL(back.headers.get('location') ?? `error:${back.status} ${await back.text()}`);
}

export const CALLBACK = 'http://127.0.0.1:33418/callback';

/** Registers a client; returns the status of the answer and the client's id. */
export async function register(url: string, extra: object = {}): Promise<{ status: number; id: string }> {
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Desk agent', redirect_uris: [CALLBACK], ...extra }),
  });
  const body = (await response.json()) as { client_id: string };
  return { status: response.status, id: body.client_id };
}

/** A request for a code, with the secret half of its PKCE pair. */
export function codeRequest(url: string, clientId: string, extra: Record<string, string | null> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const address = new URL(`${url}/oauth/authorize`);
  const query = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: 'profile:read ideas:read',
    state: 'a state',
    resource: `${url}/v1/mcp/connect`,
    ...extra,
  };
  for (const [name, value] of Object.entries(query))
    if (value !== null) address.searchParams.set(name, value);
  return { address, verifier };
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of an answer
type TokenAnswer = { status: number; body: any };

/** One call of the token endpoint. */
export async function tokens(url: string, form: Record<string, string>): Promise<TokenAnswer> {
  const response = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: response.status, body: await response.json() };
}

/** The form that exchanges a fresh code for tokens. */
export async function codeFor(services: TestServices, clientId: string, holder: Holder) {
  const url = services.env.webUrl;
  const { address, verifier } = codeRequest(url, clientId, { scope: (holder.allowed ?? []).join(' ') });
  const back = await goThrough(services, address, holder);
  return {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
  };
}
