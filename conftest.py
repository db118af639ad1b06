"""What all tests and examples share: tables go to a folder of this run, not to the user's."""

import os
import shutil
import tempfile

import pytest


def pytest_configure(config: pytest.Config) -> None:
    folder = tempfile.mkdtemp(prefix="puzzlery-tests-")
    os.environ["PUZZLERY_HOME"] = folder
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
