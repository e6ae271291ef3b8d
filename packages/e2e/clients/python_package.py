"""Calls the service with the package `toolpress`; prints what came back."""

import asyncio
import base64
import hmac
import json
import os
import time

from toolpress import AsyncToolpress, Toolpress, ToolpressError, WebhookInvalid, webhooks

base_url, token = os.environ["BASE_URL"], os.environ["API_TOKEN"]


def code_of(work) -> str:
    try:
        work()
    except ToolpressError as error:
        return error.code
    except WebhookInvalid:
        return "invalid"
    return "none"


with Toolpress(base_url, token) as client:
    http = client.http_request({"method": "POST", "url": os.environ["TARGET_URL"], "body": {"a": [1, None]}})
    html = client.html_to_pdf({"html": "<p>[[a]]</p>", "data": {"a": 1}})
    pdf = client.pdf({"html": "<p>Once</p>"}, idempotency_key="python-once")
    again = client.pdf({"html": "<p>Once</p>"}, idempotency_key="python-once")
    record = client.get_record(
        {
            "base_id": "appClients5",
            "table_id": "Orders",
            "record_id": "recSample",
            "_connections": {"tablebase": "main"},
        }
    )
    for name in ("a.b", "c"):
        client.put_variable(name, {"kind": "html", "content": name})
    names = [one["name"] for one in client.each(client.list_variables, limit=1)]
    upload = client.upload_rows('{"name": "Ada"}\n')
    wrong = code_of(lambda: client.get_variable("../usage?"))
    warned = client.pdf({"html": "<p>[[missing]]"}).warnings
    refused = 0
    for url in ("", "toolpress.example.com"):
        try:
            Toolpress(url)
        except ValueError:
            refused += 1
    for name in ("", ".", ".."):
        try:
            client.delete_variable(name)
        except ValueError:
            refused += 1

with Toolpress(os.environ["FLAKY_URL"], "a") as flaky:
    retried = flaky.html_to_pdf({"html": "a"})
    not_repeated = code_of(lambda: flaky.http_request({"method": "POST", "url": "https://example.com/"}))


async def in_parallel() -> list[int]:
    async with AsyncToolpress(base_url, token) as client:
        pdfs = await asyncio.gather(*(client.pdf({"html": f"<p>{n}"}) for n in range(3)))
        names = [one["name"] async for one in client.each(client.list_variables, limit=1)]
        return [*(pdf.page_count for pdf in pdfs), len(names)]


secret, body, sent_at = base64.b64encode(b"secret").decode(), b'{"type": "test"}', str(int(time.time()))
signature = base64.b64encode(hmac.digest(b"secret", b"evt_1." + sent_at.encode() + b"." + body, "sha256")).decode()
headers = {"Webhook-Id": "evt_1", "webhook-timestamp": sent_at, "webhook-signature": f"v1,wrong v1,{signature}"}
old = {**headers, "webhook-timestamp": str(int(sent_at) - 600)}

print(
    json.dumps(
        {
            "http": [http["status"], http["body"]],
            "html": [html["page_count"], html["pdf_base64"][:6]],
            "pdf": [pdf.content[:4].decode(), pdf.actions_consumed, again.actions_consumed, again.is_replayed],
            "warned": ["[[missing]]" in warning["message"] for warning in warned],
            "record": record["id"],
            "names": names,
            "upload": upload["rows"],
            "errors": [wrong, not_repeated],
            "refused": refused,
            "retried": retried["page_count"],
            "parallel": asyncio.run(in_parallel()),
            "webhook": [
                webhooks.verify(body, headers, f"whsec_{secret}")["type"],
                code_of(lambda: webhooks.verify(body + b" ", headers, secret)),
                code_of(lambda: webhooks.verify(body, old, secret)),
            ],
        }
    )
)
