"""Alphabets of the 3x3x3: which moves a shortest solution may use, and what each one costs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from puzzlery.errors import NotExpressible, UnknownName
from puzzlery.twisty.notation.alg import Alg, Move
from puzzlery.twisty.notation.metrics import METRICS, Part

# Two faces an axis: U D, R L, F B.
FACES = "UDRLFB"
# Going round a face clockwise one meets these four.
AROUND = {"U": "FLBR", "D": "FRBL", "R": "UBDF", "L": "UFDB", "F": "URDL", "B": "ULDR"}
# An axis, the quarters by which its two faces turn clockwise, and what that costs.
Letter = tuple[int, int, int, int]

# A move of the hands: the faces that it turns against the centres, by so many quarters, and the
# rotation of the whole cube that it brings. M is L' R with a rotation like L; r is L like R.
_HANDS: Mapping[str, tuple[Mapping[str, int], tuple[str, int] | None]] = {
    **{face: ({face: 1}, None) for face in FACES},
    "M": ({"R": 1, "L": -1}, ("R", -1)),
    "E": ({"U": 1, "D": -1}, ("U", -1)),
    "S": ({"F": -1, "B": 1}, ("F", 1)),
    "r": ({"L": 1}, ("R", 1)),
    "l": ({"R": 1}, ("R", -1)),
    "u": ({"D": 1}, ("U", 1)),
    "d": ({"U": 1}, ("U", -1)),
    "f": ({"B": 1}, ("F", 1)),
    "b": ({"F": 1}, ("F", -1)),
}
_ROTATION = {"R": "x", "U": "y", "F": "z"}
_OUTER = tuple(FACES)
_SLICES = (*_OUTER, "M", "E", "S")
_WIDE = {f"{face}w": face.lower() for face in FACES}
# The families that a metric's own solutions use.
_SERVED = {
    "OBTM": _OUTER,
    "OBQTM": _OUTER,
    "RBTM": _SLICES,
    "RBQTM": _SLICES,
    "SSTM": _SLICES,
    "SSQTM": _SLICES,
}
Turned = dict[str, str]


@dataclass(frozen=True, slots=True)
class HandMove:
    """A move that is allowed, and what it costs."""

    family: str
    amount: int
    cost: int

    @property
    def letter(self) -> Letter:
        """What it does to the cube, its centres taken as fixed."""
        faces, _ = _HANDS[self.family]
        axis = FACES.index(next(iter(faces))) // 2
        first, second = (faces.get(FACES[2 * axis + i], 0) * self.amount % 4 for i in (0, 1))
        return axis, first, second, self.cost

    @property
    def rotation(self) -> tuple[str, int] | None:
        """The rotation of the whole cube in it: the face that it follows, and the quarters."""
        turned = _HANDS[self.family][1]
        return None if turned is None else (turned[0], turned[1] * self.amount % 4)


@dataclass(frozen=True)
class Moves:
    """An alphabet for the kernel, and the way back from its words to written moves."""

    hands: tuple[HandMove, ...]

    @property
    def letters(self) -> list[Letter]:
        """The letters, each once, at the price of the cheapest move that makes it."""
        cheapest: dict[tuple[int, int, int], int] = {}
        for hand in self.hands:
            *turn, cost = hand.letter
            key = (turn[0], turn[1], turn[2])
            cheapest[key] = min(cost, cheapest.get(key, cost))
        return [(*turn, cost) for turn, cost in sorted(cheapest.items())]

    @property
    def table(self) -> str:
        """The metric whose table bounds these costs best: quarter, half or slice turns."""
        if any(first and second for _, first, second, _ in self.letters):
            return "slice"
        unit = min(cost for *_, cost in self.letters)
        halves = [cost for _, a, b, cost in self.letters if (a + b) % 2 == 0]
        return "quarter" if halves and min(halves) >= 2 * unit else "half"

    @property
    def unit(self) -> int:
        """What one move of the table's metric costs at least."""
        by_quarters = self.table == "quarter"
        return min(
            cost // 2 if by_quarters and (a + b) % 2 == 0 else cost
            for _, a, b, cost in self.letters
        )

    @property
    def keeps_parity(self) -> bool:
        """Whether costs are odd just for the moves that are odd permutations of the corners."""
        return all((a + b + cost) % 2 == 0 for _, a, b, cost in self.letters)

    def written(self, word: Sequence[int]) -> Alg:
        """A word of the kernel as an alg; rotations that slices bring are undone at its end."""
        letters = self.letters
        at = {face: face for face in FACES}
        moves = []
        for index in word:
            hand = self._made(letters[index], at)
            moves.append(Move(hand.family, _signed(hand.amount)))
            if hand.rotation is not None:
                at = _rotated(at, *hand.rotation)
        return Alg((*moves, *_home(at)))

    def _made(self, letter: Letter, at: Turned) -> HandMove:
        """The move of the hands that makes a letter when the centres have gone to other faces."""
        axis, first, second, cost = letter
        wanted = {at[FACES[2 * axis]]: first, at[FACES[2 * axis + 1]]: second}
        for hand in self.hands:
            hand_axis, a, b, price = hand.letter
            faces = {FACES[2 * hand_axis]: a, FACES[2 * hand_axis + 1]: b}
            if faces == wanted and price == cost:
                return hand
        raise AssertionError(f"no move makes {letter}")


