"""What a call of the kit may raise."""

from __future__ import annotations

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from math import ceil
from typing import Any, Mapping, Optional


class EarmarkConnectionError(Exception):
    """No answer came: the network failed, or all of it took longer than ``timeout``."""


class EarmarkError(Exception):
    """A refusal of the service. Each code has a class of its own, such as ``NotFoundError``."""

    def __init__(self, status: int, headers: Mapping[str, str], body: Mapping[str, Any]) -> None:
        self.status = status
        code = body.get("error")
        #: The machine code; None where something before the service answered without one.
        self.code: Optional[str] = code if isinstance(code, str) else None
        #: The whole body, with what only some refusals say (``field``, ``missingScope``, ``idea``).
        self.body = body
        #: Names the request in a question to support.
        self.request_id: Optional[str] = headers.get("x-request-id")
        #: Seconds to wait before the same call; None where none are told.
        self.retry_after: Optional[int] = _wait_told(headers)
        super().__init__(body.get("message", f"HTTP {status} without an error body."))

    @property
    def help_url(self) -> Optional[str]:
        """A help article for a person who can put it right."""
        return self.body.get("helpUrl")


def _wait_told(headers: Mapping[str, str]) -> Optional[int]:
    """``Retry-After`` in seconds: it tells them, or a date (RFC 9110), which is counted from the sender's own clock."""
    told = headers.get("retry-after", "")
    if told.isdecimal():
        return int(told)
    until = _moment(told)
    if until is None:
        return None
    now = _moment(headers.get("date", "")) or datetime.now(timezone.utc)
    return max(0, ceil((until - now).total_seconds()))


def _moment(text: str) -> Optional[datetime]:
    if not text.endswith("GMT"):
        return None
    try:
        return parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None


class PlanLimitError(EarmarkError):
    """A limit of the account's plan (402)."""

    @property
    def upgrade_url(self) -> str:
        """Where the plan is upgraded."""
        return self.body["upgradeUrl"]

    @property
    def resets_at(self) -> Optional[str]:
        """When the limit starts anew; None for one that does not."""
        return self.body.get("resetsAt")
