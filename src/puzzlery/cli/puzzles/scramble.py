"""`puzzlery scramble`: random algs."""

from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle

if TYPE_CHECKING:
    from puzzlery.twisty.model.puzzle import Puzzle
    from puzzlery.twisty.notation.alg import Alg


def scramble(
    puzzle: PuzzleName,
    count: Annotated[int, Option(min=1, max=100_000, help="How many scrambles.")] = 1,
    seed: Annotated[int | None, Option(help="The same seed gives the same scrambles.")] = None,
    length: Annotated[
        int | None, Option(min=0, help="How many moves; the usual number if not given.")
    ] = None,
    moves: Annotated[
        bool, Option("--moves", help="Random moves, even where random states are had.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Print random scrambles.

    Small puzzles (2x2x2, pyraminx, skewb, …) are brought to a random state, every one as likely
    as any other, by as few moves as that takes. Others get random moves.
    """
    chosen = load_puzzle(puzzle)
    one = _by_moves if moves or length is not None else _by_state
    scrambles = [
        str(one(chosen, None if seed is None else seed + number, length)) for number in range(count)
    ]
    data = {"puzzle": chosen.name, "seed": seed, "scrambles": scrambles}
    answer(as_json, data, lambda _: typer.echo("\n".join(scrambles)))


def _by_moves(puzzle: "Puzzle", seed: int | None, length: int | None) -> "Alg":
    return puzzle.scramble(seed=seed, length=length)


def _by_state(puzzle: "Puzzle", seed: int | None, length: int | None) -> "Alg":
    from puzzlery.core.progress import bar
    from puzzlery.solve.exhaustive.random_state import random_state_scramble, suits

    if not suits(puzzle):
        return _by_moves(puzzle, seed, length)
    with bar(f"All states of {puzzle.name}") as progress:
        return random_state_scramble(puzzle, seed, progress=progress)
