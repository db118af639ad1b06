"""The guard: whom the server answers, how much it reads, and what a page may load.

A page from elsewhere must not reach a server on this machine through the browser. So the name in
`Host` must be one of ours (or else a foreign name that was pointed here could read everything), an
`Origin` must be our own, and what changes something must be JSON, which a foreign form cannot send.
"""

import hmac
import json
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]

MOST_BYTES = 2 * 2**20
COOKIE = "puzzlery"
LOCAL_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
POLICY = "; ".join(
    (
        "default-src 'self'", "script-src 'self'", "style-src 'self'",
        "img-src 'self' data: blob:", "connect-src 'self'", "font-src 'self'",
        "worker-src 'self' blob:", "object-src 'none'", "base-uri 'none'", "form-action 'none'",
        "frame-ancestors 'none'",
    )
)  # fmt: skip
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Refusal(Exception):
    """A request that is not answered, and why.

    >>> Refusal(403, "requests from other sites are not answered").status
    403
    """

    def __init__(self, status: int, message: str) -> None:
        self.status, self.message = status, message
        super().__init__(message)


@dataclass(frozen=True)
class Guard:
    """Stands before the app. With a token, any name is good, but every request must bear it."""

    app: App
    token: str | None = None

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            self._check(scope)
        except Refusal as refusal:
            await _refuse(send, refusal)
            return
        await self.app(scope, _bounded(receive), self._with_headers(scope, send))

    def _check(self, scope: MutableMapping[str, Any]) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1")
                   for name, value in scope["headers"]}  # fmt: skip
        host = headers.get("host", "")
        if self.token is None and _name(host) not in LOCAL_NAMES:
            raise Refusal(421, f'this server does not answer to the name "{host}"')
        origin = headers.get("origin")
        if origin is not None and _address(origin) != host:
            raise Refusal(403, "requests from other sites are not answered")
        if headers.get("sec-fetch-site") == "cross-site" and scope["path"].startswith("/api"):
            raise Refusal(403, "requests from other sites are not answered")
        if scope["method"] in ("POST", "PUT", "PATCH"):
            _check_body(headers)
        if self.token is not None and not self._has_token(scope, headers):
            raise Refusal(401, "this server asks for its token: open the address that it printed")

    def _has_token(self, scope: MutableMapping[str, Any], headers: dict[str, str]) -> bool:
        assert self.token is not None
        given = [
            headers.get("authorization", "").removeprefix("Bearer "),
            *_cookies(headers.get("cookie", "")),
            _asked_token(scope),
        ]
        return any(hmac.compare_digest(word.encode(), self.token.encode()) for word in given)

    def _with_headers(self, scope: MutableMapping[str, Any], send: Send) -> Send:
        """The way back to the browser, on which every answer gets the safety headers."""
        cookie = self._cookie(scope)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS, *cookie]
            await send(message)

        return with_headers

    def _cookie(self, scope: MutableMapping[str, Any]) -> list[tuple[bytes, bytes]]:
        """Whoever comes with the token in the address need not carry it there again."""
        if self.token is None or not _asked_token(scope):
            return []
        value = f"{COOKIE}={self.token}; Path=/; HttpOnly; SameSite=Strict"
        return [(b"set-cookie", value.encode())]


def _asked_token(scope: MutableMapping[str, Any]) -> str:
    query: bytes = scope.get("query_string", b"")
    return parse_qs(query.decode("latin-1")).get("token", [""])[0]


def _name(host: str) -> str:
    """The name without its port.

    >>> _name("localhost:8000"), _name("[::1]:8000"), _name("::1"), _name("[")
    ('localhost', '::1', '', '')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _address(origin: str) -> str:
    """The name and port of an origin.

    >>> _address("http://localhost:8000"), _address("null"), _address("http://[")
    ('localhost:8000', '', '')
    """
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _cookies(header: str) -> list[str]:
    """What our cookie holds; other servers on this machine may have set others, of any form.

    >>> _cookies("a,b=1; puzzlery=secret; c")
    ['secret']
    """
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return [value for name, _, value in pairs if name == COOKIE]


def _check_body(headers: dict[str, str]) -> None:
    kind = headers.get("content-type", "").split(";")[0].strip()
    if kind != "application/json":
        raise Refusal(415, f'the body is "{kind}"; expected application/json')
    length = headers.get("content-length", "0")
    if len(length) > 9 or not length.isdecimal() or int(length) > MOST_BYTES:
        raise Refusal(413, f"the body has {length[:40]} bytes; expected at most {MOST_BYTES:,}")


def _bounded(receive: Receive) -> Receive:
    """The body, cut off where it grows too long in spite of what was announced."""
    total = 0

    async def bounded() -> Message:
        nonlocal total
        message = await receive()
        total += len(message.get("body", b""))
        return {"type": "http.disconnect"} if total > MOST_BYTES else message

    return bounded


async def _refuse(send: Send, refusal: Refusal) -> None:
    body = json.dumps(
        {"error": {"kind": "refused", "message": refusal.message, "position": None}}
    ).encode()
    headers = [(b"content-type", b"application/json"), *HEADERS]
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
