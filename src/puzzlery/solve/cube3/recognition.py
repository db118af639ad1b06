"""Recognizing a 3x3x3 by what its moves do, whatever its moves and stickers are called.

A puzzle is a 3x3x3 if six of its moves act on 48 of its stickers as the face turns of the
catalogue's cube act on theirs, and if moves scramble nothing else that one can see. Its states and
moves are then translated to the catalogue's cube, so that the solvers know one cube only.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, wraps
from itertools import combinations, product

from puzzlery.core.permutation import Permutation
from puzzlery.errors import PuzzleryError
from puzzlery.solve.api.request import Request
from puzzlery.solve.api.solution import Solution
from puzzlery.twisty.catalog import puzzle as find_puzzle
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.state import State
from puzzlery.twisty.notation.alg import Alg, Group, Move, Node
from puzzlery.twisty.structure.puzzle_orientation import PuzzleOrientation, puzzle_orientations
from puzzlery.twisty.structure.written_moves import written_moves

FACES = "URFDLB"
SLICES = "MES"
UNFIT = "it only solves the 3x3x3"
# A face turn moves 4 corners of 3 stickers and 4 edges of 2, and perhaps stickers of its center.
FACE_STICKERS = range(20, 29)
# Two faces that touch share 2 corners and an edge.
SHARED_STICKERS = 8
# The turns of faces, slices and wide layers of a cube are fewer.
MOST_TURNS = 40

Turns = Mapping[str, Permutation]
Stickers = Mapping[int, int]
"""For each sticker of the catalogue's cube that face turns move, the puzzle's own sticker."""
Key = tuple[int, ...]
Solver = Callable[[Request], list[Solution]]


@dataclass(frozen=True, eq=False)
class Cube3Match:
    """The map from the catalogue's 3x3x3 to the stickers and moves of a puzzle.

    >>> match = recognize(cube3())
    >>> len(match.stickers), "".join(match.faces)
    (48, 'URFDLB')
    """

    puzzle: Puzzle
    stickers: Stickers
    faces: Turns

    def solutions(self, solver: Solver, request: Request) -> list[Solution]:
        """The answers of a solver of the catalogue's cube, in the puzzle's own moves.

        >>> turns = {name: cube3().moves[face].cycles() for name, face in zip("abcdef", FACES)}
        >>> mine = Puzzle.from_cycles(turns, list(cube3().solved.coloring))
        >>> def undo_r(request):
        ...     return [Solution(Alg.parse("R'"), 1, "OBTM", optimal=True, method="example")]
        >>> [found] = recognize(mine).solutions(undo_r, Request(mine, mine.apply("b"), "OBTM"))
        >>> print(found.alg)
        b'
        """
        if request.goal == "stickers" and self._has_turning_centers:
            raise PuzzleryError(
                f"methods of the 3x3x3 do not turn the centers of {self.puzzle.name} back, which "
                'look the same either way; expected the goal "colors"'
            )
        state, rotation = self.state(request.state.permutation)
        options = dict(request.options)
        if options.get("weights"):
            weights = options["weights"].items()
            options["weights"] = {self._name(name): weight for name, weight in weights}
        translated = replace(
            request, puzzle=cube3(), state=state, moves=self._allowed(request), options=options
        )
        return [self.solution(found, rotation) for found in solver(translated)]

    def state(self, permutation: Permutation) -> tuple[State, Alg]:
        """The state of the catalogue's cube, and the rotations to make before it is solved.

        >>> state, rotation = recognize(cube3()).state(cube3().permutation("R x"))
        >>> state == cube3().apply("R"), str(rotation)
        (True, "x'")
        """
        orientation = self._rotation_in(permutation)
        images = None
        if orientation is not None:
            images = self.images(permutation * orientation.rotation.inverse)
        if orientation is None or images is None:
            raise PuzzleryError(f"no moves of {self.puzzle.name} lead to this state")
        return State(cube3(), images), orientation.alg.inverse

    def images(self, permutation: Permutation) -> Permutation | None:
        """What a permutation with all centers at home does to the catalogue's cube.

        >>> recognize(cube3()).images(cube3().permutation("R")) == cube3().permutation("R")
        True
        """
        key = self._key(permutation)
        if key is None:
            return None
        images = list(range(cube3().degree))
        for sticker, image in zip(self.stickers, key, strict=True):
            images[sticker] = image
        return Permutation(images)

    def alg(self, alg: Alg) -> Alg:
        """An alg of the catalogue's cube in the puzzle's own moves.

        >>> turns = {name: cube3().moves[face].cycles() for name, face in zip("abcdef", FACES)}
        >>> mine = Puzzle.from_cycles(turns, list(cube3().solved.coloring))
        >>> print(recognize(mine).alg(Alg.parse("U R2 F'")))
        a b2 c'
        """
        return Alg(tuple(map(self._node, alg.nodes)))

    def _node(self, node: Node) -> Node:
        if isinstance(node, Group):
            return Group(self.alg(node.inside), node.amount)
        assert isinstance(node, Move)
        return _translated(node, _catalogue_match(), self)

    def solution(self, found: Solution, rotation: Alg) -> Solution:
        """A solution of the catalogue's cube in the puzzle's own moves, with the rotation first.

        >>> found = Solution(Alg.parse("R'"), 1, "OBTM", optimal=True, method="example")
        >>> print(recognize(cube3()).solution(found, Alg.parse("x'")).alg)
        x' R'
        """
        parts = [replace(part, alg=self.alg(part.alg)) for part in found.parts]
        if parts:
            parts[0] = replace(parts[0], alg=rotation + parts[0].alg)
        return replace(found, alg=rotation + self.alg(found.alg), parts=tuple(parts))

    def _allowed(self, request: Request) -> tuple[str, ...] | None:
        """The moves that a solution may use; without the slices where the puzzle has none."""
        if request.moves is not None:
            return tuple(map(self._name, request.moves))
        cube = _catalogue_match()
        known = {cube.signature(cube3().moves[name]) for name in SLICES} <= self.own_moves.keys()
        return None if known or request.metric.startswith("OB") else tuple(FACES)

    def _name(self, name: str) -> str:
        """The name of a move, or of all its powers, on the catalogue's cube."""
        if self.puzzle == cube3():
            return name
        written = list(self.puzzle.alg(name).moves())
        if len(written) != 1:
            raise PuzzleryError(f'expected one move of {self.puzzle.name}, got "{name}"')
        move = _translated(written[0], self, _catalogue_match())
        if move == written[0]:
            return name
        if written[0].amount == 1:
            return move.family if move.amount in (1, -1) else str(move)
        # A name without an amount would stand for all powers: `R3'` is only R.
        return str(move.of_amount(-3) if move.amount == 1 else move)

    @cached_property
    def own_moves(self) -> dict[tuple[Key, Key], Move]:
        """The puzzle's own name of each move, by signature.

        >>> match = recognize(cube3())
        >>> print(match.own_moves[match.signature(cube3().permutation("R R"))])
        R2
        """
        found: dict[tuple[Key, Key], Move] = {}
        for move in [*written_moves(self.puzzle), *self._rotations()]:
            signature = self.signature(self.puzzle.turn(move).permutation)
            if signature is not None:
                found.setdefault(signature, move)
        return found

    def _rotations(self) -> Iterator[Move]:
        return (move for orientation in self._orientations for move in orientation.alg.moves())

    def signature(self, permutation: Permutation) -> tuple[Key, Key] | None:
        """The effect of a move on the 48 stickers, and the rotation of the centers in it.

        >>> match = recognize(cube3())
        >>> wide, same = (cube3().permutation(alg) for alg in ("Rw", "L x"))
        >>> match.signature(wide) == match.signature(same)
        True
        """
        key, orientation = self._key(permutation), self._rotation_in(permutation)
        turned = None if orientation is None else self._key(orientation.rotation)
        return None if key is None or turned is None else (key, turned)

    def _key(self, permutation: Permutation) -> Key | None:
        """Where a permutation carries the 48 stickers, as the catalogue's cube numbers them."""
        to = permutation.images
        images = [self._numbers.get(to[own]) for own in self.stickers.values()]
        found = tuple(image for image in images if image is not None)
        return found if len(found) == len(images) else None

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {own: number for number, own in self.stickers.items()}

    def _rotation_in(self, permutation: Permutation) -> PuzzleOrientation | None:
        """The rotation of the whole puzzle after which the centers stand as they do now."""
        for orientation in self._orientations:
            back = permutation * orientation.rotation.inverse
            if all(self.centers.get(back[i]) == center for i, center in self.centers.items()):
                return orientation
        return None

    @cached_property
    def _orientations(self) -> list[PuzzleOrientation]:
        return puzzle_orientations(self.puzzle)

    @cached_property
    def rotation_keys(self) -> frozenset[Key | None]:
        """The effects of the rotations of the whole puzzle on the 48 stickers.

        >>> len(recognize(cube3()).rotation_keys)
        24
        """
        return frozenset(self._key(orientation.rotation) for orientation in self._orientations)

    @cached_property
    def centers(self) -> dict[int, str]:
        """The center that each sticker outside the 48 belongs to; face turns never change it.

        >>> len(recognize(cube3()).centers)
        6
        """
        return {
            i: next((f for f, turn in self.faces.items() if turn[i] != i), f"sticker {i}")
            for i in range(self.puzzle.degree)
            if i not in self._numbers
        }

    @property
    def _has_turning_centers(self) -> bool:
        return any(turn[i] != i for i in self.centers for turn in self.faces.values())

    @property
    def has_usual_names(self) -> bool:
        """Whether the face turns are called U, R, F, D, L and B.

        >>> recognize(cube3()).has_usual_names
        True
        >>> turns = {name: cube3().moves[face].cycles() for name, face in zip("abcdef", FACES)}
        >>> mine = Puzzle.from_cycles(turns, list(cube3().solved.coloring))
        >>> recognize(mine).has_usual_names
        False
        """
        return all(self.puzzle.moves.get(face) == turn for face, turn in self.faces.items())

    def is_all(self) -> bool:
        """Whether moves scramble nothing of the puzzle except the pieces of a 3x3x3."""
        return (
            self._centers_look_alike()
            and self._pieces_look_different()
            and all(map(self._is_known_rotation, self._orientations))
            and all(
                map(self._is_of_the_cube, {self.puzzle.moves[name] for name in self.puzzle.basis})
            )
        )

    def _centers_look_alike(self) -> bool:
        """Whether turning a face moves no other stickers but alike ones of its center."""
        colors, centers = self.puzzle.solved_colors, self.centers
        return all(
            centers.get(turn[i]) == center and colors[turn[i]] == colors[i]
            for i, center in centers.items()
            for turn in self.faces.values()
        )

    def _pieces_look_different(self) -> bool:
        """Whether colors tell each piece from all others and from itself turned in its slot."""
        pieces: dict[frozenset[str], list[int]] = {}
        for i in self.stickers.values():
            touched = frozenset(face for face, turn in self.faces.items() if turn[i] != i)
            pieces.setdefault(touched, []).append(self.puzzle.solved_colors[i])
        looks = {frozenset(colors) for colors in pieces.values()}
        return sorted(map(len, looks)) == sorted(map(len, pieces.values()))

    def _is_known_rotation(self, orientation: PuzzleOrientation) -> bool:
        """Whether a rotation is one of a cube and shows at the centers, unless it is none."""
        if orientation.rotation.is_identity:
            return True
        colors = self.puzzle.solved_colors
        shows = any(colors[orientation.rotation[i]] != colors[i] for i in self.centers)
        return shows and self._key(orientation.rotation) in _catalogue_match().rotation_keys

    def _is_of_the_cube(self, permutation: Permutation) -> bool:
        """Whether a move does what face turns and a rotation can do."""
        if permutation in self.faces.values():
            return True
        orientation = self._rotation_in(permutation)
        if orientation is None or self._key(permutation * orientation.rotation.inverse) is None:
            return False
        return cube3().group.contains(self.state(permutation)[0].permutation)


