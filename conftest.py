"""What all tests and examples share: tables go to a folder of this run, not to the user's.

Processes of one run share that folder: the store locks a table while it is built, so each is
built once.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator

import pytest


def pytest_configure(config: pytest.Config) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ:
        return
    folder = tempfile.mkdtemp(prefix="puzzlery-tests-")
    os.environ["PUZZLERY_HOME"] = folder
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.fixture(autouse=True)
def _temporary_files_of_examples(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Remove the folders that an example makes by `tempfile` and leaves to its reader."""
    if not isinstance(request.node, pytest.DoctestItem):
        yield
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield
        monkeypatch.undo()
