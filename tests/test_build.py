"""The package builds where there is no compiler, no CMake, no Ninja and no Node."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# What a machine with nothing but Python still has: a shell and its small tools.
SMALL_TOOLS = ("sh", "env", "uname", "ls", "cat", "rm", "mkdir", "cp", "mv", "touch", "sed", "grep")
CHECK = (
    "import sys; sys.path.insert(0, sys.argv[1])\n"
    "from puzzlery.core.permutation import Permutation\n"
    "print(Permutation([1, 2, 0]).order)\n"
)


def bare_path(folder: Path) -> str:
    """A PATH on which only the small tools can be found."""
    folder.mkdir()
    for tool in SMALL_TOOLS:
        found = shutil.which(tool)
        if found:
            (folder / tool).symlink_to(found)
    return str(folder)


@pytest.mark.slow
def test_a_bare_machine_builds_the_kernels_and_the_pages(tmp_path):
    source = tmp_path / "source"
    shutil.copytree(
        ROOT,
        source,
        ignore=shutil.ignore_patterns(
            ".venv", "build", ".git", ".*_cache", "node_modules", "static"
        ),
    )
    environment = {key: value for key, value in os.environ.items() if key not in ("CC", "CXX")}
    environment["PATH"] = bare_path(tmp_path / "bin")
    assert shutil.which("c++", path=environment["PATH"]) is None
    assert shutil.which("cmake", path=environment["PATH"]) is None
    target = tmp_path / "installed"
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--target", str(target)]
    subprocess.run([*install, str(source)], env=environment, check=True)
    check = [sys.executable, "-c", CHECK, str(target)]
    out = subprocess.run(check, env=environment, capture_output=True, text=True, check=True)
    assert out.stdout == "3\n"
    assert (target / "puzzlery" / "web" / "static" / "index.html").is_file()
