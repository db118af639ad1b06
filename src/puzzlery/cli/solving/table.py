"""`puzzlery table`: the tables on the disk — what there is, more of it, whether it is whole."""

from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.core.progress import Reporter
    from puzzlery.solve.coordinates.pruning_table import Bits, Distances
    from puzzlery.tables.store import Store, StoreEntry
    from puzzlery.twisty.model.puzzle import Puzzle

app = typer.Typer(
    name="table",
    help="Tables on the disk: list, build, check, remove; what they can be of.",
    no_args_is_help=True,
)

Names = Annotated[
    list[str] | None,
    Argument(metavar="[NAME]…", help="Files or names as `table list` shows them."),
]


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the tables, finished or begun, and how large they are."""
    store = _store()
    entries = store.list()
    data = {
        "folder": str(store.folder),
        "bytes": sum(entry.size for entry in entries),
        "tables": [_as_data(entry) for entry in entries],
    }
    answer(as_json, data, lambda console: _print(console, data))


@app.command()
def build(
    puzzle: PuzzleName,
    coordinate: Annotated[
        str,
        Argument(
            metavar="[COORDINATE]",
            help="Such as eo-fb, co-ud*slice-ud, pieces:DF+DR; all states if left out.",
        ),
    ] = "",
    bits: Annotated[int, Option(help="8, 4 or 2 bits a value.")] = 8,
    metric: Annotated[str | None, Option(help="What counts as one move.")] = None,
    threads: Annotated[int, Option(min=1, max=256)] = 2,
    as_json: AsJson = False,
) -> None:
    """Build a table now: the distances of a coordinate's values, or of all states.

    The next call resumes what was interrupted.
    """
    from puzzlery.core.progress import bar

    if bits not in (8, 4, 2):
        raise typer.BadParameter(f"{bits}; expected 8, 4 or 2", param_hint="--bits")
    chosen = load_puzzle(puzzle)
    with bar(f"{chosen.name} {coordinate or 'states'}") as progress:
        table = _built(chosen, coordinate, bits, metric, threads, progress)
    data = {
        "puzzle": chosen.name,
        "coordinate": coordinate,
        "states": sum(table.counts),
        "deepest": table.deepest,
        "counts": table.counts,
        "bytes": int(table.data.nbytes),
    }
    size = _size(table.data.nbytes)
    words = f"{sum(table.counts):,} states, at most {table.deepest} moves, {size}"
    answer(as_json, data, lambda console: _print_counts(console, words, table.counts))


@app.command()
def coordinates(puzzle: PuzzleName, as_json: AsJson = False) -> None:
    """List the coordinates of a puzzle that have a name, and how many values they have.

    A*B is two of them together, pieces:DF+DR where some pieces are and how they sit.
    """
    from puzzlery.solve.coordinates.named_coordinates import named_coordinate, names_of

    chosen = load_puzzle(puzzle)
    sizes = {name: named_coordinate(chosen, name).size for name in names_of(chosen)}
    answer(as_json, {"coordinates": sizes}, lambda console: _print_sizes(console, sizes))


def _print_counts(console: "Console", words: str, counts: list[int]) -> None:
    console.print(words)
    for distance, count in enumerate(counts):
        console.print(f"{distance:>4}: {count:,}")


def _print_sizes(console: "Console", sizes: dict[str, int]) -> None:
    for name, size in sizes.items():
        console.print(f"{name:<16} {size:>15,}")


def _built(
    puzzle: "Puzzle", coordinate: str, bits: int, metric: str | None, threads: int,
    progress: "Reporter",
) -> "Distances":  # fmt: skip
    if not coordinate:
        from puzzlery.solve.exhaustive.full_table import full_table

        return full_table(puzzle, metric, threads=threads, progress=progress).distances
    from puzzlery.solve.coordinates.named_coordinates import named_coordinate
    from puzzlery.solve.coordinates.pruning_table import pruning_table
    from puzzlery.solve.moves.move_set import MoveSet

    found = named_coordinate(puzzle, coordinate, MoveSet.of(puzzle, metric))
    return pruning_table(found, bits=cast("Bits", bits), threads=threads, progress=progress)


@app.command()
def check(names: Names = None, as_json: AsJson = False) -> None:
    """Read every byte of the tables and compare it with its checksum."""
    store = _store()
    data = [
        {**_as_data(entry), "reason": store.check(entry.path) or ""}
        for entry in _chosen(store, names)
    ]
    damaged = [one for one in data if one["reason"]]
    for one in damaged:
        one["condition"] = "damaged"
    answer(as_json, {"tables": data}, lambda console: _print_check(console, data))
    if damaged:
        raise typer.Exit(1)


@app.command()
def remove(
    names: Names = None,
    everything: Annotated[bool, Option("--all", help="Remove all tables.")] = False,
    as_json: AsJson = False,
) -> None:
    """Take tables off the disk; they are built again when they are needed."""
    if not names and not everything:
        raise typer.BadParameter("which tables? Give names, or --all", param_hint="NAME")
    store = _store()
    chosen = _chosen(store, None if everything else names)
    freed = sum(store.remove(entry.path) for entry in chosen)
    data = {"removed": [entry.path.name for entry in chosen], "bytes": freed}
    words = f"tables removed: {len(chosen)}, freed: {_size(freed)}"
    answer(as_json, data, lambda console: console.print(words))


def _store() -> "Store":
    from puzzlery.tables.store import Store

    return Store.usual()


def _chosen(store: "Store", names: list[str] | None) -> "list[StoreEntry]":
    """The entries that the names mean: a file's name, a table's name, or a puzzle's."""
    from puzzlery.errors import UnknownName

    entries = store.list()
    if not names:
        return entries
    chosen = []
    for name in names:
        found = [entry for entry in entries if name in _names(entry)]
        if not found:
            known = sorted({word for entry in entries for word in _names(entry)})
            raise UnknownName.near(f'the store has no table "{name}"', name, known)
        chosen += [entry for entry in found if entry not in chosen]
    return chosen


def _names(entry: "StoreEntry") -> set[str]:
    names = {entry.path.name, entry.path.stem}
    return names | {entry.key.name, entry.key.title} - {""} if entry.key else names


def _as_data(entry: "StoreEntry") -> dict[str, Any]:
    key = entry.key
    return {
        "file": entry.path.name,
        "name": key.name if key else "",
        "puzzle": key.title if key else "",
        "parameters": dict(key.parameters) if key else {},
        "version": key.version if key else 0,
        "bytes": entry.size,
        "condition": entry.condition,
        "reason": entry.reason,
    }


def _print(console: "Console", data: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table("puzzle", "table", "details", "size", "condition", box=None)
    for one in data["tables"]:
        details = " ".join(f"{name}={value}" for name, value in one["parameters"].items())
        name = _cut(one["name"] or one["file"])
        table.add_row(one["puzzle"], name, _cut(details), _size(one["bytes"]), one["condition"])
    if data["tables"]:
        console.print(table)
    console.print(f"tables: {len(data['tables'])}, {_size(data['bytes'])}, in {data['folder']}")


def _print_check(console: "Console", data: list[dict[str, Any]]) -> None:
    for one in data:
        reason = one["reason"]
        verdict = f"[red]damaged[/]: {reason}" if reason else f"[green]{one['condition']}[/]"
        console.print(f"{one['file']} {verdict}")
    console.print(f"tables checked: {len(data)}")


def _cut(text: str, most: int = 36) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _size(count: float) -> str:
    for unit in ("bytes", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"
