// Written by `npm run kits` from the OpenAPI description. Do not edit.

import type { Attribution, ErrorCode, IdeaCard } from './api.ts';
import { EarmarkError, PlanLimitError } from '../failure.ts';

/** `unauthorized` */
export class UnauthorizedError extends EarmarkError {}

/** `forbidden_scope` */
export class ForbiddenScopeError extends EarmarkError {}

/** `origin_not_allowed` */
export class OriginNotAllowedError extends EarmarkError {}

/** `idea_read_limit` */
export class IdeaReadLimitError extends PlanLimitError {
  get idea(): IdeaCard {
    return this.body.idea as IdeaCard;
  }

  get attribution(): Attribution {
    return this.body.attribution as Attribution;
  }
}

/** `ask_limit` */
export class AskLimitError extends PlanLimitError {}

/** `follow_limit` */
export class FollowLimitError extends PlanLimitError {}

/** `save_limit` */
export class SaveLimitError extends PlanLimitError {}

/** `premium_required` */
export class PremiumRequiredError extends PlanLimitError {
  get feature(): string {
    return this.body.feature as string;
  }

  get price(): { currency: string; monthly: number; yearly: number } {
    return this.body.price as { currency: string; monthly: number; yearly: number };
  }
}

/** `key_limit` */
export class KeyLimitError extends EarmarkError {}

/** `not_found` */
export class NotFoundError extends EarmarkError {}

/** `invalid_request` */
export class InvalidRequestError extends EarmarkError {}

/** `rate_limited` */
export class RateLimitedError extends EarmarkError {}

/** `ask_failed` */
export class AskFailedError extends EarmarkError {}

/** `ask_disabled` */
export class AskDisabledError extends EarmarkError {}

/** `agent_api_disabled` */
export class AgentApiDisabledError extends EarmarkError {}

/** `timeout` */
export class CallTimeoutError extends EarmarkError {}

/** `internal_server_error` */
export class InternalServerError extends EarmarkError {}

const classes: Readonly<Record<ErrorCode, typeof EarmarkError>> = {
  unauthorized: UnauthorizedError,
  forbidden_scope: ForbiddenScopeError,
  origin_not_allowed: OriginNotAllowedError,
  idea_read_limit: IdeaReadLimitError,
  ask_limit: AskLimitError,
  follow_limit: FollowLimitError,
  save_limit: SaveLimitError,
  premium_required: PremiumRequiredError,
  key_limit: KeyLimitError,
  not_found: NotFoundError,
  invalid_request: InvalidRequestError,
  rate_limited: RateLimitedError,
  ask_failed: AskFailedError,
  ask_disabled: AskDisabledError,
  agent_api_disabled: AgentApiDisabledError,
  timeout: CallTimeoutError,
  internal_server_error: InternalServerError,
};

/** The refusal that a response is, by the code in its body. */
export function errorOf(response: Response, body: Readonly<Record<string, unknown>>): EarmarkError {
  return new (classes[body.error as ErrorCode] ?? EarmarkError)(response, body);
}
