import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';
import { type Scope, scopes } from '#server/api/scopes.ts';
import { authorizationServer } from '#server/edges/oauth/provider.ts';
import { defaultResource } from '#server/edges/oauth/resources.ts';
import {
  GRANT_DAYS,
  grantIdOf,
  redirectHost,
  shownName,
  UNNAMED_CLIENT,
} from '#server/features/grants/rules.ts';
import { insertGrant } from '#server/features/grants/store.ts';
import { DAY_MS } from '#server/platform/clock.ts';
import type { Services } from '#server/platform/services.ts';

/** What a client asks an account holder for. */
export type ConsentRequest = {
  /** Null for a client that gave no name. */
  readonly clientName: string | null;
  /** The host that published the client's description; null for a client that registered itself. */
  readonly publishedBy: string | null;
  readonly sentBackTo: string;
  readonly scopes: readonly Scope[];
};

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;
type Asked = {
  readonly interaction: Interaction;
  readonly request: ConsentRequest;
  readonly clientId: string;
};

/** The request that waits under `uid`; null when there is none, it has expired, or its cookie is of another browser. */
export async function consentRequest(
  services: Services,
  cookie: string,
  uid: string,
): Promise<ConsentRequest | null> {
  return (await asked(services, cookie, uid))?.request ?? null;
}

/** What the account holder decided: the scopes allowed, null when declined. */
export type Decision = { readonly accountId: string; readonly allowed: readonly Scope[] | null };

/** Stores a decision; returns where the browser is sent next, null where `consentRequest` would be null. */
export async function decide(
  services: Services,
  cookie: string,
  uid: string,
  { accountId, allowed }: Decision,
): Promise<string | null> {
  const found = await asked(services, cookie, uid);
  if (!found) return null;
  const granted = found.request.scopes.filter((scope) => allowed?.includes(scope));
  const result =
    granted.length === 0
      ? { error: 'access_denied', error_description: 'The account holder declined.' }
      : {
          login: { accountId, remember: false },
          consent: { grantId: await grant(services, found, accountId, granted) },
        };
  const { req, res } = exchange(cookie);
  return authorizationServer(services).interactionResult(req, res, result, {
    mergeWithLastSubmission: false,
  });
}

async function grant(
  services: Services,
  { interaction, request, clientId }: Asked,
  accountId: string,
  granted: readonly Scope[],
): Promise<string> {
  const { clock, db, env } = services;
  const id = grantIdOf(interaction.uid, accountId);
  const createdAt = clock();
  await insertGrant(db, {
    id,
    accountId,
    clientId,
    clientName: request.clientName ?? UNNAMED_CLIENT,
    clientHost: request.publishedBy ?? request.sentBackTo,
    scopes: granted,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + GRANT_DAYS * DAY_MS),
  });
  const kept = new (authorizationServer(services).Grant)({ accountId, clientId, jti: id } as object);
  const declined = request.scopes.filter((scope) => !granted.includes(scope)).join(' ');
  kept.addOIDCScope(granted.join(' '));
  if (declined) kept.rejectOIDCScope(declined);
  for (const resource of resourcesOf(interaction, defaultResource(env.webUrl))) {
    kept.addResourceScope(resource, granted.join(' '));
    if (declined) kept.rejectResourceScope(resource, declined);
  }
  return kept.save();
}

function resourcesOf({ params }: Interaction, fallback: string): string[] {
  const named = params.resource;
  if (Array.isArray(named)) return named.map(String);
  return [typeof named === 'string' ? named : fallback];
}

async function asked(services: Services, cookie: string, uid: string): Promise<Asked | null> {
  const server = authorizationServer(services);
  const { req, res } = exchange(cookie);
  const interaction = await server.interactionDetails(req, res).catch(nullIfNone);
  if (!interaction || interaction.uid !== uid) return null;
  const clientId = String(interaction.params.client_id);
  const client = await server.Client.find(clientId);
  if (!client) return null;
  const wanted = String(interaction.params.scope ?? '').split(' ');
  return {
    interaction,
    clientId,
    request: {
      clientName: shownName(client.clientName),
      publishedBy: /^https:/i.test(clientId) ? new URL(clientId).hostname : null,
      sentBackTo: redirectHost(String(interaction.params.redirect_uri)),
      scopes: scopes.filter((scope) => wanted.includes(scope)),
    },
  };
}

function nullIfNone(error: unknown): null {
  if (error instanceof errors.SessionNotFound) return null;
  throw error;
}

/** A request and its answer in the form from which the library reads cookies. */
function exchange(cookie: string) {
  const req = {
    headers: { cookie },
    socket: new Socket(),
    url: '/',
    method: 'GET',
  } as unknown as IncomingMessage;
  return { req, res: new ServerResponse(req) };
}
