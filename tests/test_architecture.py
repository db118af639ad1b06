"""The house keeps its rules: every room stands on the map, and names tell modules apart."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "puzzlery"
KERNELS = ROOT / "cpp"
MAP = (ROOT / "docs" / "architecture.md").read_text()
MOST_FILES = 25
# Verbs of the command line are called like what they ask for.
MOST_NAMES_TWICE = 10


def rooms(top: Path, pattern: str) -> list[Path]:
    """The folders below and including one that hold sources."""
    folders = [top, *(path for path in top.rglob("*") if path.is_dir())]
    return [path for path in folders if any(path.glob(pattern))]


def named(room: Path) -> str:
    """A room as the map writes it."""
    return room.relative_to(ROOT).as_posix()


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("room", [*rooms(SOURCE, "*.py"), *rooms(KERNELS, "*.?pp")], ids=named)
def test_every_room_stands_on_the_map(room):
    assert f"`{named(room)}`" in MAP


@pytest.mark.parametrize("room", rooms(SOURCE, "*.py"), ids=named)
def test_every_room_says_what_belongs_there(room):
    tree = ast.parse((room / "__init__.py").read_text())
    assert ast.get_docstring(tree), room


def test_every_room_of_kernels_is_run_under_sanitizers():
    """The tests of a room lie in a folder of the same name as its Python side."""
    rows = re.findall(r"^\| `src/puzzlery/?([\w/]*)` \|[^|]*\| (`cpp/.*) \|$", MAP, re.MULTILINE)
    kernels = {kernel for _, kernels in rows for kernel in re.findall(r"`(cpp/[\w/]+)`", kernels)}
    assert kernels == {named(room) for room in rooms(KERNELS, "*.?pp")}
    lines = (ROOT / ".ci" / "kernel-tests").read_text().splitlines()
    run = [line for line in lines if not line.startswith("--")]
    assert all((ROOT / line).exists() for line in run)
    missing = {
        room for room, _ in rows if not any(f"{one}/".startswith(f"tests/{room}/") for one in run)
    }
    assert missing - {""} == set()


def test_no_room_is_crowded():
    """Counted in folders of sources, tests and pages."""
    sources = [
        path
        for top in (SOURCE, KERNELS, ROOT / "tests", ROOT / "frontend", ROOT / "benchmarks")
        for pattern in ("*.py", "*.?pp", "*.ts", "*.tsx")
        for path in top.rglob(pattern)
        if "node_modules" not in path.parts
    ]
    rooms = Counter(named(path.parent) for path in sources)
    assert {room: files for room, files in rooms.items() if files > MOST_FILES} == {}


def test_files_named_on_the_map_exist():
    named = re.findall(r"`((?:src/puzzlery|cpp|frontend|tests|docs|benchmarks)/[\w./-]+)`", MAP)
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_few_modules_share_a_name():
    names = Counter(path.name for path in modules() if path.name != "__init__.py")
    twice = [name for name, count in names.items() if count > 1]
    assert len(twice) <= MOST_NAMES_TWICE, twice


def test_no_two_classes_share_a_name():
    names = Counter(
        node.name
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_no_module_imports_itself_through_others():
    """No cycle of imports, those inside functions included; annotations do not count."""
    names = {_name(path) for path in modules()}
    graph = {_name(path): set(_imported(path)) & names for path in modules()}
    # The package itself only says where its public names live.
    graph["puzzlery"] = set()
    while free := [name for name, needs in graph.items() if not needs & graph.keys()]:
        for name in free:
            del graph[name]
    on_cycles = {name for name in graph if name in _reached(graph, name)}
    assert on_cycles == set()


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """All modules that a module imports, at once or through others."""
    seen: set[str] = set()
    queue = [start]
    while queue:
        for name in graph.get(queue.pop(), set()) - seen:
            seen.add(name)
            queue.append(name)
    return seen


def _name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(path: Path) -> list[str]:
    names: list[str] = []
    for node in _running(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            own = [f"{node.module}.{alias.name}" for alias in node.names]
            names += own if all(_is_module(name) for name in own) else [node.module, *own]
    return names


def _is_module(name: str) -> bool:
    path = SOURCE.parent.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def _running(tree: ast.AST) -> list[ast.AST]:
    """All nodes but those under `if TYPE_CHECKING`."""
    found: list[ast.AST] = []
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        found += [node, *_running(node)]
    return found
