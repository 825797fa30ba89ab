import { traceHeaders } from '#server/platform/observe/doing.ts';

/** Longest answer read from a model's server, in bytes: many times the output tokens asked for. */
const MOST_ANSWER_BYTES = 1_000_000;

/** The answer exceeded the cap. A retry does not help. */
export class AnswerTooLarge extends Error {}

/** `fetch` that sends the trace headers. Its body fails with `AnswerTooLarge` at the first byte past the cap. */
export const cappedFetch: typeof fetch = async (input, init) => {
  const sent = new Headers(init?.headers);
  for (const [name, value] of Object.entries(traceHeaders())) sent.set(name, value);
  const response = await fetch(input, { ...init, headers: sent });
  if (response.body === null) return response;
  let bytes = 0;
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      bytes += part.byteLength;
      if (bytes > MOST_ANSWER_BYTES)
        controller.error(new AnswerTooLarge(`The model's answer is larger than ${MOST_ANSWER_BYTES} bytes.`));
      else controller.enqueue(part);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(cap), { status, statusText, headers });
};
