import type { Answer } from '#server/edges/http.ts';

const kept = new WeakMap<object, string>();

/** The JSON of a result. Made once for a frozen result, which is a cached object. */
export function resultJson(result: object): string {
  if (!Object.isFrozen(result)) return JSON.stringify(result);
  const text = kept.get(result) ?? JSON.stringify(result);
  kept.set(result, text);
  return text;
}

/** The media type of every message. */
export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** An answer whose body is the JSON of an object. */
export function jsonAnswer(status: number, body: object): Answer {
  return { status, headers: JSON_TYPE, body: JSON.stringify(body) };
}

/** An SDK's `Response` as an answer, its body read whole. */
export async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const type = headers.get('content-type');
  const named = Object.fromEntries([...headers].filter(([name]) => name !== 'content-type'));
  return {
    status,
    headers: { ...named, ...(type === null ? {} : { 'Content-Type': type }) },
    body: response.body && new Uint8Array(await response.arrayBuffer()),
  };
}
