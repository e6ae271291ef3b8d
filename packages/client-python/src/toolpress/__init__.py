"""Client of Toolpress: PDFs from HTML and JSON, HTTP requests, table records."""

from . import _operations as types
from ._client import AsyncToolpress, Pdf, Toolpress
from ._exchange import ToolpressError
from .webhooks import WebhookInvalid

__all__ = ["AsyncToolpress", "Pdf", "Toolpress", "ToolpressError", "WebhookInvalid", "types"]
