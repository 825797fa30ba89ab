import { Refusal } from '#server/api/errors.ts';
import { idOfRequest } from '#server/platform/observe/doing.ts';
import type { Services } from '#server/platform/services.ts';

/** The refusal when no mail server took the mail. The cause is logged as `what`, under the id that the reader is told. */
export function mailNotSent({ log }: Pick<Services, 'log'>, error: Error, what: string): Refusal {
  const requestId = idOfRequest();
  log.error({ requestId, err: error.message }, what);
  return new Refusal('internal_server_error', {
    status: 503,
    message: `The mail could not be sent: try again in some minutes. Request id ${requestId} helps us find out why.`,
  });
}
