"""Calls every tool by a client of `openapi-python-client`; prints what came back."""

import json
import os

from toolpress_client import AuthenticatedClient
from toolpress_client.api.operations import download_file
from toolpress_client.api.tools import get_record, html_to_pdf, http_request, json_to_pdf
from toolpress_client.models import HttpRequest, PdfRequest, RecordRequest
from toolpress_client.types import UNSET

client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["API_TOKEN"])

http = http_request.sync(
    client=client,
    idempotency_key="python",
    body=HttpRequest.from_dict(
        {"method": "POST", "url": os.environ["TARGET_URL"], "headers": {"x-number": 7}, "body": {"a": [1, None]}}
    ),
)
html = html_to_pdf.sync(
    client=client,
    body=PdfRequest.from_dict(
        {"html": "<p>[[a]]</p>", "data": {"a": 1}, "page_size": {"width": "80mm", "height": "auto"}}
    ),
)
from_json = json_to_pdf.sync(
    client=client,
    body=PdfRequest.from_dict({"html": "<p>[[a.b]]</p>", "data": {"a": {"b": True}}, "return": "link"}),
)
record = get_record.sync(
    client=client,
    body=RecordRequest.from_dict(
        {
            "base_id": "appClients3",
            "table_id": "Orders",
            "record_id": "recSample",
            "_connections": {"tablebase": "main"},
        }
    ),
)
wrong = html_to_pdf.sync_detailed(client=client, body=PdfRequest(html=""))

link = from_json.data.download_url.rsplit("/", 1)[1].removesuffix(".pdf")
pdf = download_file.sync(client=client, id=link).payload.read()
assert pdf.startswith(b"%PDF-") and len(pdf) == from_json.data.size_bytes

print(
    json.dumps(
        {
            "http": [http.data.status, http.data.body],
            "html": [html.data.page_count, html.data.pdf_base64[:6]],
            "json": [from_json.data.page_count, from_json.data.pdf_base64 is UNSET],
            "record": [record.data.id, record.metadata.actions_consumed],
            "error": [wrong.status_code, wrong.parsed.success],
        }
    )
)