def _translated(move: Move, giver: Cube3Match, taker: Cube3Match) -> Move:
    """A move of one 3x3x3 as another one writes it: the same if it does the same there."""
    signature = giver.signature(giver.puzzle.turn(move).permutation)
    assert taker.puzzle.notation is not None
    same = taker.puzzle.notation.turn(move)
    if same is not None and taker.signature(same.permutation) == signature:
        return move
    if signature not in taker.own_moves:
        raise PuzzleryError(f"{taker.puzzle.name} has no move for {move} of {giver.puzzle.name}")
    return taker.own_moves[signature]


def cube3() -> Puzzle:
    """The catalogue's 3x3x3, which all solvers of this package work on.

    >>> cube3().group.order
    43252003274489856000
    """
    return find_puzzle("3x3x3")


@lru_cache(maxsize=1)
def _catalogue_match() -> Cube3Match:
    faces = {face: cube3().moves[face] for face in FACES}
    stickers = _matched(faces)
    assert stickers is not None
    return Cube3Match(cube3(), stickers, faces)


def recognize(puzzle: Puzzle) -> Cube3Match | None:
    """The match of a puzzle with the 3x3x3; None if it is not one.

    >>> from puzzlery.twisty.geometry import cube
    >>> recognize(cube(3)) is not None, recognize(cube(2))
    (True, None)
    """
    assert puzzle.notation is not None
    # Puzzles are equal if their moves are, whichever of them are the basis.
    return _recognized(puzzle, puzzle.basis, puzzle.notation.families)


