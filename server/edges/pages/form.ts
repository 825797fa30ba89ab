import { readBody } from '#server/edges/http/body.ts';

/** As much as a server action takes: `serverActions.bodySizeLimit` in next.config.ts. */
export const MAX_FORM_BYTES = 64 * 1024;

/** What a page of this site sent by a form; else the answer that refuses it: 403 of another site, 413 too large, 400 no form. */
export async function siteForm(request: Request): Promise<FormData | Response> {
  if (!fromThisSite(request)) return refused(403, 'This form was sent from another site.');
  const read = await readBody(request, MAX_FORM_BYTES);
  if (!read.ok) return refused(read.status, 'This form could not be read.');
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  return new Response(read.text, { headers }).formData().catch(() => refused(400, 'This is no form.'));
}

/** Browsers say themselves which site sent a form; older ones by the origin. */
function fromThisSite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin !== null && URL.canParse(origin) && new URL(origin).host === headers.get('host');
}

function refused(status: number, message: string): Response {
  return new Response(message, { status });
}
