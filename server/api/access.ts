import { Refusal } from '#server/api/errors.ts';
import type { Access } from '#server/api/meta.ts';
import type { Scope } from '#server/api/scopes.ts';
import type { KeyEnv, Plan } from '#server/domain.ts';

declare const accountId: unique symbol;
/** An account's id. Made only in this file, from a key that was found or from a session. */
export type AccountId = string & { readonly [accountId]: true };

/** A connector key as its holder may see it. */
export type KeyRecord = {
  readonly id: string;
  readonly name: string | null;
  readonly keyPrefix: string;
  readonly scopes: readonly Scope[];
  readonly env: KeyEnv;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date;
};

export type ConnectorPrincipal = {
  readonly kind: 'connector';
  readonly accountId: AccountId;
  readonly plan: Plan;
  readonly key: KeyRecord;
};
export type SessionPrincipal = {
  readonly kind: 'account';
  readonly accountId: AccountId;
  readonly plan: Plan;
};
export type AccountPrincipal = ConnectorPrincipal | SessionPrincipal;
export type Principal =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'corpus'; readonly keyId: string }
  | AccountPrincipal;

/** The plan of a caller; a caller without an account counts as free. */
export function planOf(principal: Principal): Plan {
  return principal.kind === 'connector' || principal.kind === 'account' ? principal.plan : 'free';
}

/** True when a caller may use a procedure of this access, else the refusal to throw (docs/contract.md, Authentication 4 to 15). */
export function permits(principal: Principal, access: Access): true | Refusal {
  if (access.kind === 'open' || access.kind === 'public') return true;
  if (principal.kind === 'account') return true;
  if (principal.kind === 'anonymous' || access.kind === 'account') return new Refusal('unauthorized');
  const missing = missingScope(principal, access.scope);
  return missing
    ? new Refusal('forbidden_scope', {
        missingScope: missing,
        message: `This key does not have the scope ${missing}.`,
      })
    : true;
}

/** The status of an invalid parameter: 400 on the open tools and key issuance (docs/contract.md, Errors 11). */
export function invalidStatus({ kind }: Access): 400 | 422 {
  return kind === 'open' || kind === 'public' ? 400 : 422;
}

function missingScope(
  principal: Exclude<Principal, SessionPrincipal | { kind: 'anonymous' }>,
  scope: Scope,
): Scope | null {
  return principal.kind === 'connector' && principal.key.scopes.includes(scope) ? null : scope;
}

/** The principal of a valid connector key, with its account's plan. */
export function connectorPrincipal(found: {
  readonly accountId: string;
  readonly plan: Plan;
  readonly key: KeyRecord;
}): ConnectorPrincipal {
  return { kind: 'connector', accountId: found.accountId as AccountId, plan: found.plan, key: found.key };
}

/** The principal of a signed-in page. The caller has checked the session. */
export function sessionPrincipal(id: string, plan: Plan): SessionPrincipal {
  return { kind: 'account', accountId: id as AccountId, plan };
}
