"""Pipelines: chains of steps written as text, each step with its own limits and filters.

    EO[max=5] > DR[triggers=R,"R U2 R"; subsets=4a1,2c3] > HTR > FIN

Several pipelines with `|` between them are searched one after the other, and the best is given.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from puzzlery.core.permutation import Permutation
from puzzlery.errors import NotFound, PuzzleryError, SyntaxFault
from puzzlery.solve.api.solution import Solution
from puzzlery.solve.cube3.recognition import FACES, cube3
from puzzlery.solve.cube3.step_catalog import find_step
from puzzlery.solve.cube3.step_chains import USUAL_BEAM, ChainStep, chain
from puzzlery.solve.cube3.step_plan import places_of
from puzzlery.solve.cube3.steps import Candidate, StepRequest, timed
from puzzlery.solve.fewest.htr_subsets import parse_subset, subset_matches, subset_of
from puzzlery.twisty.model.puzzle import AlgLike
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Move

USUAL_PIPELINE = "EO > DR > HTR > FIN"
# Short names that people write.
ALIASES = {
    "fin": "finish",
    "finls": "leave-slice",
    "frls": "fr-leave-slice",
    "jzp": "ar",
    "ls": "leave-slice",
}
# A domino reduction ends with one of these; the longest one that it ends with is its trigger.
TRIGGERS = ("R", "R U2 R", "R U R", "R U' R", "R F2 R", "R L")
AXES = ("ud", "fb", "rl")
AXIS_FACES = (("U", "D"), ("F", "B"), ("R", "L"))
OPTIONS = ("axis", "beam", "max", "niss", "subsets", "triggers")
SIDES: Mapping[str, Mapping[str, bool]] = {
    "none": {"niss": False, "linear": False},
    "either": {"niss": False, "linear": True},
    "both": {"niss": True, "linear": False},
}
Word = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class _Text:
    """The text of a pipeline, for messages that point at a place in it."""

    text: str

    def fault(self, said: str, at: int) -> SyntaxFault:
        return SyntaxFault(said, self.text, at)


def parse_pipelines(text: str) -> list[list[ChainStep]]:
    """The pipelines of a text, each a list of steps for `chain`.

    >>> [[one.step.name for one in steps] for steps in parse_pipelines("EO > DR > LS | F2L")]
    [['eo', 'dr', 'leave-slice'], ['f2l']]
    >>> parse_pipelines("EO > DR[max=x]")
    Traceback (most recent call last):
        ...
    puzzlery.errors.SyntaxFault: expected a number for max, got "x"
      EO > DR[max=x]
              ^
    """
    source = _Text(text)
    pipelines = _split(text, 0, len(text), "|")
    return [[_step(source, *part) for part in _split(text, *each, ">")] for each in pipelines]


def _split(text: str, start: int, end: int, mark: str) -> Iterator[tuple[int, int]]:
    """The parts of a stretch of text between marks that are outside of brackets and quotes."""
    depth, quoted, begun = 0, False, start
    for at in range(start, end):
        sign = text[at]
        quoted ^= sign == '"'
        depth += 0 if quoted else (sign == "[") - (sign == "]")
        if sign == mark and depth == 0 and not quoted:
            yield begun, at
            begun = at + 1
    yield begun, end


_STEP = re.compile(r"\s*([\w-]+)\s*(?:\[(.*)\])?\s*", re.DOTALL)


def _step(source: _Text, start: int, end: int) -> ChainStep:
    found = _STEP.fullmatch(source.text, start, end)
    if found is None:
        got = source.text[start:end].strip()
        raise source.fault(f'expected a step such as DR or DR[max=10], got "{got}"', start)
    name = found[1].lower()
    step = find_step(ALIASES.get(name, name))
    made = ChainStep(step)
    if found[2] is None:
        return made
    for at, stop in _split(source.text, found.start(2), found.end(2), ";"):
        key, equals, value = source.text[at:stop].partition("=")
        key, value = key.strip().lower(), value.strip()
        if not equals or key not in OPTIONS:
            raise source.fault(f'expected {", ".join(OPTIONS)} with = and a value, got "{key}"', at)
        made = _with_option(source, made, key, value, at)
    return made


def _with_option(source: _Text, made: ChainStep, key: str, value: str, at: int) -> ChainStep:
    if key in ("max", "beam"):
        if not value.isdecimal() or (key == "beam" and int(value) == 0):
            raise source.fault(f'expected a number for {key}, got "{value}"', at)
        number = int(value)
        if key == "beam":
            return replace(made, beam=number)
        return replace(made, limits={**made.limits, "max_length": number})
    if key == "axis":
        return replace(made, limits={**made.limits, "axis": value.lower()})
    if key == "niss":
        if value not in SIDES:
            raise source.fault(f'expected niss={", ".join(SIDES)}, got "{value}"', at)
        return replace(made, limits={**made.limits, **SIDES[value]})
    if made.step.name != "dr":
        raise source.fault(f"{key} are those of DR, not of {made.step.name}", at)
    words = [word.strip().strip('"') for word in value.split(",")]
    if key == "subsets":
        wanted = [parse_subset(word) for word in words]
        return _accepting(made, lambda one: _is_in_subset(one, wanted))
    triggers = [_word(word) for word in words]
    return _accepting(made, lambda one: ends_with_trigger(one, triggers))


def _accepting(made: ChainStep, test: Callable[[Candidate], bool]) -> ChainStep:
    before = made.accepts
    return replace(made, accepts=lambda one: before(one) and test(one))


def _is_in_subset(one: Candidate, wanted: Sequence[str]) -> bool:
    subset = subset_of(one.state, one.place.partition("-")[0])
    return any(subset_matches(subset, name) for name in wanted)


def _word(text: str) -> Word:
    moves = tuple(cube3().alg(text).moves())
    if not moves or any(move.family not in "RLUDFB" for move in moves):
        raise PuzzleryError(f'expected a trigger such as R or R U2 R, got "{text}"')
    return tuple((move.family, move.amount % 4) for move in moves)


def ends_with_trigger(one: Candidate, triggers: Sequence[Word]) -> bool:
    """Whether a domino reduction ends with one of the triggers, on either side.

    Triggers are written for the axis ud after edges were oriented on fb, as R U2 R; every rotation
    and reflection of one is the same trigger, and so is one whose last turn goes the other way.
    The trigger of a domino reduction is the longest that it ends with, of those asked for and of
    the usual ones: R U2 R is none that ends with R.

    >>> moves = tuple(cube3().alg("U F2 R U2 L'").moves())
    >>> one = Candidate("dr", "ud-fb", moves, (), 5, cube3().solved.permutation)
    >>> [ends_with_trigger(one, [_word(text)]) for text in ("R", "R U2 R", "R U2 L")]
    [True, False, True]
    """
    wanted = {_canonical(word) for word in triggers}
    known = wanted | {_canonical(_word(text)) for text in TRIGGERS}
    for side in (one.normal, one.inverse):
        ending = _as_on_ud(side, one.place)
        for length in range(min(len(ending), max(map(len, known))), 0, -1):
            trigger = _canonical(ending[-length:])
            if trigger in known:
                if trigger in wanted:
                    return True
                break
    return False


def _as_on_ud(moves: Sequence[Move], place: str) -> Word:
    """The moves as they are where the axis is ud and edges were oriented on fb."""
    axis, _, edges = place.partition("-")
    key = (axis, edges or next(other for other in AXES if other != axis))
    turned = places_of(cube3(), AXES[:2])[key]
    found = (_turns()[cube3().turn(move).permutation.conjugate(turned)] for move in moves)
    return tuple(found)


@cache
def _turns() -> dict[Permutation, tuple[str, int]]:
    """The face and the amount of each turn, by what it does."""
    return {
        cube3().turn(Move(face, amount)).permutation: (face, amount)
        for face in FACES
        for amount in (1, 2, 3)
    }


@cache
def _canonical(word: Word) -> Word:
    """The first of all words that are the same trigger."""
    return min(image for mirrored in _mirrored(word) for image in _last_turned(mirrored))


def _mirrored(word: Word) -> Iterator[Word]:
    """The word and its images by reflections that exchange the faces of one axis or of several."""
    for chosen in product((False, True), repeat=3):
        swaps = {a: b for pair, flip in zip(AXIS_FACES, chosen, strict=True) if flip
                 for a, b in (pair, pair[::-1])}  # fmt: skip
        back = sum(chosen) % 2
        yield tuple((swaps.get(face, face), -n % 4 if back else n) for face, n in word)


def _last_turned(word: Word) -> Iterator[Word]:
    """The word, and the one whose last turn goes the other way."""
    *start, (face, amount) = word
    yield word
    yield (*start, (face, -amount % 4))


def solve_pipelines(
    scramble: State | AlgLike,
    text: str = USUAL_PIPELINE,
    asked: StepRequest | None = None,
    *,
    beam: int = USUAL_BEAM,
) -> list[Solution]:
    """The shortest solutions that the pipelines of a text find with beams of this width.

    >>> text = "EO[max=4] > DR[triggers=R,R U2 R] > HTR > FIN"
    >>> [best] = solve_pipelines("R U2 F' L D B2", text, StepRequest(niss=True), beam=8)
    >>> cube3().apply("R U2 F' L D B2").apply(best.alg).is_solved
    True
    """
    asked = timed(asked or StepRequest())
    found: list[Solution] = []
    faults: list[NotFound] = []
    for steps in parse_pipelines(text):
        try:
            found += chain(cube3(), scramble, steps, asked, beam=beam)
        except NotFound as fault:
            faults.append(fault)
    if not found:
        raise faults[0]
    return sorted(found, key=lambda one: one.length)[: asked.count]
