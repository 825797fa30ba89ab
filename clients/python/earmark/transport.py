"""Sends calls, tries again what can be tried again, and turns refusals into errors."""

from __future__ import annotations

import json
import random
import time
import uuid
import warnings
from http.client import HTTPException
from typing import Any, Callable, Iterator, Mapping, Optional
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

from .errors import error_of
from .failure import EarmarkConnectionError, EarmarkError

LONGEST_WAIT = 60.0
FIRST_WAIT = 0.5
MOST_BACKOFF = 8.0
# Refusals before which nothing was done, or what was done was undone.
ALWAYS = frozenset({429, 502, 503})
WHEN_REPEATABLE = frozenset({500, 504})


class Transport:
    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        max_retries: int = 3,
        timeout: float = 40.0,
    ) -> None:
        """``api_key`` is a connector key or an access token; without one the open routes answer.

        ``timeout`` is how many seconds the network may be silent within one try. What can succeed later is tried
        ``max_retries`` times more.
        """
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._max_retries = max_retries
        self._timeout = timeout

    def _send(
        self,
        operation: str,
        method: str,
        path: str,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        repeatable: bool,
        keyed: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> Any:
        # One key for all tries of a call.
        key = (idempotency_key or str(uuid.uuid4())) if keyed else None
        request = self._request(method, path, query, body, key)
        tried = 0
        while True:
            try:
                return self._once(operation, request)
            except (EarmarkError, EarmarkConnectionError) as error:
                wait = _wait_after(error, repeatable, tried) if tried < self._max_retries else None
                if wait is None:
                    raise
                time.sleep(wait)
                tried += 1

    def _entries(
        self, page: Callable[[Optional[str]], Mapping[str, Any]], field: str, cursor: Optional[str]
    ) -> Iterator[Any]:
        """Every entry of a list, page after page."""
        while True:
            answer = page(cursor)
            yield from answer[field]
            cursor = answer["nextCursor"]
            if cursor is None:
                return

    def _request(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]],
        body: Optional[Mapping[str, Any]],
        idempotency_key: Optional[str],
    ) -> Request:
        given = {name: _text(value) for name, value in (query or {}).items() if value is not None}
        url = f"{self._base_url}{path}{'?' + urlencode(given) if given else ''}"
        headers = {"Accept": "application/json", "User-Agent": "earmark-python"}
        if self._api_key:
            headers["Authorization"] = f"Bearer {self._api_key}"
        if idempotency_key:
            headers["Idempotency-Key"] = idempotency_key
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps({name: value for name, value in body.items() if value is not None}).encode()
        return Request(url, data=data, headers=headers, method=method)

    def _once(self, operation: str, request: Request) -> Any:
        try:
            try:
                with urlopen(request, timeout=self._timeout) as response:
                    status, headers, raw = response.status, response.headers, response.read()
            except HTTPError as refusal:
                status, headers, raw = refusal.code, refusal.headers, refusal.read()
        except (OSError, HTTPException) as cause:
            raise EarmarkConnectionError(f"{operation}: no answer from {request.host}.") from cause
        known = {name.lower(): value for name, value in headers.items()}
        if "deprecation" in known:
            ends = f"; it ends {known['sunset']}" if "sunset" in known else ""
            warnings.warn(f"{operation} is deprecated{ends}.", DeprecationWarning, stacklevel=4)
        body = _parsed(raw)
        if 200 <= status < 300 and body is not None:
            return body
        raise error_of(status, known, body if isinstance(body, dict) else {})


def _wait_after(error: Exception, repeatable: bool, tried: int) -> Optional[float]:
    """Seconds until another try; None when none can help, or only after longer than anyone should wait."""
    backoff = random.random() * min(MOST_BACKOFF, FIRST_WAIT * 2**tried)
    if not isinstance(error, EarmarkError):
        return backoff if repeatable else None
    if error.status not in ALWAYS and not (repeatable and error.status in WHEN_REPEATABLE):
        return None
    if error.retry_after is None:
        return backoff
    return float(error.retry_after) if error.retry_after <= LONGEST_WAIT else None


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parsed(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except ValueError:
        return None


def segment(value: str) -> str:
    """A value as one segment of a path."""
    return quote(value, safe="")
