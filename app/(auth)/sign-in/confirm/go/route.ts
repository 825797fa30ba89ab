import { serverSide } from '../../../../_server/load.ts';
import { fromThisSite } from '../../../../_server/same-site.ts';
import { takeLink } from '../../../session.ts';

/** Takes the button of the confirmation page and signs in. Only our own page may send it. */
export async function POST(request: Request): Promise<Response> {
  if (!fromThisSite(request)) return new Response('This form was sent from another site.', { status: 403 });
  const { safePath } = await serverSide();
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  return takeLink({ email: text('email'), token: text('token'), next: safePath(text('next')) });
}
