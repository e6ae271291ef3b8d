"""One call over HTTP: what is sent, how an answer is read, and when it is sent again."""

from __future__ import annotations

import json
import random
import uuid
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx

RETRIED = {429, 502, 503, 504}
REFUSED = {429, 503}
"""The service refused these before anything was done."""
REPEATABLE = {"GET", "PUT", "DELETE"}
FIRST_PAUSE = 0.5


class ToolpressError(Exception):
    """A call that failed: answered with an error, or not at all."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str = "connection_failed",
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        """The status of the answer; 0 without an answer."""
        self.code = code
        """A code of the service, `connection_failed`, or `answer_unreadable`."""
        self.request_id = request_id
        self.retry_after = retry_after
        """Seconds after which the call may be sent again, if the service says so."""


@dataclass
class Call:
    method: str
    path: str
    query: dict[str, Any] = field(default_factory=dict)
    json: Any = None
    content: bytes | str | None = None
    content_type: str = "application/json"
    key: str | None = None
    is_keyed: bool = False
    conditions: dict[str, str | None] = field(default_factory=dict)
    answer: Literal["json", "bytes", "pdf"] = "json"

    def request(self, token: str | None) -> dict[str, Any]:
        """Returns the arguments of `httpx.Client.request`."""
        accept = {"json": "application/json", "bytes": "*/*", "pdf": "application/pdf"}[self.answer]
        headers = {"Accept": accept}
        headers.update({name: value for name, value in self.conditions.items() if value is not None})
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        content = self.content
        if self.json is not None:
            content = json.dumps(self.json, ensure_ascii=False, allow_nan=False).encode()
        if content is not None:
            headers["Content-Type"] = self.content_type
        if self.is_keyed:
            self.key = self.key or uuid.uuid4().hex
            headers["Idempotency-Key"] = self.key
        params = {name: str(value) for name, value in self.query.items() if value is not None}
        return {"method": self.method, "url": self.path, "params": params, "headers": headers, "content": content}

    def pause_before_retry(self, error: ToolpressError, attempt: int) -> float | None:
        """Returns the seconds until the next attempt; None if the call must not be sent again.

        A key makes a success count once, but a target does not forget what it was sent: a POST of the HTTP request
        tool that failed at the target is not repeated.
        """
        if error.status != 0 and error.status not in RETRIED:
            return None
        if not self.is_keyed and self.method not in REPEATABLE:
            return None
        at_target = self.json.get("method") if isinstance(self.json, dict) else None
        if error.status not in REFUSED | {0} and isinstance(at_target, str) and at_target not in REPEATABLE:
            return None
        if error.retry_after is not None:
            return error.retry_after
        return FIRST_PAUSE * 2 ** (attempt - 1) * (0.5 + random.random())


def read(call: Call, response: httpx.Response) -> Any:
    """Returns the result of an answer. Raises ToolpressError for an error of the service."""
    if not response.is_success:
        raise _error_of(response)
    if call.answer == "bytes":
        return response.content
    if call.answer == "pdf":
        if response.headers.get("Content-Type") != "application/pdf":
            raise _unreadable(response)
        return response
    try:
        envelope = response.json()
    except ValueError:
        envelope = None
    if not isinstance(envelope, dict) or envelope.get("success") is not True:
        raise _unreadable(response)
    return envelope["data"]


def connection_failed(cause: httpx.TransportError) -> ToolpressError:
    return ToolpressError(f"The connection to the service failed: {type(cause).__name__}.")


def _error_of(response: httpx.Response) -> ToolpressError:
    try:
        message = response.json()["error"]
    except (ValueError, KeyError, TypeError):
        message = None
    if not isinstance(message, str):
        message = f"The service answered {response.status_code}."
    return ToolpressError(
        message,
        status=response.status_code,
        code=response.headers.get("X-Error-Code", "answer_unreadable"),
        request_id=response.headers.get("X-Request-Id"),
        retry_after=_seconds(response.headers.get("Retry-After")),
    )


def _unreadable(response: httpx.Response) -> ToolpressError:
    return ToolpressError(
        "The answer is not from Toolpress; check `base_url`.",
        status=response.status_code,
        code="answer_unreadable",
        request_id=response.headers.get("X-Request-Id"),
    )


def _seconds(header: str | None) -> float | None:
    return float(header) if header is not None and header.isdigit() else None
