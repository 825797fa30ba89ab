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

/** Counts that a widget was shown, beside the answer: what cannot be counted is shown all the same. */
export function countShown(services: Services, form: CountedForm, id: string): void {
  countView(services.db, form, id, services.clock()).catch((error: Error) =>
    services.log.warn({ err: error.message }, 'widget not counted'),
  );
}

/** The address of an idea in a widget, which counts that it was followed and leads on to the idea's page. */
export function countedLink(webUrl: string, form: CountedForm, ideaId: string): string {
  return `${webUrl}/embed/go/${ideaId}?of=${form}`;
}

/**
 * Leads from a widget to the page of an idea. The click is counted for the owner of the show, without a cookie or an
 * address; a reader who presses too often is led on uncounted. 404 for what is no idea's id.
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
