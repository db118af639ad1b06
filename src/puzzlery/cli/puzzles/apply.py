"""`puzzlery apply`: what an alg does."""

from typing import TYPE_CHECKING, Any

import typer

from puzzlery.cli.common import AlgText, AsJson, PuzzleName, answer, load_puzzle

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.twisty.model.state import State


def apply(puzzle: PuzzleName, alg: AlgText, as_json: AsJson = False) -> None:
    """Show what an alg does to a solved puzzle."""
    chosen = load_puzzle(puzzle)
    state = chosen.apply(alg)
    data: dict[str, Any] = {
        "puzzle": chosen.name,
        "alg": str(chosen.alg(alg)),
        "permutation": list(state.permutation),
        "cycles": str(state.permutation),
        "order": state.permutation.order,
        "stickers_moved": len(state.permutation.support),
        "pieces_moved": _pieces_moved(state),
        "coloring": list(state.coloring),
        "solved": state.is_solved,
    }
    answer(as_json, data, lambda console: _picture(console, state, data))


def _pieces_moved(state: "State") -> int:
    moved = set(state.permutation.support.tolist())
    return sum(not moved.isdisjoint(piece) for piece in state.puzzle.pieces())


def _picture(console: "Console", state: "State", data: dict[str, Any]) -> None:
    from puzzlery.render import text

    console.print(text(state))
    verdict = "solved" if data["solved"] else "not solved"
    typer.echo(
        f"{data['pieces_moved']} pieces and {data['stickers_moved']} stickers moved; "
        f"{verdict}; repeated {data['order']} times it does nothing"
    )
