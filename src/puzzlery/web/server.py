"""The server: listen at an address, print it, run the app until it is stopped."""

import os
import secrets
import socket
import threading
import webbrowser
from contextlib import closing
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from puzzlery.core.files import data_folder
from puzzlery.errors import MissingExtra, PuzzleryError
from puzzlery.tables.lock import Lock, try_lock

# Seconds that a request may still take when the server is to end.
SHUTDOWN_SECONDS = 3

if TYPE_CHECKING:
    from puzzlery.web.jobs.job_queue import Limits


def serve(
    host: str,
    port: int,
    *,
    public: bool = False,
    token: str | None = None,
    library: Path | None = None,
    workers: int = 2,
    limits: "Limits | None" = None,
    open_page: bool = True,
) -> None:
    """Run the app; on any address but this machine's own only with a token."""
    try:
        import uvicorn

        from puzzlery.web.web_app import create_app
    except ImportError as missing:
        raise MissingExtra("the web app", "web") from missing
    if not is_local(host) and not public:
        raise PuzzleryError(
            f"{host} can be reached from other machines; add --public to let them in by a token"
        )
    if public and token is None:
        token = secrets.token_urlsafe(24)
    database = library or data_folder() / "library.sqlite"
    database.parent.mkdir(parents=True, exist_ok=True)
    with _locked(database), closing(_listen(host, port)) as place:
        address = _address(place, token if public else None)
        app = create_app(database, token=token if public else None, workers=workers, limits=limits)
        typer.echo(f"Puzzlery is at {address} (Ctrl-C ends it)")
        if open_page:
            threading.Timer(0.5, webbrowser.open, (address,)).start()
        config = uvicorn.Config(
            app, log_level="warning", timeout_graceful_shutdown=SHUTDOWN_SECONDS
        )
        uvicorn.Server(config).run(sockets=[place])


def _locked(library: Path) -> Lock:
    """A lock on the database file: two servers would both do its jobs."""
    held = try_lock(library.with_name(f"{library.name}.lock"))
    if held is None:
        raise PuzzleryError(
            f"another puzzlery serve uses {library}; end it, or name another file by --library"
        )
    return held


def is_local(host: str) -> bool:
    """Whether only this machine can reach the address.

    >>> is_local("127.0.0.1"), is_local("localhost"), is_local("::1"), is_local("0.0.0.0")
    (True, True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    place = socket.socket(family, socket.SOCK_STREAM)
    if os.name == "posix":  # on Windows this would let two servers share a port
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        place.bind((host, port))
        # From now on requests wait instead of being refused, however long the start takes.
        place.listen()
    except OSError as fault:
        place.close()
        raise PuzzleryError(f"cannot listen at {host}, port {port}: {fault.strerror}") from fault
    return place


def _address(place: socket.socket, token: str | None) -> str:
    host, port = place.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/" + (f"?token={token}" if token else "")
