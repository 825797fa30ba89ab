import type { Json } from '#server/contract/openapi/json.ts';
import { breaches } from '#server/testing/contract.ts';

export type Options = { key?: string; body?: unknown; headers?: Record<string, string> };
export type Answered = { status: number; headers: Headers; body: Json };
export type Call = (method: string, path: string, options?: Options) => Promise<Answered>;

let calls = 0;

/** A new caller's address, to be named as by a trusted proxy. */
export function address(): string {
  calls += 1;
  return `10.${(calls >> 8) & 255}.${calls & 255}.${process.pid & 255}`;
}

/** Calls the service at `url`. A call throws when its answer is not what the service's own description says. */
export async function contractCaller(url: string): Promise<{ document: Json; call: Call }> {
  const { body: document } = await send(url, 'GET', '/v1/agent/openapi.json', {});
  const call: Call = async (method, path, options = {}) => {
    const answered = await send(url, method, path, options);
    const wrong = breaches(document, { method, path, ...answered });
    if (wrong.length > 0) throw new Error(`${method} ${path} breaks the description: ${wrong.join(' ')}`);
    return answered;
  };
  return { document, call };
}

async function send(url: string, method: string, path: string, options: Options): Promise<Answered> {
  const { key, body, headers } = options;
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      'x-forwarded-for': address(),
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
}
