import { serverSide } from '../../_server/load.ts';

/** Signed events of the payment provider. */
export async function POST(request: Request): Promise<Response> {
  const { billingEvent } = await serverSide();
  const { status, message } = await billingEvent(
    await request.text(),
    request.headers.get('stripe-signature') ?? '',
  );
  return Response.json({ message }, { status });
}
