"""The built pages: files that were compressed when they were built, with headers for caches."""

from os import PathLike, stat_result
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles

from puzzlery.web.compression import accepted_encodings

# Smallest first; the build writes `name.br` and `name.gz` beside each text of some size.
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
# The name of a file in this folder holds a hash of its content, so that it never changes.
HASHED = "assets"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"


class PageFiles(StaticFiles):
    """A folder of built pages; a browser gets the smallest form of a file that it can read."""

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,
        scope: Any,
        status_code: int = 200,
    ) -> Response:
        """The file, or its compressed form if there is one and the browser takes it."""
        path = Path(full_path)
        encoding, packed = _packed(path, Headers(scope=scope).get("accept-encoding", ""))
        response = super().file_response(
            packed, packed.stat() if encoding else stat_result, scope, status_code
        )
        if encoding:
            response.headers["content-encoding"] = encoding
            if "content-type" in response.headers:
                response.headers["content-type"] = _media_type(path)
        response.headers["vary"] = "Accept-Encoding"
        hashed = path.parent.name == HASHED
        response.headers["cache-control"] = FOR_EVER if hashed else ASK_AGAIN
        return response


def _packed(path: Path, accepted: str) -> tuple[str, Path]:
    """The encoding and the file to send; an empty encoding for the file itself."""
    taken = set(accepted_encodings(accepted))
    for encoding, ending in ENCODINGS:
        packed = path.with_name(path.name + ending)
        if encoding in taken and packed.is_file():
            return encoding, packed
    return "", path


# Browsers run no script of another type; a system's own table may name another.
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
}


def _media_type(path: Path) -> str:
    return _TYPES.get(path.suffix, "application/octet-stream")
