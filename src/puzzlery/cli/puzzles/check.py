"""`puzzlery check`: whether moves lead to what one sees."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer import Argument, Option

from puzzlery.cli.common import AsJson, PuzzleName, answer, load_puzzle
from puzzlery.cli.state_argument import edited, state_argument, states_in

if TYPE_CHECKING:
    from rich.console import Console

    from puzzlery.twisty.model.puzzle import Puzzle
    from puzzlery.twisty.validate import Verdict

EXIT_UNREACHABLE = 1
EXIT_FAULTY = 2
EXIT_UNDECIDED = 3
WORST_FIRST = (EXIT_FAULTY, EXIT_UNDECIDED, EXIT_UNREACHABLE)
SAID = {
    "reachable": "reachable",
    "impossible": "not reachable",
    "possible": "possible, but not certain",
    "undecided": "undecided",
}
STYLES = {
    "reachable": "bold green",
    "impossible": "bold red",
    "possible": "bold yellow",
    "undecided": "bold yellow",
}
# More places than this do not help a reader.
MAX_LISTED_STICKERS = 12


def check(
    puzzle: PuzzleName,
    state: Annotated[
        str,
        Argument(
            metavar="[STATE]",
            help="Facelets of a cube, a file with a state, a coloring or a net, or an alg; "
            "without it, the solved puzzle.",
        ),
    ] = "",
    edits: Annotated[
        list[str] | None,
        Option(
            "--set",
            metavar="STICKER=COLOR",
            help='Give a sticker another color: "12=red", "front, top left=r".',
        ),
    ] = None,
    batch: Annotated[
        Path | None,
        Option(metavar="FILE", help="Check many states: one a line, or nets one after the other."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Tell whether moves lead to a state, or everything that is wrong with it.

    Stickers that you cannot see are ? in facelets and nets; then it tells what is certain.

    The exit code is 0 if they do, 1 if not, 2 for faulty input, 3 if it would take too long or
    if open stickers decide.
    """
    chosen = load_puzzle(puzzle)
    if batch is not None and (state or edits):
        raise typer.BadParameter(
            "--batch takes the states from its file; leave out STATE and --set"
        )
    if batch is None:
        verdict = chosen.validate(edited(chosen, state, edits or ()))
        answer(as_json, verdict.as_dict(), lambda console: _show(console, verdict))
        raise typer.Exit(exit_code(verdict))
    codes = {
        _check_line(chosen, number, line, as_json) for number, line in states_in(chosen, batch)
    }
    raise typer.Exit(next((code for code in WORST_FIRST if code in codes), 0))


def _check_line(puzzle: "Puzzle", number: int, line: str, as_json: bool) -> int:
    """Check one line of many; an error is printed, and the next line follows."""
    from puzzlery.errors import PuzzleryError

    data: dict[str, Any]
    try:
        verdict = puzzle.validate(state_argument(line))
        code, data, short = exit_code(verdict), verdict.as_dict(), _in_short(verdict)
    except PuzzleryError as fault:
        first, *_ = str(fault).splitlines()
        code, short = EXIT_FAULTY, f"cannot be read: {first}"
        data = {"error": {"kind": fault.kind, "message": str(fault)}}
    answer(as_json, {"line": number, **data}, lambda _: typer.echo(f"{number}: {short}"))
    return code


def exit_code(verdict: "Verdict") -> int:
    """The exit code of a verdict: 0 reachable, 1 not reachable, 3 undecided or only possible.

    >>> import puzzlery
    >>> cube = puzzlery.puzzle("2x2x2")
    >>> exit_code(cube.validate("R U")), exit_code(cube.validate(["white"] * 24))
    (0, 1)
    """
    if verdict.reachable:
        return 0
    return EXIT_UNREACHABLE if verdict.decided else EXIT_UNDECIDED


