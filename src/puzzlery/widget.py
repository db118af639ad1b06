"""The widget: a puzzle in a notebook, turned in the page and in Python alike."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from puzzlery.errors import MissingExtra, PuzzleryError
from puzzlery.render.live.live_scene import live_scene
from puzzlery.render.scene import scene_steps
from puzzlery.solve.api.solution import Solution
from puzzlery.twisty.catalog import puzzle as named
from puzzlery.twisty.model.puzzle import AlgLike, Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg

try:
    import traitlets
    from anywidget import AnyWidget
except ImportError as missing:
    raise MissingExtra("the notebook widget", "notebook") from missing

BUILT = Path(__file__).parent / "web" / "static" / "widget"
UNBUILT = """export default { render({ el }) {
  el.textContent = "The front end is not built: install Puzzlery without PUZZLERY_NO_FRONTEND.";
} };"""
PALETTES = ("standard", "colorblind", "pastel", "gray")
MoveRecord = dict[str, Any]


class Refused(PuzzleryError, traitlets.TraitError):
    """The error for what a view cannot show; traitlets then restores the value from before.

    >>> view = PuzzleView("2x2x2", alg="R")
    >>> try:
    ...     view.alg = "Q"
    ... except Refused:
    ...     print(view.alg)
    R
    """


class PuzzleView(AnyWidget):
    """A puzzle that is turned in the page and in Python alike.

    `alg` holds the moves made since the start, `state` where they led. Both may be set, and both
    can be observed: a turn made with the mouse is there in the next cell. `palette`, `letters`,
    `style` ("stickers" or "stickerless"), `explode`, `see_through`, `speed` and `height` say how it
    looks; `hints` (floating stickers), `back` (a view from behind) and `net` show hidden faces.

    >>> view = PuzzleView("3x3x3", alg="R U")
    >>> view.play("U' R'")
    >>> view.alg, view.state.is_solved
    ("R U U' R'", True)
    """

    alg = traitlets.Unicode().tag(sync=True)
    state = traitlets.Instance(State)
    palette = traitlets.Enum(PALETTES, "standard").tag(sync=True)
    letters = traitlets.Bool().tag(sync=True)
    style = traitlets.Enum(("stickers", "stickerless"), "stickers").tag(sync=True)
    hints = traitlets.Bool().tag(sync=True)
    back = traitlets.Bool().tag(sync=True)
    net = traitlets.Bool().tag(sync=True)
    explode = traitlets.Float(0.0, min=0.0, max=1.5).tag(sync=True)
    see_through = traitlets.Float(0.0, min=0.0, max=1.0).tag(sync=True)
    speed = traitlets.Float(1.0, min=0.1, max=20.0).tag(sync=True)
    height = traitlets.Int(360, min=100, max=4000).tag(sync=True)
    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    _scene = traitlets.Dict().tag(sync=True)
    _record = traitlets.Dict().tag(sync=True)

    def __init__(
        self, drawn: str | Puzzle | State = "3x3x3", *, alg: AlgLike = "", **looks: Any
    ) -> None:
        unknown = looks.keys() - {*_LOOKS}
        if unknown:
            raise Refused(f'unknown look "{min(unknown)}"; expected {", ".join(_LOOKS)}')
        start = _state_of(drawn)
        self._start = self._reached = start
        super().__init__(
            _esm=_built("widget.js", UNBUILT),
            _css=_built("widget.css", ""),
            _scene=live_scene(start.puzzle).to_dict(),
            _record=_move_record(start, "", 0),
            state=start,
            **looks,
        )
        self.on_msg(self._on_request)
        self.alg = str(alg)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that is shown.

        >>> PuzzleView("2x2x2").puzzle.name
        '2x2x2'
        """
        return self._start.puzzle

    def restart(self, state: State) -> None:
        """Start again from a state, with no moves made.

        >>> view = PuzzleView("2x2x2")
        >>> view.restart(view.puzzle.apply("R U"))
        >>> view.alg, view.state.is_solved
        ('', False)
        """
        self._start = self._reached = state
        with self.hold_sync():
            self._record = _move_record(state, "", self._record["edition"] + 1)
            self.alg = ""
            self.state = state

    def reset(self) -> None:
        """Return to the solved state, with no moves made.

        >>> view = PuzzleView("2x2x2", alg="R U")
        >>> view.reset()
        >>> view.alg, view.state.is_solved
        ('', True)
        """
        self.restart(self.puzzle.solved)

    def scramble(self, *, seed: int | None = None, length: int | None = None) -> Alg:
        """Start again from a scrambled state; returns the scramble.

        >>> view = PuzzleView("2x2x2")
        >>> scramble = view.scramble(seed=1)
        >>> view.state == view.puzzle.apply(scramble), view.alg
        (True, '')
        """
        alg = self.puzzle.scramble(seed=seed, length=length)
        self.restart(self.puzzle.apply(alg))
        return alg

    def play(self, alg: AlgLike) -> None:
        """Append moves to those made so far.

        >>> view = PuzzleView("2x2x2", alg="R U")
        >>> view.play("R' U'")
        >>> view.alg
        "R U R' U'"
        """
        self.alg = str(self.puzzle.alg(self.alg) + self.puzzle.alg(alg))

    def solve(self, method: str | None = None, **limits: Any) -> Solution:
        """Find a solution and play it; the options are those of `Puzzle.solve`."""
        found = self.puzzle.solve(self.state, method, **limits)
        self.play(found.alg)
        return found

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Take over the moves of the page, unless Python has written another record since."""
        record = sync_data.get("_record")
        if record is not None and record["edition"] != self._record["edition"]:
            sync_data = {name: sync_data[name] for name in sync_data.keys() - {"_record", "alg"}}
            self.send_state(["_record", "alg"])
        super().set_state(sync_data)

    @traitlets.validate("alg")
    def _readable(self, proposal: Mapping[str, Any]) -> Any:
        try:
            self._start.apply(proposal["value"])
        except PuzzleryError as fault:
            raise Refused(str(fault)) from fault
        return proposal["value"]

    @traitlets.validate("state")
    def _of_this_puzzle(self, proposal: Mapping[str, Any]) -> Any:
        given = proposal["value"].puzzle
        if given != self.puzzle:
            raise Refused(f"a state of {given.name} was given; the view shows {self.puzzle.name}")
        return proposal["value"]

    @traitlets.observe("alg")
    def _follow_alg(self, _: Any) -> None:
        """Tell the page what Python wrote; what came from the page it knows already."""
        if " ".join(step["text"] for step in self._record["steps"]) != self.alg:
            self._record = _move_record(self._start, self.alg, self._record["edition"] + 1)
        self._reached = self._start.apply(self.alg)
        self.state = self._reached

    @traitlets.observe("state")
    def _follow_state(self, _: Any) -> None:
        if self.state != self._reached:
            self.restart(self.state)

    def _on_request(self, _: Any, content: Mapping[str, Any], __: Any) -> None:
        match content:
            case {"request": "scramble"}:
                self.scramble()
            case {"request": "reset"}:
                self.reset()


_LOOKS = (
    *("palette", "letters", "style", "hints", "back", "net"),
    *("explode", "see_through", "speed", "height"),
)


def _state_of(drawn: str | Puzzle | State) -> State:
    if isinstance(drawn, State):
        return drawn
    return (named(drawn) if isinstance(drawn, str) else drawn).solved


def _move_record(start: State, alg: str, edition: int) -> MoveRecord:
    """What the page shows: a start, and steps whose turns are counted after the scene's own."""
    puzzle = start.puzzle
    own = len(puzzle.turns) + len(puzzle.whole)
    steps, turns = scene_steps(puzzle, alg)
    return {
        "edition": edition,
        "start": start.permutation.images,
        "turns": [asdict(turn) for turn in turns],
        "steps": [{"text": text, "turn": own + turn, "amount": 1} for text, turn in steps],
    }


def _built(name: str, otherwise: str) -> str:
    """A part of the front end, or what takes its place where it was not built."""
    try:
        return (BUILT / name).read_text("utf-8")
    except FileNotFoundError:
        return otherwise
