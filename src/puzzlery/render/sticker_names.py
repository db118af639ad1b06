"""Names of stickers as people see them: the face, and where on it.

The directions are those of the net: `front, top left` is there when the front is looked at with the
top above it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import atan2, pi

from puzzlery.render.clickable_net import ClickableNet, clickable_net
from puzzlery.render.surface import surface
from puzzlery.twisty.model.puzzle import Puzzle

Point = tuple[float, float]

FACE_WORDS = {"U": "top", "D": "bottom", "F": "front", "B": "back", "L": "left", "R": "right"}
# Words for the rows and columns of a face with at most three of each.
ROWS = {1: ("",), 2: ("top", "bottom"), 3: ("top", "", "bottom")}
COLUMNS = {1: ("",), 2: ("left", "right"), 3: ("left", "", "right")}
# "top, top left" would be hard to follow: rows of the top and the bottom lie behind one another.
LYING = {"U": {"top": "back", "bottom": "front"}, "D": {"top": "front", "bottom": "back"}}


def face_word(name: str) -> str:
    """The name of a face in words; one that is not made of directions stays as it is.

    >>> face_word("F"), face_word("BL"), face_word("X7")
    ('front', 'back left', 'X7')
    """
    if all(letter in FACE_WORDS for letter in name):
        return " ".join(FACE_WORDS[letter] for letter in name)
    return name


def sticker_names(puzzle: Puzzle, net: ClickableNet | None = None) -> tuple[str, ...]:
    """The name of each place, all different.

    >>> from puzzlery.twisty.geometry import cube
    >>> sticker_names(cube(3))[18:22]
    ('front, top left', 'front, top', 'front, top right', 'front, left')
    >>> sticker_names(cube(3))[0]
    'top, back left'
    """
    net = net or clickable_net(puzzle)
    middles = {cell.place: cell.middle for cell in net.cells}
    faces: dict[str, list[int]] = {}
    for place, face in enumerate(surface(puzzle).faces):
        faces.setdefault(face, []).append(place)
    words: dict[int, str] = {}
    for face, places in faces.items():
        lying = LYING.get(face, {})
        on_face = _on_face({place: middles.get(place, (0.0, 0.0)) for place in places}, lying)
        for place in places:
            words[place] = ", ".join(filter(None, (face_word(face), on_face[place])))
    return _all_different([words[place] for place in range(puzzle.degree)])


def _on_face(spots: Mapping[int, Point], lying: Mapping[str, str]) -> dict[int, str]:
    """Words for the spots of one face: rows and columns of a grid, else directions of a clock."""
    if len(spots) == 1:
        return dict.fromkeys(spots, "")
    xs, ys = (_lines([spot[axis] for spot in spots.values()]) for axis in (0, 1))
    if len(xs) * len(ys) == len(spots):
        return {
            place: _in_grid(_nearest(ys, y), len(ys), _nearest(xs, x), len(xs), lying)
            for place, (x, y) in spots.items()
        }
    return _by_clock(spots)


def _lines(values: Sequence[float]) -> list[float]:
    """The different values, in order; what differs by less than a pixel is one."""
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > 1:
            found.append(value)
    return found


def _nearest(lines: Sequence[float], value: float) -> int:
    return min(range(len(lines)), key=lambda k: abs(lines[k] - value))


def _in_grid(row: int, rows: int, column: int, columns: int, lying: Mapping[str, str]) -> str:
    if rows > 3 or columns > 3:
        return f"row {row + 1}, column {column + 1}"
    across = ROWS[rows][row]
    return f"{lying.get(across, across)} {COLUMNS[columns][column]}".strip() or "center"


def _by_clock(spots: Mapping[int, Point]) -> dict[int, str]:
    """The hour at which each spot is seen from the middle of the face; rings where hours repeat."""
    middle_x, middle_y = (
        sum(spot[axis] for spot in spots.values()) / len(spots) for axis in (0, 1)
    )
    far = {p: ((x - middle_x) ** 2 + (y - middle_y) ** 2) ** 0.5 for p, (x, y) in spots.items()}
    largest = max(far.values())
    words: dict[int, str] = {}
    by_hour: dict[int, list[int]] = {}
    for place, (x, y) in spots.items():
        if far[place] < 0.05 * largest:
            words[place] = "center"
            continue
        # In the picture y grows downward.
        turn = atan2(x - middle_x, middle_y - y) / (2 * pi) % 1
        by_hour.setdefault(round(12 * turn) % 12 or 12, []).append(place)
    for hour, places in by_hour.items():
        for rank, place in enumerate(sorted(places, key=far.__getitem__)):
            ring = "" if len(places) == 1 else f", number {rank + 1} from the middle"
            words[place] = f"at {hour} o'clock{ring}"
    return words


def _all_different(names: Sequence[str]) -> tuple[str, ...]:
    """Names that occur more than once get a number."""
    counts, seen = Counter(names), Counter[str]()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if counts[name] == 1 and name else f"{name} {seen[name]}".strip())
    return tuple(found)
