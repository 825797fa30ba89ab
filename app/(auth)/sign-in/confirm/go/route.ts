import { handlers, serverSide } from '../../../../_server/load.ts';
import { takeLink } from '../../../session.ts';

/** Takes the button of the confirmation page and signs in. Only our own page may send it. */
export async function POST(request: Request): Promise<Response> {
  const form = await (await handlers()).siteForm(request);
  if (form instanceof Response) return form;
  const { safePath } = await serverSide();
  const text = (name: string) => String(form.get(name) ?? '');
  return takeLink({ email: text('email'), token: text('token'), next: safePath(text('next')) });
}
