import { createHmac, createPrivateKey, hkdfSync, type JsonWebKey } from 'node:crypto';
import Provider, { type Configuration, errors, interactionPolicy } from 'oidc-provider';
import { scopes } from '#server/api/scopes.ts';
import { originAllowed } from '#server/edges/http/origin.ts';
import { recordsOf } from '#server/edges/oauth/adapter.ts';
import { fetchDocument } from '#server/edges/oauth/document.ts';
import { errorPage } from '#server/edges/oauth/error-page.ts';
import { defaultResource, resourceOf } from '#server/edges/oauth/resources.ts';
import { giveOneSuccessor } from '#server/edges/oauth/tokens.ts';
import { logFailure } from '#server/edges/refusal.ts';
import {
  ACCESS_TOKEN_SECONDS,
  GRANT_DAYS,
  isSafeRedirect,
  REFRESH_DAYS,
  staysOnComputer,
} from '#server/features/grants/rules.ts';
import { DAY_SECONDS } from '#server/platform/clock.ts';
import { awayOf } from '#server/platform/postgres/connection.ts';
import type { Services } from '#server/platform/services.ts';

/** Seconds for signing in and deciding. */
const DECIDE_SECONDS = 3600;
const CODE_SECONDS = 60;

type Fetch = NonNullable<Configuration['fetch']>;

/** Reads the document that a client's id names; replaced in tests. */
export type ReadDocument = (services: Services) => Fetch;

const shared = Symbol.for('earmark.authorization-server');
type Held = Services & { [shared]?: Provider };

/** The authorization server of these services (OAuth 2.1), made at the first call. */
export function authorizationServer(services: Services, read: ReadDocument = fetchDocument): Provider {
  const held = services as Held;
  held[shared] ??= build(services, read);
  return held[shared];
}

function build(services: Services, read: ReadDocument): Provider {
  const provider = new Provider(services.env.webUrl, configurationOf(services, read));
  provider.proxy = true;
  giveOneSuccessor(provider, services.secrets);
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.status === 200 && KEPT_AN_HOUR.has(ctx.oidc?.route ?? ''))
      ctx.set('Cache-Control', 'public, max-age=3600');
    // The library lists `openid` and response modes that are not served, and clients ask for whatever is listed.
    if (ctx.oidc?.route === 'discovery')
      ctx.body = {
        ...(ctx.body as object),
        scopes_supported: [...scopes],
        response_modes_supported: [RESPONSE_MODE],
      };
  });
  // Before the reader has decided anything, no error sends them on to a stranger's address (RFC 9700, section 4.11.2).
  provider.on('authorization.error', ({ oidc }, error) => {
    if (oidc.route === 'authorization' && !staysOnComputer(String(oidc.params?.redirect_uri)))
      error.allow_redirect = false;
    // The library would answer a refused `token` in the fragment.
    if (oidc.params) oidc.params.response_type = 'code';
  });
  provider.on('server_error', (ctx, error) => {
    logFailure(services.log, error, {}, 'authorization server failed');
    if (ctx.status !== 500 || !awayOf(error)) return;
    ctx.status = 503;
    ctx.set('Retry-After', '5');
  });
  return provider;
}

/** The only response mode: the answer is in the query of the client's address. Other modes of the library send pages and scripts. */
export const RESPONSE_MODE = 'query';

/** The library's own, but that `prompt=none` is told to be refused for want of a decision: nobody signs in to the library. */
function interactions() {
  const policy = interactionPolicy.base();
  const unknown = policy.get('login')!.checks.get('no_session')!;
  unknown.error = 'interaction_required';
  unknown.description = 'The account holder decides on every connection: leave out prompt=none';
  return policy;
}

/** Routes of the library that describe the server, the same for everybody. */
const KEPT_AN_HOUR = new Set(['discovery', 'jwks']);

function configurationOf(services: Services, read: ReadDocument): Configuration {
  const { env, secrets } = services;
  return {
    adapter: (kind: string) => recordsOf(services, kind),
    clientAuthMethods: ['none', 'private_key_jwt'],
    clientBasedCORS: (_ctx, origin) => originAllowed(origin, env),
    clientDefaults: CLIENT_DEFAULTS,
    cookies: { keys: secrets.map(cookieKey), names: COOKIES },
    enabledJWA: { idTokenSigningAlgValues: ['Ed25519'] },
    extraClientMetadata: {
      properties: ['software_id'],
      validator: (_ctx, _name, _value, sent) => {
        checkRedirects(sent);
        makePublic(sent);
      },
    },
    features: featuresOf(env.webUrl),
    fetch: read(services),
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    expiresWithSession: () => false,
    interactions: {
      policy: interactions(),
      url: (_ctx, interaction) => `/connect/${interaction.uid}`,
    },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    jwks: { keys: secrets.map(signingKey) },
    pkce: { required: () => true },
    renderError: (ctx, out) => errorPage(ctx, out),
    responseTypes: ['code'],
    // Revoking either token ends the connection, so that settings no longer list it as connected.
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: ROUTES,
    scopes: [...scopes],
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Grant: GRANT_DAYS * DAY_SECONDS,
      Interaction: DECIDE_SECONDS,
      RefreshToken: REFRESH_DAYS * DAY_SECONDS,
      Session: DECIDE_SECONDS,
    },
  };
}

