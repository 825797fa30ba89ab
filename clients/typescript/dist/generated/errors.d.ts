import type { Attribution, IdeaCard } from './api.ts';
import { EarmarkError, PlanLimitError } from '../failure.ts';
/** `unauthorized` */
export declare class UnauthorizedError extends EarmarkError {
}
/** `forbidden_scope` */
export declare class ForbiddenScopeError extends EarmarkError {
}
/** `origin_not_allowed` */
export declare class OriginNotAllowedError extends EarmarkError {
}
/** `idea_read_limit` */
export declare class IdeaReadLimitError extends PlanLimitError {
    get idea(): IdeaCard;
    get attribution(): Attribution;
}
/** `ask_limit` */
export declare class AskLimitError extends PlanLimitError {
}
/** `follow_limit` */
export declare class FollowLimitError extends PlanLimitError {
}
/** `save_limit` */
export declare class SaveLimitError extends PlanLimitError {
}
/** `premium_required` */
export declare class PremiumRequiredError extends PlanLimitError {
    get feature(): string;
    get price(): {
        currency: string;
        monthly: number;
        yearly: number;
    };
}
/** `key_limit` */
export declare class KeyLimitError extends EarmarkError {
}
/** `not_found` */
export declare class NotFoundError extends EarmarkError {
}
/** `invalid_request` */
export declare class InvalidRequestError extends EarmarkError {
}
/** `rate_limited` */
export declare class RateLimitedError extends EarmarkError {
}
/** `ask_failed` */
export declare class AskFailedError extends EarmarkError {
}
/** `ask_disabled` */
export declare class AskDisabledError extends EarmarkError {
}
/** `agent_api_disabled` */
export declare class AgentApiDisabledError extends EarmarkError {
}
/** `timeout` */
export declare class CallTimeoutError extends EarmarkError {
}
/** `internal_server_error` */
export declare class InternalServerError extends EarmarkError {
}
/** The refusal that a response is, by the code in its body. */
export declare function errorOf(response: Response, body: Readonly<Record<string, unknown>>): EarmarkError;
