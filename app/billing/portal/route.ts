import { serverSide } from '../../_server/load.ts';
import { viewer } from '../../_server/reader.ts';
import { fromThisSite } from '../../_server/same-site.ts';

/** Goes on to the payment provider's page for an existing subscription. */
export async function POST(request: Request): Promise<Response> {
  if (!fromThisSite(request)) return new Response('This form was sent from another site.', { status: 403 });
  const reader = await viewer();
  if (!reader) return to('/sign-in?next=/settings/plan');
  const { billingPage, pageRefusal } = await serverSide();
  try {
    return to(await billingPage(reader.id, 'portal'));
  } catch (error) {
    if (!(await pageRefusal(error))) throw error;
    return to('/settings/plan');
  }
}

function to(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } });
}
