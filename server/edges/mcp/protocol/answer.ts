import type { Answer } from '#server/edges/http.ts';

export function jsonAnswer(status: number, body: object): Answer {
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
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
