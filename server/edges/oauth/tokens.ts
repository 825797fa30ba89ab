import { createHmac } from 'node:crypto';
import Provider, { errors } from 'oidc-provider';
import { resourceOf } from '#server/edges/oauth/resources.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * Refuses a call of the token endpoint that names a resource of somebody else, before its code or refresh token is spent. A
 * token opens all of our addresses, so one of ours stands for the resource that was granted.
 */
export function checkResource(webUrl: string): void {
  const { params } = Provider.ctx?.oidc ?? {};
  if (params?.resource === undefined) return;
  const named = [params.resource].flat().map(String);
  if (named.some((one) => resourceOf(one, webUrl) === null)) throw new errors.InvalidTarget();
  delete params.resource;
}

/**
 * Gives each refresh token one successor, however often it is used: two refreshes at once get the same new one, so that
 * neither ends the connection of the other (`REUSE_SECONDS`). Only who holds the former token and our secret can tell it.
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
