import { MAX_EVENT_BYTES } from '#server/api/inputs.ts';
import { readBody } from '#server/edges/http/body.ts';
import { formRefusal } from '#server/edges/pages.ts';
import { takeEvent } from '#server/features/plans/billing/billing.ts';
import type { Services } from '#server/platform/services.ts';

/** Takes a signed event of the payment provider; answers 400 for a bad signature, 413 too large, 500 so that it is sent again. */
export async function billingAnswer(request: Request, services: Services): Promise<Response> {
  const read = await readBody(request, MAX_EVENT_BYTES);
  if (!read.ok) return told(read.status, 'The event could not be read.');
  try {
    await takeEvent(services, read.text, request.headers.get('stripe-signature') ?? '');
    return told(200, 'ok');
  } catch (error) {
    const { status, body } = await formRefusal(error);
    return told(status, body.message);
  }
}

function told(status: number, message: string): Response {
  return Response.json({ message }, { status });
}
