import { isId } from '#server/api/inputs.ts';
import { clientIp } from '#server/edges/http/origin.ts';
import type { Peer } from '#server/edges/http.ts';
import {
  type CountedForm,
  countClick,
  countedForms,
  countView,
} from '#server/features/embeds/counts/store.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * Counts a view of a widget in the background; a failure is logged and does not affect the answer. Who asks for the head alone sees
 * nothing.
 */
export function countShown(
  services: Services,
  { method }: Pick<Request, 'method'>,
  form: CountedForm,
  id: string,
): void {
  if (method !== 'GET') return;
  countView(services.db, form, id, services.clock()).catch((error: Error) =>
    services.log.warn({ err: error.message }, 'widget not counted'),
  );
}

/** The link to an idea in a widget: it counts the click and redirects to the idea's page. */
export function countedLink(webUrl: string, form: CountedForm, ideaId: string): string {
  return `${webUrl}/embed/go/${ideaId}?of=${form}`;
}

/**
 * Redirects from a widget to the page of an idea and counts the click for the show's owner, without a cookie or an address.
 * Clicks past the reader's rate limit are not counted. 404 for what is no id.
 */
export async function followWidget(
  services: Services,
  request: Request,
  peer: Peer,
  ideaId: string,
): Promise<Response> {
  if (!isId(ideaId)) return new Response('There is no such idea.\n', { status: 404 });
  const of = new URL(request.url).searchParams.get('of');
  const form = countedForms.find((one) => one === of);
  const ip = clientIp(request, peer, services.env.EARMARK_TRUSTED_PROXIES);
  const bucket = form ? await services.buckets.take('form', `widget ${ip}`) : null;
  if (form && bucket?.allowed && request.method === 'GET') {
    await countClick(services.db, form, ideaId, services.clock()).catch((error: Error) =>
      services.log.warn({ err: error.message }, 'click on a widget not counted'),
    );
  }
  return new Response(null, {
    status: 303,
    headers: {
      Location: `${services.env.webUrl}/ideas/${ideaId.toLowerCase()}`,
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    },
  });
}
