"""`puzzlery demo`: a guided tour in the terminal."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from puzzlery.cli.common import console

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from puzzlery.twisty.model.puzzle import Puzzle

# A move takes 0.2 s: five pictures.
FRAMES = 5
FRAME_SECONDS = 0.04
SHOWN_PUZZLES = ("megaminx", "pyraminx", "skewb", "helicopter", "fto", "gear cube")
EXAMPLE_FILE = """name = "two small rings"
note = "Eight balls on two rings that cross twice."

[stickers]
colors = ["red", "red", "red", "red", "blue", "blue", "blue", "blue"]

[moves]
l = "(0 1 2 3 4)"
r = "(4 5 6 7 0)"
"""


def demo(
    pause: Annotated[
        bool, Option("--pause/--no-pause", help="Wait for Enter between the stations.")
    ] = True,
) -> None:
    """Take a guided tour in the terminal."""
    screen = console()
    stations: list[Callable[[Console], None]] = [
        _turning,
        _what_an_alg_does,
        _relatives,
        _a_new_one,
        _a_blocked_move,
        _written_down,
    ]
    for number, station in enumerate(stations, 1):
        screen.print()
        title, _, text = (station.__doc__ or "").partition("\n")
        screen.rule(f"[bold]{number} of {len(stations)} · {title.rstrip('.')}", align="left")
        screen.print(" ".join(text.split()))
        screen.print()
        station(screen)
        if pause and screen.is_interactive and number < len(stations):
            typer.prompt("Enter to go on, Ctrl-C to leave", default="", show_default=False)
    _what_next(screen)


def _turning(screen: "Console") -> None:
    """A cube turns.

    Any alg can be applied and seen. This one is [R, U], six times over: each time seven
    pieces move, and after the sixth the cube is solved again.
    """
    from puzzlery.twisty.catalog import puzzle

    cube = puzzle("3x3x3")
    _play(screen, cube, "([R, U])6")


def _what_an_alg_does(screen: "Console") -> None:
    """What an alg really does.

    A short commutator leaves almost everything in place: [R' D R, U] moves just three corners.
    On the left the state as one sees it, on the right as an unfolded net.
    """
    from puzzlery.render import text
    from puzzlery.twisty.catalog import puzzle

    state = puzzle("3x3x3").apply("[R' D R, U]")
    _tiles(screen, [("in space", text(state, view="3d", width=40)), ("unfolded", text(state))], 42)
    moved = state.permutation.support
    screen.print(f"{len(moved)} stickers move: {state.permutation}")


def _relatives(screen: "Console") -> None:
    """Its relatives.

    Cuts along faces, vertices and edges of the five platonic solids; gears, rings, dials. Over
    a hundred have names, and the cubes come in any size.
    """
    from puzzlery.render import text
    from puzzlery.twisty.catalog import puzzle

    states = [puzzle(name).apply(puzzle(name).scramble(seed=2)) for name in SHOWN_PUZZLES]
    tiles = [
        (name, text(state, view="3d", width=24))
        for name, state in zip(SHOWN_PUZZLES, states, strict=True)
    ]
    _tiles(screen, tiles)


def _a_new_one(screen: "Console") -> None:
    """One that has no name.

    "d f 0.5 v 0.9" is a dodecahedron, cut parallel to its faces and across its vertices.
    Nobody need have built it: its stickers, pieces, orbits and moves follow.
    """
    from puzzlery.render import text
    from puzzlery.twisty.catalog import puzzle

    new = puzzle("d f 0.5 v 0.9")
    screen.print(text(new.apply(new.scramble(seed=1, length=20)), view="3d", width=60))
    screen.print(
        f"{new.degree} stickers on {len(new.pieces())} pieces in {len(new.orbits())} orbits, "
        f"{len(new.grips)} axes, {len(new.turns)} moves, {len(new.symmetries())} symmetries"
    )


def _a_blocked_move(screen: "Console") -> None:
    """Some moves are blocked.

    Square-1 changes its shape, and its slice turns only where no corner is in the way.
    """
    from puzzlery.errors import IllegalMove
    from puzzlery.render import text
    from puzzlery.twisty.catalog import puzzle

    square = puzzle("square-1")
    state = square.apply("(1, 0) / (3, 0) / (-3, -3) /")
    screen.print(text(state, view="3d", width=44))
    for alg in ("(1, 0) / (3, 0) / (-3, -3) /", "(2, 0) /"):
        try:
            square.apply(alg)
            screen.print(f"{alg:<34} is possible", style="green")
        except IllegalMove as fault:
            screen.print(f"{alg:<34} is not: {fault}", style="red")


def _written_down(screen: "Console") -> None:
    """One of your own.

    A text file is enough, and is as good as a name everywhere.
    """
    from rich.syntax import Syntax

    from puzzlery.formats import loads

    screen.print(Syntax(EXAMPLE_FILE, "toml", background_color="default"))
    example = loads(EXAMPLE_FILE, format="toml")
    screen.print(f"{example!r}")
    screen.print(f"[l, r] does {example.apply('[l, r]').permutation}", markup=False)


def _what_next(screen: "Console") -> None:
    from rich.table import Table

    screen.print()
    screen.rule("[bold]Now you", align="left")
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for command, what in (
        ("puzzlery puzzles", "all there is"),
        ("puzzlery show 7x7x7 --svg cube.svg", "a picture in a file"),
        ("puzzlery info megaminx", "its figures"),
        ("puzzlery scramble clock", "something to do"),
        ("puzzlery --help", "everything else"),
    ):
        table.add_row(command, what)
    screen.print(table)
    screen.print("If the command is not on your path, it is .venv/bin/puzzlery.", style="dim")


def _play(screen: "Console", puzzle: "Puzzle", alg: str) -> None:
    """Show an alg move by move; only its last state if nobody watches."""
    from rich.live import Live

    from puzzlery.render import text
    from puzzlery.twisty.notation.alg import Alg

    state = puzzle.solved
    if not screen.is_interactive:
        screen.print(text(puzzle.apply("[R, U]"), view="3d", width=44))
        return
    with Live(console=screen, auto_refresh=False) as live:
        for move in puzzle.alg(alg).moves():
            name = str(Alg((move,)))
            for frame in range(FRAMES):
                picture = text(state, view="3d", width=48, turn=name, fraction=frame / FRAMES)
                live.update(_captioned(picture, name), refresh=True)
                time.sleep(FRAME_SECONDS)
            state = state.apply(move)
        live.update(_captioned(text(state, view="3d", width=42), "solved again"), refresh=True)


def _captioned(picture: "RenderableType", caption: str) -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    return Group(picture, Text(caption, style="bold cyan"))


def _tiles(
    screen: "Console", tiles: "Sequence[tuple[str, RenderableType]]", each: int = 26
) -> None:
    """Pictures side by side, each with its name, as many as fit in a row."""
    from rich.table import Table

    across = max(1, min(len(tiles), screen.width // each))
    table = Table(box=None, show_header=False, pad_edge=False)
    for start in range(0, len(tiles), across):
        row = tiles[start : start + across]
        table.add_row(*(_captioned(picture, name) for name, picture in row))
    screen.print(table)
