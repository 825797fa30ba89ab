"""Sends calls, tries again what can be tried again, and turns refusals into errors."""

from __future__ import annotations

import json
import random
import time
import uuid
import warnings
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from http.client import HTTPException
from threading import Thread
from typing import Any, Callable, Iterator, Mapping, Optional, Tuple
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import error_of
from .failure import EarmarkConnectionError, EarmarkError

LONGEST_WAIT = 60.0
FIRST_WAIT = 0.5
MOST_BACKOFF = 8.0
# Refusals before which nothing was done, or what was done was undone. A 502 without our code is a proxy's, which cannot know.
ALWAYS = frozenset({429, 502, 503})
WHEN_REPEATABLE = frozenset({500, 504})


class _Redirects(HTTPRedirectHandler):
    """Follows redirects as ever; the key stays with the origin that it was given for."""

    def redirect_request(self, req: Request, *answer: Any) -> Optional[Request]:
        onward = super().redirect_request(req, *answer)
        if onward and urlsplit(onward.full_url)[:2] != urlsplit(req.full_url)[:2]:
            onward.remove_header("Authorization")
        return onward


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

        ``timeout`` is seconds for one try, from its start to the last byte of the answer. A call that can help by being
        repeated is tried ``max_retries`` times more.
        """
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._max_retries = max_retries
        self._timeout = timeout
        self._open = build_opener(_Redirects).open

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
            status, headers, raw = _within(self._timeout, lambda: self._answer(request))
        except (OSError, HTTPException, FutureTimeout) as cause:
            raise EarmarkConnectionError(f"{operation}: no answer from {request.host}.") from cause
        known = {name.lower(): value for name, value in headers.items()}
        if "deprecation" in known:
            ends = f"; it ends {known['sunset']}" if "sunset" in known else ""
            warnings.warn(f"{operation} is deprecated{ends}.", DeprecationWarning, stacklevel=4)
        body = _parsed(raw)
        if 200 <= status < 300 and body is not None:
            return body
        raise error_of(status, known, body if isinstance(body, dict) else {})

    def _answer(self, request: Request) -> Tuple[int, Mapping[str, str], bytes]:
        try:
            with self._open(request, timeout=self._timeout) as response:
                return response.status, response.headers, response.read()
        except HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.headers, refusal.read()


def _within(seconds: float, work: Callable[[], Any]) -> Any:
    """What ``work`` comes to within so many seconds. A socket's own timeout would begin anew with each byte."""
    coming: Future[Any] = Future()

    def do() -> None:
        try:
            coming.set_result(work())
        except Exception as failure:
            coming.set_exception(failure)

    Thread(target=do, daemon=True).start()
    return coming.result(seconds)


def _wait_after(error: Exception, repeatable: bool, tried: int) -> Optional[float]:
    """Seconds until another try; None when none can help, or only after longer than anyone should wait."""
    backoff = random.random() * min(MOST_BACKOFF, FIRST_WAIT * 2**tried)
    if not isinstance(error, EarmarkError):
        return backoff if repeatable else None
    if error.status not in ALWAYS and not (repeatable and error.status in WHEN_REPEATABLE):
        return None
    if error.status == 502 and error.code is None and not repeatable:
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


def segment(name: str, value: str) -> str:
    """A value as one segment of a path; ValueError for those that would name another route."""
    if value in ("", ".", ".."):
        raise ValueError(f'{name} must not be empty, "." or "..".')
    return quote(value, safe="")
