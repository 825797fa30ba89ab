import { readBody } from '#server/edges/http/body.ts';
import { sentFrom } from '#server/edges/pages/site.ts';

/** The same limit as for server actions: `serverActions.bodySizeLimit` in next.config.ts. */
export const MAX_FORM_BYTES = 64 * 1024;

/**
 * The form that a page of this site sent, else the answer that refuses it: 403 not sent by a page of ours, 413 too large, 400 no
 * form. Stricter than `refusalOfForm`: what is sent here acts for an account.
 */
export async function siteForm(request: Request): Promise<FormData | Response> {
  if (!isOurs(request)) return refused(403, 'This form was sent from another site.');
  const read = await readBody(request, MAX_FORM_BYTES);
  if (!read.ok) return refused(read.status, 'This form could not be read.');
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return new Response(read.text, { headers }).formData().catch(() => refused(400, 'This is no form.'));
}

function isOurs({ headers }: Request): boolean {
  const host = headers.get('x-forwarded-host') ?? headers.get('host');
  return sentFrom({ site: headers.get('sec-fetch-site'), origin: headers.get('origin'), host }) === 'ours';
}

function refused(status: number, message: string): Response {
  return new Response(message, { status });
}
