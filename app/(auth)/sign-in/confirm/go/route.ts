import { serverSide } from '../../../../_server/load.ts';
import { fromThisSite } from '../../../../_server/same-site.ts';

/** Takes the button of the confirmation page and hands the link to the sign-in library. Only our own page may send it. */
export async function POST(request: Request): Promise<Response> {
  const { services, safePath } = await serverSide();
  const { env } = await services();
  if (!fromThisSite(request)) return new Response('This form was sent from another site.', { status: 403 });
  const form = await request.formData();
  const query = new URLSearchParams({
    callbackUrl: `${env.webUrl}${safePath(String(form.get('next') ?? '/'))}`,
    token: String(form.get('token') ?? ''),
    email: String(form.get('email') ?? ''),
  });
  return new Response(null, { status: 303, headers: { Location: `/api/auth/callback/email?${query}` } });
}
