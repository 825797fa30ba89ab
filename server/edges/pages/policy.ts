import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '#server/platform/env.ts';

/** What widgets are made of says itself what it may do, on whatever site it stands. */
const WIDGETS = /^\/embed\//;

/**
 * Lets only the scripts of this very answer run, and those that they load: whatever a page may come to hold of strangers'
 * words, it is never code. The nonce is told to Next in the request, which puts it on its scripts.
 */
export function limitScripts(req: IncomingMessage, res: ServerResponse, env: Pick<Env, 'NODE_ENV'>): void {
  delete req.headers['content-security-policy-report-only'];
  delete req.headers['content-security-policy'];
  if (WIDGETS.test(req.url ?? '')) return;
  // While pages are written, Next makes code of text.
  const scripts = env.NODE_ENV === 'development' ? [] : [scriptsOf(randomBytes(16).toString('base64'))];
  if (scripts[0]) req.headers['content-security-policy'] = scripts[0];
  const policy = [...scripts, "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"].join('; ');
  res.setHeader('Content-Security-Policy', policy);
}

function scriptsOf(nonce: string): string {
  return `script-src 'nonce-${nonce}' 'strict-dynamic'`;
}

/** The nonce that the scripts of an answer bear, as Next was told it; null where they bear none. */
export function nonceOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  return /'nonce-([^']+)'/.exec(headers['content-security-policy']?.toString() ?? '')?.[1] ?? null;
}