@lru_cache(maxsize=16)
def _recognized(puzzle: Puzzle, *_also_matters: object) -> Cube3Match | None:
    match = face_match(puzzle)
    return match if match is not None and match.is_all() else None


def face_match(puzzle: Puzzle) -> Cube3Match | None:
    """The match of a puzzle that has the face turns of a 3x3x3, whatever else it has.

    >>> from puzzlery.twisty.geometry import cube
    >>> face_match(cube(3)) is not None, face_match(cube(4))
    (True, None)
    """
    if puzzle.glued or not len(FACES) <= len(puzzle.turns) <= MOST_TURNS:
        return None
    for faces in _face_turns(puzzle):
        stickers = _matched(faces)
        if stickers is not None:
            return Cube3Match(puzzle, stickers, faces)
    return None


def unfit(puzzle: Puzzle) -> str | None:
    """The reason why a method of the 3x3x3 does not fit a puzzle; None if it does.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> unfit(puzzle("2x2x2"))
    'it only solves the 3x3x3'
    >>> unfit(puzzle("3x3x3")) is None
    True
    """
    return UNFIT if recognize(puzzle) is None else None


def solves_cube3(solver: Solver) -> Solver:
    """Extend a solver of the catalogue's 3x3x3 to every puzzle that is a 3x3x3.

    >>> @solves_cube3
    ... def undo_r(request):
    ...     return [Solution(Alg.parse("R'"), 1, "OBTM", optimal=True, method="example")]
    >>> turns = {name: cube3().moves[face].cycles() for name, face in zip("abcdef", FACES)}
    >>> mine = Puzzle.from_cycles(turns, list(cube3().solved.coloring))
    >>> print(undo_r(Request(mine, mine.apply("b"), "OBTM"))[0].alg)
    b'
    """

    @wraps(solver)
    def solve(request: Request) -> list[Solution]:
        match = recognize(request.puzzle)
        assert match is not None
        return match.solutions(solver, request)

    return solve


