"""Compression of what the API answers, for those who can read it."""

from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

# Smaller answers fit into one packet anyway. Higher levels take much longer for a few percent.
SMALLEST = 1024
LEVEL = 5


def accepted_encodings(header: str) -> Iterable[str]:
    """The encodings that a browser takes; a weight of 0 says that it does not.

    >>> list(accepted_encodings("gzip, br;q=0.9, zstd;q=0"))
    ['gzip', 'br']
    """
    for part in header.split(","):
        name, _, weight = part.partition(";")
        if name.strip() and weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            yield name.strip().lower()


class ApiCompression:
    """Compresses answers of the API; the files of the pages were compressed when they were built.

    >>> ApiCompression(lambda *message: None).compressing.minimum_size
    1024
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.compressing = GZipMiddleware(app, minimum_size=SMALLEST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = scope["type"] == "http" and scope["path"].startswith("/api/")
        taken = asked and "gzip" in accepted_encodings(
            Headers(scope=scope).get("accept-encoding", "")
        )
        await (self.compressing if taken else self.app)(scope, receive, send)