def _signed(amount: int) -> int:
    return amount if amount < 3 else amount - 4


def _rotated(at: Turned, face: str, quarters: int) -> Turned:
    """Where the centres are after a rotation of the whole cube that follows a face."""
    around = AROUND[face]
    to = {one: around[(i + quarters) % 4] for i, one in enumerate(around)}
    return {home: to.get(place, place) for home, place in at.items()}


def _home(at: Turned) -> tuple[Move, ...]:
    """Rotations that bring the centres home, as few as possible."""
    solved = {face: face for face in FACES}
    turns: list[tuple[tuple[str, int], ...]] = [()]
    turns += [((face, n),) for face in "RUF" for n in (1, 2, 3)]
    turns += [(*one, *two) for one in turns[1:] for two in turns[1:] if one[0][0] != two[0][0]]
    for chosen in turns:
        turned = at
        for face, quarters in chosen:
            turned = _rotated(turned, face, quarters)
        if turned == solved:
            return tuple(Move(_ROTATION[face], _signed(n)) for face, n in chosen)
    raise AssertionError("centres that no rotation brings home")


def moves_for(
    metric: str, names: Iterable[str] | None = None, weights: Mapping[str, int] | None = None
) -> Moves:
    """The alphabet of a metric, or of the moves named, with their own costs if given.

    A name without an amount stands for all amounts: `U` allows U, U2 and U', `U2` only itself;
    so does a name among the weights.

    >>> print(moves_for("OBTM").written([0, 4]))
    D U2
    """
    if metric not in _SERVED:
        raise NotExpressible(
            f'method "optimal" does not count in {metric}; expected {", ".join(_SERVED)}'
        )
    named = dict.fromkeys(_SERVED[metric] if names is None else names, 1)
    prices = dict(_parsed(weights or {}))
    hands = []
    for family, amount in dict(_parsed(named)):
        counted = METRICS[metric].count(_part(family), amount)
        hands.append(HandMove(family, amount, prices.get((family, amount), counted)))
    moves = Moves(tuple(hands))
    _refuse_if_frame_matters(moves)
    return moves


def _parsed(named: Mapping[str, int]) -> Iterator[tuple[tuple[str, int], int]]:
    """Each family and amount that the names stand for, with the number given to the name."""
    for name, value in named.items():
        written = list(Alg.parse(name).moves())
        move = written[0] if len(written) == 1 else None
        family = _WIDE.get(move.family, move.family) if isinstance(move, Move) else ""
        if move is None or family not in _HANDS:
            raise UnknownName(f'unknown move "{name}"; expected one of {" ".join(_HANDS)}')
        for amount in (1, 2, 3) if move.amount == 1 else (move.amount % 4,):
            yield (family, amount), value


def _part(family: str) -> Part:
    """What a move turns, as metrics see it."""
    return Part(family, 2 if family.islower() else 1, family not in "MES", 4)


def _refuse_if_frame_matters(moves: Moves) -> None:
    """Refuse sets of moves that mean something else after a slice has carried the centres along."""
    letters = {(_faces(letter), letter[3]) for letter in moves.letters}
    for hand in moves.hands:
        if hand.rotation is None:
            continue
        to = _rotated({face: face for face in FACES}, *hand.rotation)
        turned = {(frozenset((to[face], n) for face, n in faces), cost) for faces, cost in letters}
        if turned != letters:
            raise NotExpressible(
                f"{hand.family} carries the centres along, and the other moves do not go with "
                'them; method "optimal" needs a set of moves that looks the same afterwards'
            )


def _faces(letter: Letter) -> frozenset[tuple[str, int]]:
    axis, first, second, _ = letter
    return frozenset((FACES[2 * axis + i], n) for i, n in enumerate((first, second)) if n)
