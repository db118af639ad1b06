"""`puzzlery find`: short algs that move just given pieces, or solve the cases of a set."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Option

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle

if TYPE_CHECKING:
    from puzzlery.solve.algs.alg_finder import FoundAlg
    from puzzlery.solve.algs.wishes import AlgWish
    from puzzlery.twisty.model.puzzle import Puzzle


class _Order(StrEnum):
    LENGTH = "length"
    HANDS = "hands"


def find(
    puzzle: PuzzleName,
    cycle: Annotated[
        str | None,
        Option(help='Pieces to be cycled, by their faces: "UFR URB ULF"; two are swapped.'),
    ] = None,
    turn: Annotated[
        str | None, Option(help='Pieces to be turned in place (flipped, twisted): "UF UB".')
    ] = None,
    alg: Annotated[str | None, Option(help="An alg whose effect is wanted.")] = None,
    of_set: Annotated[
        str | None, Option("--set", help="All cases of the last layer: PLL, OLL; on 3x3x3 ZBLL.")
    ] = None,
    case: Annotated[str | None, Option(help="One case of the set, by its name: T.")] = None,
    moves: Annotated[str | None, Option(help='Moves that may be used: "R U F".')] = None,
    ignore: Annotated[
        str | None, Option(help='What may change: pieces, or AUF for turns of U: "AUF UFR".')
    ] = None,
    up_to: Annotated[
        str | None,
        Option(help='Give algs once that are the same up to "rotation mirror inverse".'),
    ] = None,
    inverse: Annotated[bool, Option("--inverse", help="The inverse of what is named.")] = False,
    count: Annotated[int, Option(min=1, max=1000, help="How many algs.")] = 1,
    sort: Annotated[_Order, Option(help="Shortest or easiest for hands first.")] = _Order.LENGTH,
    seconds: Annotated[float, Option("--time", min=0, help="Seconds for each case.")] = 3.0,
    metric: Annotated[str | None, Option(help="What counts as one move: HTM, QTM …")] = None,
    as_json: AsJson = False,
) -> None:
    """Find short algs that move just these pieces and nothing else."""
    from puzzlery.core.progress import bar
    from puzzlery.solve.algs.alg_finder import find_algs
    from puzzlery.solve.algs.same_algs import kinds_of

    named = [option for option in (cycle, turn, alg, of_set) if option is not None]
    if len(named) != 1:
        raise typer.BadParameter(
            'give one of --cycle, --turn, --alg or --set, such as --cycle "UFR URB ULF"'
        )
    if case is not None and of_set is None:
        raise typer.BadParameter("--case needs --set")
    chosen = load_puzzle(puzzle)
    wishes = _cases(chosen, of_set, case) if of_set else [("", _wish(chosen, cycle, turn, alg))]
    rows = []
    for name, wish in wishes:
        wish = wish.ignoring((ignore or "").split())
        with bar(f"Looking on {chosen.name}", visible=not as_json) as progress:
            found = find_algs(
                wish.inverted() if inverse else wish,
                count=count,
                moves=moves.split() if moves else None,
                metric=metric,
                order=sort.value,
                up_to=kinds_of(up_to or ""),
                seconds=seconds,
                progress=progress,
            )
        rows.append((name, found))
        if not as_json:
            _tell(name, found)
    if as_json:
        data: Any = [{"case": name, "algs": [_data(one) for one in found]} for name, found in rows]
        if not of_set:
            data = _data(rows[0][1][0]) | {"algs": data[0]["algs"]}
        answer(True, data, lambda _: None)


def _wish(puzzle: "Puzzle", cycle: str | None, turn: str | None, alg: str | None) -> "AlgWish":
    from puzzlery.solve.algs.wishes import wish_for_alg, wish_for_cycle, wish_for_turned

    if alg is not None:
        return wish_for_alg(puzzle, alg)
    names = (cycle or turn or "").split()
    if len(names) < 2:
        raise typer.BadParameter("name at least two pieces")
    return wish_for_cycle(puzzle, names) if cycle else wish_for_turned(puzzle, names)


def _cases(puzzle: "Puzzle", of_set: str, case: str | None) -> list[tuple[str, "AlgWish"]]:
    from puzzlery.errors import UnknownName
    from puzzlery.solve.algs.case_sets import cases_of
    from puzzlery.solve.algs.layer_sets import layer_cases
    from puzzlery.solve.cube3.recognition import cube3

    listed = cases_of(of_set) if puzzle == cube3() else layer_cases(puzzle, of_set)
    cases = {one.name: one for one in listed}
    if case is None:
        return [(name, one.wish()) for name, one in cases.items()]
    if case not in cases:
        raise UnknownName.near(f'{of_set.upper()} has no case "{case}"', case, cases)
    return [(case, cases[case].wish())]


def _data(found: "FoundAlg") -> dict[str, Any]:
    return {
        "alg": str(found.alg),
        "length": found.length,
        "metric": found.metric,
        "optimal": found.optimal,
        "hands": found.hands,
        "effect": str(found.effect),
    }


def _tell(name: str, found: "list[FoundAlg]") -> None:
    if name:
        typer.echo(f"{name}:")
    for one in found:
        proof = ", proven shortest" if one.optimal else ""
        hands = "" if one.hands is None else f", {one.hands:.1f} for hands"
        typer.echo(f"{one.alg}\n{one.length} moves ({one.metric}{proof}{hands})")
