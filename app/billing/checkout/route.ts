import { handlers, serverSide } from '../../_server/load.ts';
import { viewer } from '../../_server/reader.ts';
import { seeOther } from '../../_server/see-other.ts';
import { planWith } from '../../(account)/settings/plan/problems.ts';

/** Redirects to the payment provider's checkout, for the buttons of the pricing page. */
export async function POST(request: Request): Promise<Response> {
  const form = await (await handlers()).siteForm(request);
  if (form instanceof Response) return form;
  const reader = await viewer();
  if (!reader) return seeOther('/sign-in?next=/pricing');
  const { billingPage, pageRefusal } = await serverSide();
  const yearly = form.get('period') === 'yearly';
  try {
    return seeOther(await billingPage(reader.id, yearly ? 'yearly' : 'monthly'));
  } catch (error) {
    const refusal = await pageRefusal(error);
    if (!refusal) return seeOther('/pricing?problem=checkout');
    return seeOther(planWith(refusal.body.error === 'invalid_request' ? 'subscribed' : 'unpayable'));
  }
}
