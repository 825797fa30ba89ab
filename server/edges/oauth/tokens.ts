import { createHmac } from 'node:crypto';
import Provider, { errors } from 'oidc-provider';
import { resourceOf } from '#server/edges/oauth/resources.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * Checks the `resource` of the token request under way before its code or refresh token is spent. Throws for a foreign
 * resource. A token opens all of our addresses, so each of them counts as the one that was granted.
 */
export function checkResource(webUrl: string): void {
  const { params } = Provider.ctx?.oidc ?? {};
  if (params?.resource === undefined) return;
  const named = [params.resource].flat().map(String);
  if (named.some((one) => resourceOf(one, webUrl) === null)) throw new errors.InvalidTarget();
  delete params.resource;
}

/**
 * Gives each refresh token a single successor, so that two refreshes at once (within `REUSE_SECONDS`) get the same token and
 * neither ends the connection. Deriving it takes the former token and our secret.
 */
export function giveOneSuccessor(provider: Provider, [secret]: Services['secrets']): void {
  const tokens = provider.RefreshToken.prototype as unknown as { generateTokenId(): string };
  const { generateTokenId } = tokens;
  tokens.generateTokenId = function () {
    const former = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    if (!former) return generateTokenId.call(this);
    return createHmac('sha256', secret).update(`successor\0${former.jti}`).digest('base64url');
  };
}
