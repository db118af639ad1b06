"""A real server in a process of its own, for tests that talk to it over a real socket."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from puzzlery.tables.store import default_folder

HEADERS = {"content-type": "application/json"}


class Server:
    """A running `puzzlery serve` and a client that talks to it."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        _share_tables(folder)
        command = [sys.executable, "-m", "puzzlery", "serve", "--no-open", "--port", "0"]
        home = {**os.environ, "PUZZLERY_HOME": str(folder)}
        self.process = subprocess.Popen(
            [*command, *arguments], stdout=subprocess.PIPE, text=True, env=home
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"(http://\S+)", line)
        assert found, line
        self.address = found[1]
        self.client = httpx.Client(
            base_url=self.address.split("?")[0], headers=HEADERS, timeout=60, trust_env=False
        )

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self._gone()

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self.process.send_signal(signal.SIGINT)
        self._gone()

    def _gone(self) -> None:
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.client.close()


def _share_tables(folder: Path) -> None:
    """Let a server read and fill the tables of all tests: what it stores besides is its own."""
    link = folder / "tables"
    if "PUZZLERY_HOME" not in os.environ or link.exists():
        return
    shared = default_folder()
    shared.mkdir(parents=True, exist_ok=True)
    link.symlink_to(shared, target_is_directory=True)


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[Server]:
    """A server that ends with the block."""
    server = Server(folder, *arguments)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
