import { handlers } from '../../../_server/load.ts';
import { type Asked, asking, signInToAsk } from '../asking.ts';

/** A line of this response: the answer so far, and at last the path of the answer or why there is none. */
export type AskLine = { readonly soFar: string } | Asked;

/** Asks as the form does and streams the answer while it is written, one JSON value a line. */
export async function POST(request: Request): Promise<Response> {
  const form = await (await handlers()).siteForm(request);
  if (form instanceof Response) return form;
  const signIn = await signInToAsk(form);
  if (signIn) return lines((tell) => tell({ to: signIn }));
  return lines(async (tell) => tell(await asking(form, (soFar) => tell({ soFar }))));
}

function lines(write: (tell: (line: AskLine) => void) => void | Promise<void>): Response {
  const encoder = new TextEncoder();
  let isHeard = true;
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      // A reader who left meanwhile finds the answer among their conversations.
      await write((line) => isHeard && stream.enqueue(encoder.encode(`${JSON.stringify(line)}\n`)));
      if (isHeard) stream.close();
    },
    cancel() {
      isHeard = false;
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'application/x-ndjson',
      'Cache-Control': 'private, no-store',
      'X-Accel-Buffering': 'no',
    },
  });
}
