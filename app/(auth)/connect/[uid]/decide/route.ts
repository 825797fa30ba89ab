import type { Scope } from '#server/api/scopes.ts';
import { handlers } from '../../../../_server/load.ts';
import { viewer } from '../../../../_server/reader.ts';
import { seeOther } from '../../../../_server/see-other.ts';

/** Takes the decision of the account holder on the page above and redirects to the client. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ uid: string }> },
): Promise<Response> {
  const { siteForm, decideRoute } = await handlers();
  const form = await siteForm(request);
  if (form instanceof Response) return form;
  const { uid } = await params;
  const page = `/connect/${encodeURIComponent(uid)}`;
  const reader = await viewer();
  // Since the page was shown, another account may have signed in in another tab.
  if (!reader || form.get('account') !== reader.id) return seeOther(page);
  const allowed = form.get('decision') === 'allow' ? (form.getAll('scope').map(String) as Scope[]) : null;
  return seeOther((await decideRoute(request, uid, { accountId: reader.id, allowed })) ?? page);
}
