import { scopes as allScopes, type Scope } from '#server/api/scopes.ts';
import { openApiDocument } from '#server/contract/openapi.ts';
import type { KeyEnv, Plan } from '#server/domain.ts';
import { v1Edge } from '#server/edges/front.ts';
import { upsertAccount } from '#server/features/accounts/store.ts';
import { issueConnectorKey } from '#server/features/keys/store.ts';
import { setPlan } from '#server/features/plans/store.ts';
import type { Services } from '#server/platform/services.ts';
import { breaches } from '#server/testing/contract.ts';

export type CallOptions = { key?: string; body?: unknown; headers?: Record<string, string>; ip?: string };
// biome-ignore lint/suspicious/noExplicitAny: a test reads any field of an answer
export type Answered = { status: number; headers: Headers; body: any };

let nextIp = 0;

/**
 * One REST call through the same function that the front door uses. Each call has its own address unless `ip` is given.
 * Throws when the answer is not what the API's own description says, so that every test is a test of the contract.
 */
export async function call(
  services: Services,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answered> {
  const headers = new Headers(options.headers);
  if (options.key) headers.set('authorization', `Bearer ${options.key}`);
  if (options.body !== undefined && !headers.has('content-type'))
    headers.set('content-type', 'application/json');
  const body =
    options.body === undefined
      ? undefined
      : typeof options.body === 'string'
        ? options.body
        : JSON.stringify(options.body);
  const request = new Request(new URL(path, services.env.webUrl), {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  nextIp += 1;
  const response = await v1Edge(services, request, {
    address: options.ip ?? `10.${(nextIp >> 16) & 255}.${(nextIp >> 8) & 255}.${nextIp & 255}`,
  });
  const text = await response.text();
  const { status, headers: answered } = response;
  const answer = text ? JSON.parse(text) : null;
  const wrong = breaches(openApiDocument(services.env.webUrl), {
    method,
    path,
    status,
    headers: answered,
    body: answer,
  });
  if (wrong.length > 0) throw new Error(`${method} ${path} breaks the description: ${wrong.join(' ')}`);
  return { status, headers: answered, body: answer };
}

let nextAccount = 0;

/** An account with a connector key. */
export async function accountWithKey(
  services: Services,
  options: { plan?: Plan; scopes?: readonly Scope[] } = {},
) {
  nextAccount += 1;
  const now = services.clock();
  const account = await upsertAccount(services.db, `reader${nextAccount}@example.org`, now);
  if (options.plan === 'premium') await setPlan(services.db, account.id, 'premium');
  const key = await keyOf(services, account.id, options);
  return { accountId: account.id, email: account.email, ...key };
}

/** Another connector key of an account, of the server's env unless `env` is given. */
export async function keyOf(
  services: Services,
  accountId: string,
  { env = services.env.EARMARK_ENV, scopes = allScopes }: { env?: KeyEnv; scopes?: readonly Scope[] } = {},
): Promise<{ key: string; keyId: string }> {
  const wanted = { accountId, name: 'test', scopes, env };
  const issued = await issueConnectorKey(services.db, wanted, services.clock());
  return { key: issued!.text, keyId: issued!.id };
}
