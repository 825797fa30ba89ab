import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

const answers = new AsyncLocalStorage<ServerResponse>();

/** Runs what answers a request, so that a page which finds nothing can say so in the answer's status. */
export function answering<Result>(res: ServerResponse, work: () => Result): Result {
  return answers.run(res, work);
}

/** Makes the answer under way a 404; false when it has begun, or when no front door handed it over. */
export function answerMissing(): boolean {
  const res = answers.getStore();
  if (!res || res.headersSent) return false;
  res.statusCode = 404;
  return true;
}
