"""`make run` starts the app and opens it."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from tests.web.server import Server

ROOT = Path(__file__).parents[2]


def test_the_page_is_opened_in_the_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    server = Server(tmp_path, "--open")
    deadline = time.monotonic() + 20
    while not opened.is_file() and time.monotonic() < deadline:
        time.sleep(0.1)
    server.stop()
    assert opened.read_text().strip() == server.address


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_run_starts_the_server() -> None:
    shown = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", "run"], cwd=ROOT, capture_output=True,
        text=True, check=True, env={**os.environ, "MAKEFLAGS": ""},
    )  # fmt: skip
    assert shown.stdout.splitlines()[-1] == ".venv/bin/puzzlery serve"
