"""Mutation testing: change a module in one place at a time, and see whether its tests notice.

`python -m benchmarks.mutation` changes all modules of `TESTS`, prints each change that no test
notices, and writes the table in docs/testing.md. Modules may be named: `core/files render/plane`.
A *mutant* is the module with one operator, number or returned value changed. It is *killed* if a
test fails or takes too long. It is *equivalent* if it does the same; `EQUIVALENT` says why.
"""

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import multiprocessing
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from types import ModuleType

import hypothesis
import numpy
import pytest

# What every test loads anyway, so that the processes forked from this one have it already.
LOADED = (numpy, hypothesis)
SOURCE = Path("src/puzzlery")
PAGE = Path("docs/testing.md")
HEADING = "| module | mutants | killed | equivalent | kill rate |"
# Seconds beyond five times what the tests usually take until a mutant counts as endless.
PATIENCE = 10.0
TESTS: dict[str, tuple[str, ...]] = {
    "core/files": ("tests/core/test_files.py",),
    "core/permutation": ("tests/core/test_permutation.py",),
    "errors": ("tests/test_errors.py",),
    "formats/json_text": ("tests/formats/test_json_text.py",),
    "formats/puzzles/cycles": ("tests/formats/test_cycles.py",),
    "formats/puzzles/derived": ("tests/formats/test_derived.py",),
    "formats/puzzles/move_names": ("tests/formats/test_move_names.py",),
    "formats/puzzles/toml_lines": ("tests/formats/test_toml_lines.py",),
    "packings/model/polyforms": ("tests/packings/model/test_shapes.py",),
    "solve/moves/canonical": ("tests/solve/moves/test_canonical.py",),
    "twisty/model/color": ("tests/twisty/model/test_color.py",),
}
# Mutants that do the same as the module, with the reason.
EQUIVALENT: dict[str, dict[str, str]] = {
    "core/files": {
        "_usual_mode: os.umask(0) -> os.umask(1)": "any mask serves, as it is set back",
    },
    "core/permutation": {
        f"Permutation.__pow__: {change}": "it only decides whether the order is taken off first"
        for change in (
            "-2 ** 62 < exponent < 2 ** 62 -> -2 ** 62 <= exponent < 2 ** 62",
            "-2 ** 62 < exponent < 2 ** 62 -> -2 ** 62 < exponent <= 2 ** 62",
            "-2 ** 62 -> 2 ** 62",
            "2 ** 62 -> 2 * 62",
            "2 ** 62 -> 2 * 62 (2)",
            "2 ** 62 -> 2 ** 63",
            "2 ** 62 -> 2 ** 63 (2)",
        )
    }
    | {"Permutation.parity: length - 1 -> length + 1": "two swaps more do not change the parity"},
    "formats/puzzles/toml_lines": {
        "_Scanner._match: return '' -> return None": "in valid TOML every pattern matches",
    },
    "solve/moves/canonical": {
        "automaton: [1] -> [2]": "equal weights decide alike whatever they are",
        "_merged.idle: 1 << 30 -> 2 << 30": "both are more than any two moves weigh",
        "_merged.idle: 1 << 30 -> 1 << 31": "both are more than any two moves weigh",
        "_explored: 1 << move -> 2 << move": "a move is not among those that commute with it",
        "_explored: len(rows) > MOST_STATES + len(merged) -> len(rows) >= MOST_STATES + len(merged)"
        "": "there are more rows than MOST_STATES either way",
    },
}
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd,
    ast.And: ast.Or, ast.Or: ast.And, ast.MatMult: ast.Mult,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed module: what was changed where, and the text that results."""

    change: str
    text: str


@dataclass(frozen=True, slots=True)
class Tally:
    """How many mutants of a module there are, and what became of them."""

    mutants: int
    killed: int
    equivalent: int

    @property
    def rate(self) -> float:
        """Of the mutants that differ from the module, the part that is killed."""
        return self.killed / max(1, self.mutants - self.equivalent)


def mutants(text: str) -> list[Mutant]:
    """All mutants of a module.

    >>> [mutant.change for mutant in mutants("def f(x):\\n    return x < 1")]
    ['f: return x < 1 -> return None', 'f: x < 1 -> x <= 1', 'f: x < 1 -> x < 2']
    """
    tree = ast.parse(text)
    found: dict[str, str] = {}
    for scope, whole, before, after in _changes(tree, "module", tree):
        shown = whole if isinstance(before, ast.Constant) else before
        was = ast.unparse(shown)
        _Replacement(before, after).visit(tree)
        became = ast.unparse(after if shown is before else shown)
        change = f"{scope}: {was} -> {became}".replace("\n", " ")
        same = sum(known.startswith(change) for known in found)
        found[f"{change} ({same + 1})" if same else change] = ast.unparse(tree)
        _Replacement(after, before).visit(tree)
    return [Mutant(change, changed) for change, changed in found.items()]


class _Replacement(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, before: ast.AST, after: ast.AST) -> None:
        self.before, self.after = before, after

    def visit(self, node: ast.AST) -> ast.AST:
        return self.after if node is self.before else self.generic_visit(node)


Change = tuple[str, ast.AST, ast.AST, ast.AST]


def _changes(node: ast.AST, scope: str, whole: ast.AST) -> Iterator[Change]:
    """Each change of a node or below: its function, the part around it, before and after."""
    for changed in _changed(node):
        yield scope, whole, node, changed
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        scope = node.name if scope == "module" else f"{scope}.{node.name}"
    for child in _behavior(node):
        yield from _changes(child, scope, node)


def _behavior(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that do something: no types, decorators, messages, checks of lengths."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict"):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params", "ctx"):
            continue
        yield from (part for part in _listed(field) if isinstance(part, ast.AST))


def _listed(field: object) -> list[object]:
    return field if isinstance(field, list) else [field]


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""
    match node:
        case ast.Compare(left, ops, comparators):
            for place, op in enumerate(ops):
                swapped = [*ops[:place], _swapped(op), *ops[place + 1 :]]
                yield ast.Compare(left, swapped, comparators)  # type: ignore[arg-type]
        case ast.BinOp(left, op, right):
            yield ast.BinOp(left, _swapped(op), right)  # type: ignore[arg-type]
        case ast.AugAssign(target, op, value):
            yield ast.AugAssign(target, _swapped(op), value)  # type: ignore[arg-type]
        case ast.BoolOp(op, values):
            yield ast.BoolOp(_swapped(op), values)  # type: ignore[arg-type]
        case ast.UnaryOp(ast.Not() | ast.USub() | ast.Invert(), operand):
            yield operand
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.Return(ast.expr() as value) if ast.unparse(value) != "None":
            yield ast.Return(ast.Constant(None))
        case ast.If(test, body, orelse) if _is_plain(test):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.IfExp(test, body, orelse) if _is_plain(test):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.comprehension(target, iterated, [test], is_async) if _is_plain(test):
            yield ast.comprehension(target, iterated, [ast.UnaryOp(ast.Not(), test)], is_async)


def _swapped(operator: ast.AST) -> ast.AST:
    return SWAPS[type(operator)]()


def _is_plain(test: ast.expr) -> bool:
    """Whether no operator inside a condition is changed anyway."""
    return not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp)


class _MutantFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads one module from a text instead of its file."""

    def __init__(self, name: str, path: Path, text: str) -> None:
        self.name, self.path, self.text = name, path, text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.text, str(self.path), "exec"), module.__dict__)


