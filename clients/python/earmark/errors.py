# Written by `npm run kits` from the OpenAPI description. Do not edit.

from __future__ import annotations

from typing import Any, Dict, Mapping, Type

from .failure import EarmarkError, PlanLimitError

__all__ = ["UnauthorizedError", "ForbiddenScopeError", "OriginNotAllowedError", "IdeaReadLimitError", "AskLimitError", "FollowLimitError", "SaveLimitError", "PremiumRequiredError", "KeyLimitError", "NotFoundError", "InvalidRequestError", "RateLimitedError", "AskFailedError", "AskDisabledError", "AgentApiDisabledError", "CallTimeoutError", "InternalServerError"]


class UnauthorizedError(EarmarkError):
    """``unauthorized``"""


class ForbiddenScopeError(EarmarkError):
    """``forbidden_scope``"""


class OriginNotAllowedError(EarmarkError):
    """``origin_not_allowed``"""


class IdeaReadLimitError(PlanLimitError):
    """``idea_read_limit``"""

    @property
    def idea(self) -> Any:
        return self.body["idea"]

    @property
    def attribution(self) -> Any:
        return self.body["attribution"]


class AskLimitError(PlanLimitError):
    """``ask_limit``"""


class FollowLimitError(PlanLimitError):
    """``follow_limit``"""


class SaveLimitError(PlanLimitError):
    """``save_limit``"""


class PremiumRequiredError(PlanLimitError):
    """``premium_required``"""

    @property
    def feature(self) -> Any:
        return self.body["feature"]

    @property
    def price(self) -> Any:
        return self.body["price"]


class KeyLimitError(EarmarkError):
    """``key_limit``"""


class NotFoundError(EarmarkError):
    """``not_found``"""


class InvalidRequestError(EarmarkError):
    """``invalid_request``"""


class RateLimitedError(EarmarkError):
    """``rate_limited``"""


class AskFailedError(EarmarkError):
    """``ask_failed``"""


class AskDisabledError(EarmarkError):
    """``ask_disabled``"""


class AgentApiDisabledError(EarmarkError):
    """``agent_api_disabled``"""


class CallTimeoutError(EarmarkError):
    """``timeout``"""


class InternalServerError(EarmarkError):
    """``internal_server_error``"""


_CLASSES: Dict[str, Type[EarmarkError]] = {
    "unauthorized": UnauthorizedError,
    "forbidden_scope": ForbiddenScopeError,
    "origin_not_allowed": OriginNotAllowedError,
    "idea_read_limit": IdeaReadLimitError,
    "ask_limit": AskLimitError,
    "follow_limit": FollowLimitError,
    "save_limit": SaveLimitError,
    "premium_required": PremiumRequiredError,
    "key_limit": KeyLimitError,
    "not_found": NotFoundError,
    "invalid_request": InvalidRequestError,
    "rate_limited": RateLimitedError,
    "ask_failed": AskFailedError,
    "ask_disabled": AskDisabledError,
    "agent_api_disabled": AgentApiDisabledError,
    "timeout": CallTimeoutError,
    "internal_server_error": InternalServerError,
}


def error_of(status: int, headers: Mapping[str, str], body: Mapping[str, Any]) -> EarmarkError:
    """The refusal that an answer is, by the code in its body."""
    code = body.get("error")
    kind = _CLASSES.get(code, EarmarkError) if isinstance(code, str) else EarmarkError
    return kind(status, headers, body)
