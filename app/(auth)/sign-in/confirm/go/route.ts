import { field } from '../../../../_server/field.ts';
import { handlers, serverSide } from '../../../../_server/load.ts';
import { takeLink } from '../../../session.ts';

/** Signs in for the button of the confirmation page. Takes forms of our own pages alone. */
export async function POST(request: Request): Promise<Response> {
  const form = await (await handlers()).siteForm(request);
  if (form instanceof Response) return form;
  const { safePath } = await serverSide();
  return takeLink({
    email: field(form, 'email'),
    token: field(form, 'token'),
    next: safePath(field(form, 'next')),
  });
}
