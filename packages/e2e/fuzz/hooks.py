"""What the OpenAPI document says of its values in words only: a request that is to be valid is made so."""

import os
import random
import re
from datetime import datetime, timezone

import schemathesis

# Not what hypothesis seeds anew for each operation.
CHANCE = random.SystemRandom()
TARGET = os.environ["TARGET_URL"]
WORDS = {
    "url": ["https://example.com/", "http://192.0.2.1:8080/", "http://[::1]/", f"{TARGET}/orders?a=1#b", TARGET],
    "_connections": [{"tablebase": "main"}, {"tablebase": "none"}],
    "locale": ["de-AT", "en", "zh-Hant-TW"],
    "time_zone": ["UTC", "Europe/Vienna"],
    "created_at": ["2026-01-31", "2026-01-31T09:30:00+01:00"],
    "margin": ["0", "1.5cm", {"top": "2PC", "left": None}],
    "blocked_hosts": [["*.example.com", "192.0.2.1"], ["api.example.com"]],
    "paginate": [{"by": "link"}, {"by": "cursor", "items": "data", "next": "next"}, {"by": "page", "max_pages": 2}],
    "allowed_hosts": [[], ["127.0.0.2", "example.com"]],
}
FRAMING = re.compile(
    r"(host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*|__proto__)$", re.I
)
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Z]{2})?$")
FILE = re.compile(r"(?!\s*([a-zA-Z][\w+.-]*:|[/\\]{2}))(?=.*\S)")


@schemathesis.hook
def before_call(context, case, kwargs):
    # Wrong tokens are counted by address: those of one check must not shut out the others.
    address = f"10.{CHANCE.randrange(256)}.{CHANCE.randrange(256)}.{CHANCE.randrange(1, 255)}"
    case.headers = {**(case.headers or {}), "X-Forwarded-For": address}
    if "Idempotency-Key" in case.headers and (case.path.startswith("/admin") or CHANCE.random() < 0.8):
        # Most keys are the same few, which other requests have: a conflict, or the answer of one whose account is closed since.
        case.headers["Idempotency-Key"] = case.headers["Idempotency-Key"][:200] + str(CHANCE.random())
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return
    query = case.query or {}
    if "cursor" in query:
        del query["cursor"]  # only the service itself makes one
    if "to" in query and str(query.get("from", "")) > str(query["to"]):
        del query["to"]
    if isinstance(case.body, dict):
        make_valid(case.body)
        if case.path == "/admin/accounts/{id}" and not any(value is not None for value in case.body.values()):
            case.body["suspended"] = False
        for part in ("http_request", "options"):
            make_valid(case.body.get(part))
        for request in (case.body, case.body.get("input"), case.body.get("options")):
            if isinstance(request, dict):
                make_valid(request.get("metadata"))
                without_folders(request)
        for request in (case.body if case.path.endswith("-to-pdf") else None, case.body.get("input")):
            with_text(request)
        if case.body.get("kind") == "css":
            for part in ("css", "files", "sample_data", "options"):
                case.body.pop(part, None)


def make_valid(body):
    if not isinstance(body, dict):
        return
    for name in WORDS.keys() & {name for name, value in body.items() if value is not None}:
        body[name] = CHANCE.choice(WORDS[name])
    if is_past(body.get("expires_at")):
        body["expires_at"] = "2099-12-31T23:59:59Z"
    if isinstance(body.get("table_id"), str):
        body["table_id"] = "".join(letter for letter in body["table_id"] if letter.isprintable()) or "Orders"
    if isinstance(body.get("expires_in"), (int, float)):
        body["expires_in"] = min(body["expires_in"], 604_800)
    if isinstance(body.get("page_size"), dict):
        body["page_size"] = {"width": "80mm", "height": CHANCE.choice(["auto", "200IN", "20.5cm"])}
    if isinstance(body.get("headers"), dict):
        once = {name.lower(): value for name, value in body["headers"].items()}
        body["headers"] = {name: value for name, value in once.items() if not FRAMING.match(name)}
    if isinstance(body.get("method"), str):
        one_body(body)
    if isinstance(body.get("family"), str):
        body["family"] = " ".join(re.sub(r"[^\w ]", "", body["family"]).split()) or "Brand Sans"
    if isinstance(body.get("translations"), dict):
        body["translations"] = keys_of(body["translations"], LANGUAGE)
    if isinstance(body.get("files"), dict):
        # Stored files would have to exist.
        body["files"] = {path: "" if isinstance(file, dict) and "file" in file else file for path, file in keys_of(body["files"], FILE).items()}


BODIES = ("body", "form", "text", "base64", "multipart")


def one_body(request):
    """Leaves one body of a request of the HTTP request tool, and what fits to it."""
    request.pop("file", None)
    given = [name for name in BODIES if request.get(name) is not None]
    kept = given[0] if given and request["method"] != "GET" else None
    for name in set(BODIES) - {kept}:
        request.pop(name, None)
    request.pop("content_type", None)
    if isinstance(request.get("headers"), dict):
        request["headers"] = {name: value for name, value in request["headers"].items() if name.lower() != "content-type"}
    for part in request.get("multipart") or []:
        part.pop("file", None)
        part.pop("base64", None)
        part["value"] = part.get("value") or ""
    if request["method"] in ("POST", "PATCH"):
        request.pop("retry", None)
    if request.get("paginate") is not None:
        request.pop("response", None)


def without_folders(request):
    if isinstance(request.get("filename"), str):
        request["filename"] = re.sub(r"[/\\]", "_", request["filename"])


def with_text(request):
    if isinstance(request, dict):
        request.pop("template", None)
        if request.get("html") is None:
            request["html"] = "<p>text"


def keys_of(members, pattern):
    return {name: value for name, value in members.items() if pattern.match(name)}


def is_past(text):
    try:
        return datetime.fromisoformat(text) < datetime.now(timezone.utc)
    except (TypeError, ValueError):
        return text is not None
