"""Most public docstrings show what they describe by an example that runs."""

import ast
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
