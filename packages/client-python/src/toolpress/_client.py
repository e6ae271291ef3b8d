"""The clients: a method for each operation, and what callers would otherwise write themselves."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import httpx

from ._exchange import Call, ToolpressError, connection_failed, read
from ._operations import AsyncOperations, ContentWarning, Operations, PdfRequest

TIMEOUT = 90.0
"""Longer than the service's deadline for a document."""


@dataclass(frozen=True)
class Pdf:
    """A PDF with its properties."""

    content: bytes
    page_count: int
    download_url: str
    expires_at: datetime
    warnings: list[ContentWarning]
    """What prints differently. Beyond 2,000 bytes of texts, a warning has its code and an empty text."""
    actions_consumed: int
    is_replayed: bool
    """Whether it is the result of an earlier call under the same key."""
    request_id: str | None


def _pdf_of(response: httpx.Response) -> Pdf:
    headers = response.headers
    return Pdf(
        content=response.content,
        page_count=int(headers["X-Page-Count"]),
        download_url=headers["X-Download-Url"],
        expires_at=datetime.fromisoformat(headers["X-Expires-At"]),
        warnings=_warnings_in(headers),
        actions_consumed=int(headers["X-Actions-Consumed"]),
        is_replayed=headers.get("Idempotent-Replayed") == "true",
        request_id=headers.get("X-Request-Id"),
    )


def _warnings_in(headers: httpx.Headers) -> list[ContentWarning]:
    """Services before 0.2 send codes only."""
    details: list[ContentWarning] = json.loads(headers.get("X-Warning-Details", "[]"))
    told = {warning["code"] for warning in details}
    codes = [code for code in headers.get("X-Warnings", "").split(", ") if code and code not in told]
    return details + [ContentWarning(code=code, message="") for code in codes]


def _base(url: str) -> str:
    if not url.lower().startswith(("http://", "https://")):
        raise ValueError("`base_url` must be the address of the service, such as `https://toolpress.example.com`")
    return url.rstrip("/")


def _pdf_call(body: PdfRequest, key: str | None) -> Call:
    return Call("POST", "/api/utilities/html-to-pdf", json=body, key=key, is_keyed=True, answer="pdf")


@dataclass
class _Attempts:
    """Counts the attempts of one call."""

    call: Call
    most: int
    until: float
    count: int = 0

    def pause_after(self, error: ToolpressError) -> float:
        """Returns the seconds until the next attempt. Raises the error if there is none."""
        self.count += 1
        pause = self.call.pause_before_retry(error, self.count)
        if pause is None or self.count >= self.most or time.monotonic() + pause > self.until:
            raise error
        return pause


class Toolpress(Operations):
    """A client of one service under one token.

    :param attempts: how often a call is sent at most.
    :param retry_for: the seconds after its beginning in which a call is sent again.
    """

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        attempts: int = 3,
        retry_for: float = 60.0,
        timeout: float = TIMEOUT,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._token = token
        self._limits = (attempts, retry_for)
        self._http = httpx.Client(base_url=_base(base_url), timeout=timeout, transport=transport)

    def __enter__(self) -> Toolpress:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def pdf(self, body: PdfRequest, *, idempotency_key: str | None = None) -> Pdf:
        """Prints a document. Returns the PDF itself instead of base64."""
        return _pdf_of(self._run(_pdf_call(body, idempotency_key)))

    def each(self, list_page: Callable[..., Any], *args: str, **query: Any) -> Iterator[Any]:
        """Yields the items of all pages of a list: `client.each(client.list_jobs, status="done")`."""
        cursor: str | None = None
        while True:
            page = list_page(*args, **query, cursor=cursor)
            yield from page["items"]
            cursor = page["next_cursor"]
            if cursor is None:
                return

    def _run(self, call: Call) -> Any:
        attempts = _Attempts(call, self._limits[0], time.monotonic() + self._limits[1])
        request = call.request(self._token)
        while True:
            try:
                return read(call, self._http.request(**request))
            except httpx.TransportError as cause:
                time.sleep(attempts.pause_after(connection_failed(cause)))
            except ToolpressError as error:
                time.sleep(attempts.pause_after(error))


class AsyncToolpress(AsyncOperations):
    """A client as `Toolpress`, whose methods are awaited."""

    def __init__(
        self,
        base_url: str,
        token: str | None = None,
        *,
        attempts: int = 3,
        retry_for: float = 60.0,
        timeout: float = TIMEOUT,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._token = token
        self._limits = (attempts, retry_for)
        self._http = httpx.AsyncClient(base_url=_base(base_url), timeout=timeout, transport=transport)

    async def __aenter__(self) -> AsyncToolpress:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self._http.aclose()

    async def pdf(self, body: PdfRequest, *, idempotency_key: str | None = None) -> Pdf:
        """Prints a document. Returns the PDF itself instead of base64."""
        return _pdf_of(await self._run(_pdf_call(body, idempotency_key)))

    async def each(self, list_page: Callable[..., Awaitable[Any]], *args: str, **query: Any) -> AsyncIterator[Any]:
        """Yields the items of all pages of a list."""
        cursor: str | None = None
        while True:
            page = await list_page(*args, **query, cursor=cursor)
            for item in page["items"]:
                yield item
            cursor = page["next_cursor"]
            if cursor is None:
                return

    async def _run(self, call: Call) -> Any:
        attempts = _Attempts(call, self._limits[0], time.monotonic() + self._limits[1])
        request = call.request(self._token)
        while True:
            try:
                return read(call, await self._http.request(**request))
            except httpx.TransportError as cause:
                await asyncio.sleep(attempts.pause_after(connection_failed(cause)))
            except ToolpressError as error:
                await asyncio.sleep(attempts.pause_after(error))