const CLIENT_DEFAULTS = {
  // A client on this computer has another port each time; only `native` lets it be sent back to any.
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  id_token_signed_response_alg: 'Ed25519',
} as const satisfies Configuration['clientDefaults'];

/** Where the library answers. */
export const ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  registration: '/oauth/register',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  end_session: '/oauth/end',
};

function featuresOf(webUrl: string): Configuration['features'] {
  return {
    clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
    devInteractions: { enabled: false },
    // The metadata must not offer what the API does not take: it takes bearer tokens, and requests at one address.
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, granted) => granted?.[0] ?? defaultResource(webUrl),
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, indicator) => {
        if (resourceOf(indicator, webUrl) === null) throw new errors.InvalidTarget();
        return {
          scope: scopes.join(' '),
          accessTokenFormat: 'opaque',
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
        };
      },
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  };
}

/** Names of the cookies that connect the client's request with the decision. */
export const COOKIES = {
  session: 'earmark_oauth',
  interaction: 'earmark_oauth_request',
  resume: 'earmark_oauth_resume',
};

function checkRedirects({ redirect_uris: addresses }: { readonly redirect_uris?: unknown }): void {
  if (Array.isArray(addresses) && addresses.every((one) => typeof one === 'string' && isSafeRedirect(one)))
    return;
  // The library's own words are for a request that names another address than was registered.
  throw Object.assign(new errors.InvalidRedirectUri(), {
    error_description:
      'redirect_uris must be a list of addresses, each https:// of one host, http:// on this computer (localhost, 127.0.0.1, [::1]), or of an application’s own scheme (app:// or com.example.app:/), without a fragment or a user name',
  });
}

type Sent = {
  token_endpoint_auth_method?: unknown;
  client_secret?: unknown;
  client_secret_expires_at?: unknown;
  grant_types?: unknown;
  response_types?: unknown;
  response_modes?: unknown;
  scope?: unknown;
};

const GRANT_TYPES = ['authorization_code', 'refresh_token'];

/**
 * Replaces what a client asks for and cannot have by what it gets (RFC 7591, section 3.2.1). The answer tells the client, and
 * the known clients accept it. No client gets a secret.
 */
function makePublic(sent: Sent): void {
  delete sent.client_secret;
  delete sent.client_secret_expires_at;
  if (String(sent.token_endpoint_auth_method).startsWith('client_secret_'))
    sent.token_endpoint_auth_method = 'none';
  // A client that may not ask for a code could do nothing here.
  if (Array.isArray(sent.grant_types))
    sent.grant_types = [
      'authorization_code',
      ...sent.grant_types.filter((type) => type !== 'authorization_code' && GRANT_TYPES.includes(type)),
    ];
  if (Array.isArray(sent.response_types)) sent.response_types = ['code'];
  if (Array.isArray(sent.response_modes)) sent.response_modes = [RESPONSE_MODE];
  if (typeof sent.scope !== 'string') return;
  const known = sent.scope.split(' ').filter((scope) => (scopes as readonly string[]).includes(scope));
  if (known.length > 0) sent.scope = known.join(' ');
  else delete sent.scope;
}

function cookieKey(secret: string): string {
  return createHmac('sha256', secret).update('oauth cookies').digest('base64url');
}

/** The PKCS #8 header before the 32 bytes of an Ed25519 key (RFC 8410, section 7). */
const ED25519_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A signing key derived from the secret, so that all processes on one database have the same. */
function signingKey(secret: string): JsonWebKey & { kty: 'OKP'; crv: 'Ed25519'; x: string } {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'oauth signing key', 32));
  const key = createPrivateKey({ key: Buffer.concat([ED25519_HEAD, seed]), format: 'der', type: 'pkcs8' });
  return { ...key.export({ format: 'jwk' }), alg: 'Ed25519', use: 'sig' } as ReturnType<typeof signingKey>;
}
