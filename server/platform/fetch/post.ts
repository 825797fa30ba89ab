import type { Readable } from 'node:stream';
import { isAllowedHost } from '#server/platform/fetch/address.ts';
import { toFailure } from '#server/platform/fetch/failure.ts';
import {
  type ConnectGuard,
  guardedConnect,
  isNeverReached,
  type Lookup,
  leadsInside,
} from '#server/platform/fetch/guard.ts';
import { namesBadPort } from '#server/platform/fetch/ports.ts';
import { late } from '#server/platform/process/late.ts';

export type PostConfig = {
  /** Hosts (`host` or `host:port`) that may be private and reached without TLS. */
  readonly allowHosts: readonly string[];
  readonly userAgent: string;
  /** Milliseconds for everything, from lookup to the answer's head. */
  readonly timeoutMs: number;
  /** Replaced in tests; the system's resolver otherwise. */
  readonly lookup?: Lookup;
};

export type PostResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** The beginning of the answer without control characters, for the owner of the address only. */
      readonly text: string;
    }
  /** One sentence for the owner of the address. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Posts JSON; never throws for what the network or the other side does. */
export type GuardedPost = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
) => Promise<PostResult>;

/**
 * Builds a POST to addresses given by strangers. Every address is checked when connecting, and redirects are not followed. Of
 * the answer only the status is read, and the first kilobyte if it arrives soon.
 */
export function createGuardedPost(config: PostConfig): GuardedPost {
  return async (url, body, headers) => {
    const deadline = AbortSignal.timeout(config.timeoutMs);
    const agent = new (late.undici().Agent)({ connect: guardedConnect(config), pipelining: 0 });
    try {
      const wrong = postable(url, config.allowHosts);
      if (wrong !== null) return { kind: 'failed', reason: wrong };
      const answer = await late.undici().request(url, {
        method: 'POST',
        dispatcher: agent,
        signal: deadline,
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': config.userAgent },
        body,
      });
      return { kind: 'answered', status: answer.statusCode, text: await openingOf(answer.body) };
    } catch (error) {
      return { kind: 'failed', reason: toFailure(error, deadline, undefined, config.timeoutMs).message };
    } finally {
      agent.destroy().catch(() => undefined);
    }
  };
}

const MOST_BYTES = 1024;
/** How long to wait for the body, in milliseconds: the status is the answer. */
const OPENING_MS = 1_000;

async function openingOf(body: Readable): Promise<string> {
  const late = setTimeout(() => body.destroy(), OPENING_MS);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of body) {
      parts.push(part);
      size += part.length;
      if (size >= MOST_BYTES) break;
    }
  } catch {
    // Cut off: keep what has arrived.
  } finally {
    clearTimeout(late);
    body.on('error', () => undefined).destroy();
  }
  const text = Buffer.concat(parts).subarray(0, MOST_BYTES).toString('utf8');
  return text.replace(/[^\P{C}\n\t]/gu, '').trim();
}

const INSIDE =
  'That address is in a private or reserved network, which nothing is sent to: give one on the public internet.';

/** What is wrong with an address to post to, in one sentence, also by what its name resolves to now; null when nothing is. */
export async function reachable(text: string, guard: ConnectGuard): Promise<string | null> {
  const wrong = postable(text, guard.allowHosts);
  if (wrong !== null) return wrong;
  return (await leadsInside(new URL(text), guard)) ? INSIDE : null;
}

/** What is wrong with the text of an address to post to, in one sentence; null when nothing is. */
function postable(text: string, allowHosts: readonly string[]): string | null {
  const url = URL.parse(text);
  if (!url) return 'That is not a web address: give one that starts with https://.';
  if (url.username || url.password) return 'Leave user name and password out of the address.';
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && isAllowedHost(url, allowHosts));
  if (!isWeb) return 'Only https addresses are taken: give one that starts with https://.';
  if (isNeverReached(url, allowHosts)) return INSIDE;
  if (namesBadPort(url, allowHosts))
    return `Port ${url.port} is one of another protocol than the web’s, which nothing is sent to: give one of a web server.`;
  return null;
}
