"""Most public docstrings show what they describe by an example that runs."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "puzzlery"
LEAST_SHARE = 0.6


def public(body: list[ast.stmt]) -> Iterator[str]:
    """The docstrings of public classes, functions and methods."""
    for node in body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name.startswith("_"):
                continue
            if text := ast.get_docstring(node):
                yield text
            if isinstance(node, ast.ClassDef):
                yield from public(node.body)


def test_most_public_docstrings_have_an_example():
    texts = [
        text
        for path in SOURCE.rglob("*.py")
        for text in public(ast.parse(path.read_text(encoding="utf-8")).body)
    ]
    shown = sum(">>>" in text for text in texts)
    assert shown >= LEAST_SHARE * len(texts), f"{shown} of {len(texts)}"


def test_examples_leave_no_temporary_files_behind(tmp_path: Path):
    examples = [SOURCE / "tables" / name for name in ("lock.py", "table_file.py")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *map(str, examples)]
    run = subprocess.run(
        command, cwd=SOURCE.parent.parent, env={**os.environ, "TMPDIR": str(tmp_path)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout
    assert list(tmp_path.iterdir()) == []