def _run_tests(module: str, text: str, tests: tuple[str, ...], folder: str) -> None:
    """Run the tests with this text as the module; in a process of its own, which it ends."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    tempfile.tempdir = folder
    name = f"puzzlery.{module.replace('/', '.')}"
    sys.meta_path.insert(0, _MutantFinder(name, SOURCE / f"{module}.py", text))
    # Plugins that these tests do not use take longer to load than the tests to run.
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    plugins = ["-p", "_hypothesis_pytestplugin", "-p", "no:cacheprovider"]
    options = ["-q", "-x", "--assert=plain", *plugins, "--hypothesis-profile=mutation"]
    code = pytest.main([*options, "--hypothesis-seed=0", *tests])
    os._exit(int(code))


def _passes(module: str, text: str, tests: tuple[str, ...], seconds: float | None) -> bool:
    """Whether the tests notice nothing."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = (module, text, tests, folder)
        process = multiprocessing.get_context("fork").Process(target=_run_tests, args=arguments)
        process.start()
        process.join(seconds)
        if process.is_alive():
            process.kill()
            process.join()
        return process.exitcode == 0


def tally(module: str) -> Tally:
    """Run the tests of a module on each of its mutants, and print those that survive."""
    tests, known = TESTS[module], EQUIVALENT.get(module, {})
    text = (SOURCE / f"{module}.py").read_text("utf-8")
    start = perf_counter()
    if not _passes(module, text, tests, None):
        raise SystemExit(f"the tests of {module} fail without any change: {' '.join(tests)}")
    limit = PATIENCE + 5 * (perf_counter() - start)
    made = mutants(text)
    if unknown := set(known) - {mutant.change for mutant in made}:
        raise SystemExit(f"{module} has no such mutant: {unknown}")
    killed = 0
    for mutant in made:
        if mutant.change in known:
            continue
        if _passes(module, mutant.text, tests, limit):
            print(f"  survives: {mutant.change}", flush=True)
        else:
            killed += 1
    return Tally(len(made), killed, sum(mutant.change in known for mutant in made))


def main(wanted: Iterable[str]) -> None:
    """Tally the modules that are named, or all, and put their rows into the page."""
    phases = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    slow = [hypothesis.HealthCheck.too_slow]
    hypothesis.settings.register_profile(
        "mutation", deadline=None, database=None, phases=phases, suppress_health_check=slow
    )
    for module in list(wanted) or list(TESTS):
        found = tally(module)
        print(_row(module, found), flush=True)
        PAGE.write_text(_with_row(PAGE.read_text("utf-8"), _row(module, found)), "utf-8")


def _row(module: str, found: Tally) -> str:
    numbers = f"{found.mutants} | {found.killed} | {found.equivalent} | {100 * found.rate:.0f} %"
    return f"| `{module}` | {numbers} |"


def _with_row(page: str, row: str) -> str:
    """The page with one row of its table written anew; rows are sorted by module."""
    before, after = page.split(HEADING)
    rule, *lines = after.strip("\n").split("\n")
    count = next((k for k, line in enumerate(lines) if not line.startswith("|")), len(lines))
    rows = {line.split("|")[1]: line for line in [*lines[:count], row]}
    return before + "\n".join([HEADING, rule, *sorted(rows.values()), *lines[count:]]) + "\n"


if __name__ == "__main__":
    main(sys.argv[1:])
