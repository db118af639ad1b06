"""`puzzlery phases`: the phases by which a machine solves a puzzle."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle
from puzzlery.cli.solving.solve import size

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.solve.phases.phase_chain import PhaseChain


def phases(
    puzzle: PuzzleName,
    memory: Annotated[
        str | None, typer.Option(metavar="SIZE", help="How much tables may take: 64M, 1G.")
    ] = None,
    cosets: Annotated[
        float | None, typer.Option(min=2, help="How many cosets a phase may have: 1e8, 3e9.")
    ] = None,
    timeout: Annotated[
        float | None, typer.Option(min=0, help="Stop after so many seconds.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Find phases that solve a puzzle: groups of moves, each smaller than the one before.

    `puzzlery solve --method phases` solves with them.
    """
    chosen = load_puzzle(puzzle)
    found = chosen.phases(
        size(memory) if memory else None, int(cosets) if cosets else None, timeout=timeout
    )
    data = _as_data(found)
    answer(as_json, data, lambda console: _print(console, found, data))


def _as_data(found: "PhaseChain") -> dict[str, Any]:
    from puzzlery.solve.phases.phase_tables import table_bytes

    return {
        "puzzle": found.puzzle.name,
        "expected": round(found.expected, 1),
        "has_rest": found.has_rest,
        "phases": [
            {
                "moves": str(phase.moves),
                "to": phase.aim,
                "cosets": phase.index,
                "symmetries": len(phase.symmetries),
                "table_bytes": used,
                "expected": round(phase.expected, 1),
            }
            for phase, used in zip(found.phases, table_bytes(found), strict=True)
        ],
    }


def _print(console: "Console", found: "PhaseChain", data: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for title in ("moves", "to", "cosets", "table bytes", "expected"):
        table.add_column(title, justify="left" if title in ("moves", "to") else "right")
    for row in data["phases"]:
        table.add_row(
            row["moves"], row["to"], f"{row['cosets']:,}", f"{row['table_bytes']:,}",
            f"{row['expected']}",
        )  # fmt: skip
    console.print(f"{found.puzzle.name}: {len(found.phases)} phases", style="bold cyan")
    console.print(table)
    rest = ", and then what the general solver needs for the rest" if found.has_rest else ""
    console.print(f"about {data['expected']} moves{rest}")