def _face_turns(puzzle: Puzzle) -> Iterator[Turns]:
    """Which moves may be the six face turns: those with the usual names, then any others."""
    if all(face in puzzle.moves for face in FACES):
        yield {face: puzzle.moves[face] for face in FACES}
    turns = dict.fromkeys(turn for turn in puzzle.moves.values() if turn.order == 4)
    supports = {turn: frozenset(turn.support.tolist()) for turn in turns}
    faces = [turn for turn, moved in supports.items() if len(moved) in FACE_STICKERS]
    axes = [(a, b) for a, b in combinations(faces, 2) if not supports[a] & supports[b]]
    for chosen in combinations(axes, 3):
        if all(
            len(supports[a] & supports[b]) == SHARED_STICKERS
            for one, two in combinations(chosen, 2)
            for a, b in product(one, two)
        ):
            yield from _labelings(*chosen)


Axis = tuple[Permutation, Permutation]


def _labelings(up_down: Axis, right_left: Axis, front_back: Axis) -> Iterator[Turns]:
    """Names for the turns of three axes; turns that go counterclockwise are inverted."""
    signs = sorted(product((1, -1), repeat=6), key=lambda signs: signs.count(-1))
    for chosen in signs:
        for front, back in (front_back, front_back[::-1]):
            turns = (up_down[0], right_left[0], front, up_down[1], right_left[1], back)
            yield {face: turn**sign for face, turn, sign in zip(FACES, turns, chosen, strict=True)}


def _matched(faces: Turns) -> Stickers | None:
    """The stickers that these turns move as face turns of the catalogue's cube move its own."""
    own = {face: cube3().moves[face] for face in FACES}
    found: dict[int, int] = {}
    for touched in ("URF", "UR"):
        starts, known = _moved_by(faces, touched), _moved_by(own, touched)
        if len(starts) != len(known) or not _follow(found, known[0], starts[0], own, faces):
            return None
    return {number: found[number] for number in sorted(found)}


def _moved_by(faces: Turns, touched: str) -> list[int]:
    """The stickers that just these faces move."""
    degree = len(faces["U"])
    return [
        i
        for i in range(degree)
        if all((turn[i] != i) == (face in touched) for face, turn in faces.items())
    ]


def _follow(found: dict[int, int], number: int, sticker: int, own: Turns, faces: Turns) -> bool:
    """Match all stickers that turns lead to from a pair; whether no turn contradicts that."""
    found[number] = sticker
    queue = [number]
    for at in queue:
        for face in FACES:
            after, image = own[face][at], faces[face][found[at]]
            if after not in found:
                found[after] = image
                queue.append(after)
            elif found[after] != image:
                return False
    return len(set(found.values())) == len(found)
