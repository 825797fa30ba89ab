import { serverSide } from '../../_server/load.ts';
import { viewer } from '../../_server/reader.ts';
import { fromThisSite } from '../../_server/same-site.ts';

/** Goes on to the payment provider's checkout; sent by the buttons of the pricing page. */
export async function POST(request: Request): Promise<Response> {
  if (!fromThisSite(request)) return new Response('This form was sent from another site.', { status: 403 });
  const reader = await viewer();
  if (!reader) return to('/sign-in?next=/pricing');
  const { billingPage, pageRefusal } = await serverSide();
  const yearly = (await request.formData()).get('period') === 'yearly';
  try {
    return to(await billingPage(reader.id, yearly ? 'yearly' : 'monthly'));
  } catch (error) {
    const refusal = await pageRefusal(error);
    return to(refusal ? '/settings/plan' : '/pricing?problem=checkout');
  }
}

function to(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } });
}
