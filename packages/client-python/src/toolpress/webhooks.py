"""Checks the signatures of webhooks (Standard Webhooks, HMAC-SHA256)."""

from __future__ import annotations

import base64
import hmac
import json
import time
from collections.abc import Mapping
from typing import Any

TOLERANCE_SECONDS = 300


class WebhookInvalid(Exception):
    """An event that the service did not sign, or signed too long ago."""


def verify(payload: bytes, headers: Mapping[str, str], secret: str, *, now: float | None = None) -> dict[str, Any]:
    """Returns the event of a webhook.

    :param payload: the body as it was received.
    :param secret: `whsec_…`, as the service showed it.
    :raises WebhookInvalid: if the signature is not the service's, or older than five minutes.
    """
    named = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, sent_at, signatures = (named[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = (time.time() if now is None else now) - int(sent_at)
    except (KeyError, ValueError, OverflowError):
        raise WebhookInvalid("The request has no `webhook-id`, `webhook-timestamp` and `webhook-signature`.") from None
    if abs(age) > TOLERANCE_SECONDS:
        raise WebhookInvalid("The event was signed more than five minutes ago.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("The secret is empty: any caller could sign with it.")
    signed = b".".join([event_id.encode(), sent_at.encode(), payload])
    expected = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    # There are two signatures while a secret is rotated.
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures.split(" ")):
        raise WebhookInvalid("The signature is not that of the service.")
    event: dict[str, Any] = json.loads(payload)
    return event