def _in_short(verdict: "Verdict") -> str:
    if verdict.reachable:
        return "reachable"
    said = SAID[verdict.answer]
    if verdict.answer == "possible":
        return said
    return f"{said}: {'; '.join(_told(verdict, reason.text) for reason in verdict.reasons)}"


def _told(verdict: "Verdict", text: str) -> str:
    """A text that names stickers as people see them; by number where the puzzle has no shape."""
    from puzzlery.render.sticker_words import in_words

    puzzle = verdict.coloring.puzzle
    return text if puzzle.skin is None else in_words(puzzle, text)


def _listed(verdict: "Verdict", stickers: tuple[int, ...]) -> str:
    """Where some stickers are."""
    from puzzlery.render.sticker_words import places_in_words

    puzzle = verdict.coloring.puzzle
    if puzzle.skin is None:
        return f"stickers {' '.join(map(str, stickers))}"
    return places_in_words(puzzle, stickers)


def _show(console: "Console", verdict: "Verdict") -> None:
    from puzzlery.twisty.model.partial_coloring import PartialColoring
    from puzzlery.twisty.validate import count_in_words

    console.print(SAID[verdict.answer], style=STYLES[verdict.answer])
    if isinstance(verdict.coloring, PartialColoring):
        _show_partial(console, verdict)
    elif verdict.reachable and verdict.explanations == 1:
        console.print("one element of the group shows this")
    elif verdict.reachable:
        console.print(f"{count_in_words(verdict.explanations)} elements of the group show this")
    if verdict.share is not None and 0 < verdict.share < 1:
        console.print(
            f"of all ways to put the pieces together that look like this, {verdict.share} can be "
            "reached",
            soft_wrap=True,
        )
    if verdict.random_chance is not None and verdict.random_chance < 1:
        console.print(
            f"put together at random, the puzzle can be solved in {verdict.random_chance} of all "
            "cases",
            soft_wrap=True,
        )
    if verdict.rotation is not None:
        console.print(f"in another orientation: after the rotation {verdict.rotation}")
    for reason in verdict.reasons:
        text = _told(verdict, reason.text) + _where(verdict, reason.stickers, reason.text)
        console.print(f"• {reason.kind}: {text}", markup=False, soft_wrap=True)
    if verdict.repair is not None:
        least = "the smallest" if verdict.repair.proven else "perhaps not the smallest"
        line = f"repair ({least}): {_told(verdict, verdict.repair.text)}"
        console.print(line, style="cyan", markup=False, soft_wrap=True)
    for stage in verdict.stages:
        mark = "✓" if stage.passed else "✗"
        console.print(f"  {mark} {stage.name}: {stage.text}", style="dim", soft_wrap=True)


def _show_partial(console: "Console", verdict: "Verdict") -> None:
    """What is certain although some stickers are open."""
    from puzzlery.twisty.validate import count_in_words

    count = verdict.completions
    if count is not None and count > 0:
        fit = "coloring fits" if count == 1 else "colorings fit"
        console.print(f"{count_in_words(count)} reachable {fit} what is seen")
    if verdict.state is not None and verdict.answer == "possible":
        example = " ".join(verdict.state.coloring)
        console.print(f"for example: {example}", markup=False, soft_wrap=True)
    if verdict.look_at:
        fewest = "the fewest that decide" if verdict.is_fewest else "perhaps fewer decide"
        count = len(verdict.look_at)
        console.print(f"look at {count} sticker{'s' * (count > 1)} ({fewest}):", soft_wrap=True)
        for line in _listed(verdict, verdict.look_at).split("; "):
            console.print(f"  {line}", markup=False, soft_wrap=True)


def _where(verdict: "Verdict", stickers: tuple[int, ...], text: str) -> str:
    """The stickers concerned, unless they are many or named already."""
    named = text.startswith("sticker") or "at sticker" in text
    if not stickers or len(stickers) > MAX_LISTED_STICKERS or named:
        return ""
    return f" [{_listed(verdict, stickers)}]"
