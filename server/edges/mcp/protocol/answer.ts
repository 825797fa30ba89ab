import type { Answer } from '#server/edges/http.ts';

const kept = new WeakMap<object, string>();

/** The JSON of a result; of a frozen one, which is the same object whenever it is asked for, made once. */
export function resultJson(result: object): string {
  if (!Object.isFrozen(result)) return JSON.stringify(result);
  const text = kept.get(result) ?? JSON.stringify(result);
  kept.set(result, text);
  return text;
}

export const JSON_TYPE = { 'Content-Type': 'application/json' };

export function jsonAnswer(status: number, body: object): Answer {
  return { status, headers: JSON_TYPE, body: JSON.stringify(body) };
}

/** What an SDK answered, whole. */
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
