"""A real JupyterLab in a process of its own, and a notebook in it as a person sees it."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

TOKEN = "only-for-tests"
PATIENCE = 60.0
NEWS = "@jupyterlab/apputils-extension:announcements"
SETTINGS = (
    "--no-browser",
    "--allow-root",
    "--ServerApp.ip=127.0.0.1",
    "--ServerApp.port_retries=0",
    "--ServerApp.log_level=ERROR",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    f"--IdentityProvider.token={TOKEN}",
)


@contextmanager
def lab(folder: Path) -> Iterator[str]:
    """The address of a JupyterLab that shows the notebooks of a folder."""
    port = _free_port()
    own = _own_settings(folder / ".own")
    command = [sys.executable, "-m", "jupyterlab", *SETTINGS, f"--ServerApp.port={port}"]
    process = subprocess.Popen(
        [*command, f"--ServerApp.root_dir={folder}"],
        env={**os.environ, **own},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        _wait_for(address, process)
        yield address
    finally:
        process.terminate()
        process.wait(30)


def _own_settings(folder: Path) -> dict[str, str]:
    """Variables by which Lab keeps everything in a folder; it is not to ask about news there."""
    (folder / "labconfig").mkdir(parents=True)
    page = {"disabledExtensions": {NEWS: True}}
    (folder / "labconfig" / "page_config.json").write_text(json.dumps(page))
    names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR",
             "JUPYTERLAB_SETTINGS_DIR", "JUPYTERLAB_WORKSPACES_DIR")  # fmt: skip
    return {name: str(folder) for name in names}


def _free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port: int = place.getsockname()[1]
        return port


def _wait_for(address: str, process: "subprocess.Popen[bytes]") -> None:
    plain = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            plain.open(f"{address}/api/status?token={TOKEN}", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise AssertionError("JupyterLab did not start")


def write_notebook(path: Path, cells: Sequence[str]) -> None:
    """A notebook with these cells of code."""
    made = [
        {"cell_type": "code", "id": f"cell{k}", "metadata": {}, "source": source,
         "execution_count": None, "outputs": []}
        for k, source in enumerate(cells)
    ]  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": kernel}}
    path.write_text(json.dumps({**content, "cells": made}))


class Notebook:
    """An open notebook: run its cells, and read what they print."""

    def __init__(self, page: Any, address: str, name: str) -> None:
        self.page = page
        page.goto(f"{address}/lab/tree/{name}?token={TOKEN}&reset")
        # What is run before the kernel has answered is lost.
        page.get_by_text("(ipykernel) | Idle").wait_for(timeout=1000 * PATIENCE)

    def cell(self, number: int) -> Any:
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(number)

    def run(self, number: int) -> str:
        """Run a cell as Shift-Enter does, and give what it prints."""
        cell = self.cell(number)
        cell.locator(".cm-content").click()
        self.page.keyboard.press("Shift+Enter")
        done = cell.locator(".jp-InputPrompt", has_text="[").filter(has_not_text="*")
        done.filter(has_not_text="[ ]").wait_for(timeout=1000 * PATIENCE)
        return "\n".join(cell.locator(".jp-OutputArea-output pre").all_inner_texts()).strip()
