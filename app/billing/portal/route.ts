import { handlers, serverSide } from '../../_server/load.ts';
import { viewer } from '../../_server/reader.ts';
import { seeOther } from '../../_server/see-other.ts';
import { planWith } from '../../(account)/settings/plan/problems.ts';

/** Redirects to the payment provider's page of an existing subscription. */
export async function POST(request: Request): Promise<Response> {
  const form = await (await handlers()).siteForm(request);
  if (form instanceof Response) return form;
  const reader = await viewer();
  if (!reader) return seeOther('/sign-in?next=/settings/plan');
  const { billingPage, pageRefusal } = await serverSide();
  try {
    return seeOther(await billingPage(reader.id, 'portal'));
  } catch (error) {
    await pageRefusal(error);
    return seeOther(planWith('portal'));
  }
}
