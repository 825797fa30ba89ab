import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '#server/platform/env.ts';

/** Widgets set a policy of their own, since they stand on other sites. */
const WIDGETS = /^\/embed\//;

/**
 * Sets a policy under which only the scripts of this very answer run, and those that they load: foreign text in a page is never
 * code. Next reads the nonce from the request and puts it on its scripts.
 */
export function limitScripts(req: IncomingMessage, res: ServerResponse, env: Pick<Env, 'NODE_ENV'>): void {
  delete req.headers['content-security-policy-report-only'];
  delete req.headers['content-security-policy'];
  if (WIDGETS.test(req.url ?? '')) return;
  // In development Next evaluates text as code.
  const scripts = env.NODE_ENV === 'development' ? [] : [scriptsOf(randomBytes(16).toString('base64'))];
  if (scripts[0]) req.headers['content-security-policy'] = scripts[0];
  const policy = [...scripts, "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"].join('; ');
  res.setHeader('Content-Security-Policy', policy);
}

function scriptsOf(nonce: string): string {
  return `script-src 'nonce-${nonce}' 'strict-dynamic'`;
}

/** The nonce of the answer's scripts, as Next was told it; null without one. */
export function nonceOf({ headers }: Pick<IncomingMessage, 'headers'>): string | null {
  return /'nonce-([^']+)'/.exec(headers['content-security-policy']?.toString() ?? '')?.[1] ?? null;
}
