import { Refusal, renderRefusal } from '#server/api/errors.ts';
import { etagMatches, etagOf } from '#server/api/etag.ts';
import { readBody } from '#server/edges/http/body.ts';
import { pageCaller, pageRefusal, services } from '#server/edges/pages.ts';
import { toRefusal } from '#server/edges/refusal.ts';
import type { Services } from '#server/platform/services.ts';

const secretAddress = { 'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer' };

/** Enough for the one line of RFC 8058 and what a mail program wraps around it. */
const MAX_ONE_CLICK_BYTES = 4096;

/** Answers with the personal feed of a secret address: 304 for a reader that has it already, 404 for an unknown address. */
export async function personalFeedAnswer(request: Request, secret: string): Promise<Response> {
  try {
    const { xml } = await (await pageCaller(null, 'unknown')).alerts.feed({ secret });
    const etag = etagOf(xml);
    const headers = { ...secretAddress, ETag: etag, 'Cache-Control': 'private, max-age=300' };
    if (etagMatches(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers });
    return new Response(xml, {
      headers: { ...headers, 'Content-Type': 'application/rss+xml; charset=utf-8' },
    });
  } catch (error) {
    return refused(error, 'There is no feed under this address.');
  }
}

/**
 * Answers at the address of List-Unsubscribe. A POST unsubscribes: from a mail program with one click (RFC 8058), or from the
 * form of the page, to which it redirects. A GET changes nothing and redirects to that page.
 */
export async function unsubscribeAnswer(request: Request, { env }: Services): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const link = { account: searchParams.get('account') ?? '', token: searchParams.get('token') ?? '' };
  const page = `${env.webUrl}/unsubscribe?${new URLSearchParams(link)}`;
  if (request.method !== 'POST') return redirect(page);
  const body = await readBody(request, MAX_ONE_CLICK_BYTES);
  // RFC 8058 allows url-encoded and multipart; the form of the page is empty.
  const oneClick = body.ok && /List-Unsubscribe["=]\s*One-Click/.test(body.text);
  try {
    await (await pageCaller(null, 'unknown')).alerts.unsubscribe(link);
  } catch (error) {
    return refused(error, 'This unsubscribe link is not valid: use the one in the newest mail.');
  }
  if (!oneClick) return redirect(`${page}&done=1`);
  return new Response('You are unsubscribed.\n', {
    headers: { ...secretAddress, 'Content-Type': 'text/plain' },
  });
}

function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { ...secretAddress, Location: location } });
}

async function refused(error: unknown, message: string): Promise<Response> {
  const refusal = await pageRefusal(error);
  const unknown = refusal !== null && (refusal.status === 404 || refusal.status === 422);
  const told = unknown ? new Refusal('not_found', { message }) : toRefusal(error, 422);
  const { status, headers, body } = renderRefusal(told, (await services()).env.webUrl);
  return new Response(`${body.message}\n`, {
    status,
    headers: {
      ...secretAddress,
      ...headers,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
    },
  });
}
