import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { escapeMarkup } from '#server/edges/embed/escape.ts';

/** The page that a person sees when an error cannot be sent back to the client. */
export function errorPage(ctx: KoaContextWithOIDC, out: ErrorOut): void {
  const reason = escapeMarkup(`${out.error}: ${out.error_description ?? 'no more is known'}`);
  // The library has set the status of a redirect for an error that it would have passed on by one.
  if (ctx.status < 400) ctx.status = 400;
  ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
  ctx.set('Cache-Control', 'no-store');
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>This could not be connected | Earmark</title></head>
<body><main><h1>This could not be connected</h1>
<p>The application that sent you here asked for something that Earmark does not give. Nothing was allowed, and nothing was sent back.</p>
<p><code>${reason}</code></p><p><a href="/docs/mcp">How applications connect</a></p></main></body></html>`;
}
