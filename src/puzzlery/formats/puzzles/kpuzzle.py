"""KPuzzle JSON, the definitions of cubing.js and twips: orbits, a default pattern, and moves.

Numbers count from 0, orientations are listed by slot, permutations are passive: `permutation[i]`
is the slot whose piece comes to slot i. The older shapes of the format are read too: `orbits` as
a table, `orientations` for numOrientations, `orientation` for orientationDelta, `startStateData`
or `startPieces` for defaultPattern, or none of these.

A derived move that does what a move does in another orientation, such as R = [z': U], is a move
like the others: cubing.js lists one face and derives the rest. Other derived moves are names for
algs. An orientation may be turned back, by a negative number.
"""

from collections.abc import Iterable

from puzzlery.core.permutation import MAX_DEGREE
from puzzlery.formats import json_text
from puzzlery.formats.node import Node
from puzzlery.formats.puzzles.derived import InvalidDerived
from puzzlery.formats.puzzles.move_names import renamed_rotations, with_rotated_moves
from puzzlery.formats.puzzles.orbit_finder import orbit_form
from puzzlery.formats.puzzles.orbit_form import (
    OrbitForm,
    PieceSet,
    SolvedPattern,
    Transformation,
    check_size,
    puzzle_with_rotations,
)
from puzzlery.formats.puzzles.refusals import refuse_bandages
from puzzlery.formats.text_files import faults_in
from puzzlery.twisty.model.puzzle import Puzzle

_SOLVED = ("defaultPattern", "startStateData", "startPieces")
_ORIENTATIONS = ("numOrientations", "orientations")
_DELTA = ("orientationDelta", "orientation")
_PIECES = ("pieces", "permutation")
_DERIVED = ("derivedMoves", "experimentalDerivedMoves")


def loads(text: str, source: str = "") -> Puzzle:
    """The puzzle that a KPuzzle definition describes: a sticker for each slot and orientation.

    >>> flip = loads('''{"orbits": [{"orbitName": "EDGES", "numPieces": 2, "numOrientations": 2}],
    ...     "moves": {"R": {"EDGES": {"permutation": [1, 0], "orientationDelta": [0, 1]}}}}''')
    >>> flip.degree, flip.moves["R"].order
    (4, 4)
    """
    root = json_text.parse(text, source)
    entries = root.table()
    form = _form(root, entries)
    derived_node = _first(entries, _DERIVED)
    derived = {} if derived_node is None else derived_node.table()
    written = {name: node.text() for name, node in derived.items()}
    with faults_in(source):
        try:
            return with_rotated_moves(puzzle_with_rotations(form, written))
        except InvalidDerived as fault:
            raise derived[fault.name].because(fault) from fault


def _form(root: Node, entries: dict[str, Node]) -> OrbitForm:
    sets = {one.name: one for one in _sets(_needed(root, entries, ("orbits",)))}
    moves = _needed(root, entries, ("moves",)).table()
    solved = _first(entries, _SOLVED)
    entered = {} if solved is None else solved.table(list(sets))
    patterns = {name: _pattern(entry, sets[name]) for name, entry in entered.items()}
    return OrbitForm(
        entries["name"].text() if "name" in entries else "unnamed",
        tuple(sets.values()),
        {name: patterns.get(name) or SolvedPattern.all_visible(one) for name, one in sets.items()},
        {name: _transformations(node, sets) for name, node in moves.items()},
    )


def _first(entries: dict[str, Node], keys: Iterable[str]) -> Node | None:
    """The entry under the first of some keys that is there."""
    return next((entries[key] for key in keys if key in entries), None)


def _needed(parent: Node, entries: dict[str, Node], keys: tuple[str, ...]) -> Node:
    found = _first(entries, keys)
    if found is None:
        raise parent.fault(f'has no "{keys[0]}"')
    return found


def _sets(node: Node) -> tuple[PieceSet, ...]:
    if isinstance(node.value, dict):
        named = [(name, entry, entry.table()) for name, entry in node.table().items()]
    else:
        listed = [(entry, entry.table()) for entry in node.items()]
        named = [
            (_needed(entry, table, ("orbitName",)).text(), entry, table) for entry, table in listed
        ]
    sets: dict[str, PieceSet] = {}
    for name, entry, table in named:
        if name in sets:
            raise entry.fault(f'is a second orbit of the name "{name}"')
        slots = _needed(entry, table, ("numPieces",)).whole(1, MAX_DEGREE)
        orientations = _needed(entry, table, _ORIENTATIONS).whole(1, MAX_DEGREE)
        sets[name] = PieceSet(name, slots, orientations)
    with node.faults():
        check_size(list(sets.values()))
    return tuple(sets.values())


def _pattern(node: Node, one: PieceSet) -> SolvedPattern:
    table = node.table()
    labels = _row(_needed(node, table, _PIECES), one, MAX_DEGREE)
    twists, visible = (0,) * one.slots, (one.orientations,) * one.slots
    if "orientation" in table:
        twists = _row(table["orientation"], one, one.orientations - 1)
    if "orientationMod" in table and table["orientationMod"].value is not None:
        visible = _visible(table["orientationMod"], one)
    pattern = SolvedPattern(labels, twists, visible)
    if not pattern.is_consistent:
        raise table["orientationMod"].fault("differs between pieces that look alike")
    return pattern


def _visible(node: Node, one: PieceSet) -> tuple[int, ...]:
    """The modulus up to which each orientation is known; 0 stands for the full number."""
    full = one.orientations
    _row(node, one, full)
    for item in node.items():
        if item.whole() and full % item.whole():
            raise item.expected(f"0 or a divisor of {full}")
    return tuple(item.whole() or full for item in node.items())


def _row(node: Node, one: PieceSet, high: int, low: int = 0) -> tuple[int, ...]:
    """A number for each slot."""
    row = node.wholes(low, high)
    if len(row) != one.slots:
        raise node.fault(f"has {len(row)} numbers; {one.name} has {one.slots} pieces")
    return row


def _transformations(node: Node, sets: dict[str, PieceSet]) -> dict[str, Transformation]:
    return {
        name: _transformation(entry, sets[name]) for name, entry in node.table(list(sets)).items()
    }


def _transformation(node: Node, one: PieceSet) -> Transformation:
    table = node.table()
    permutation = _needed(node, table, ("permutation",))
    pieces = _row(permutation, one, one.slots - 1)
    if len(set(pieces)) != one.slots:
        raise permutation.fault("is no permutation: a number stands twice")
    delta = _first(table, _DELTA)
    most = one.orientations - 1
    turned = (0,) * one.slots if delta is None else _row(delta, one, most, -most)
    return Transformation(pieces, tuple(twist % one.orientations for twist in turned))


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as a KPuzzle definition in the current form of the format.

    Shades, positions, outlines and the note are not part of the format. Derived moves are, and so
    is which pieces look alike.

    >>> import json, puzzlery
    >>> json.loads(dumps(puzzlery.puzzle("2x2x2")))["orbits"]
    [{'orbitName': 'CORNERS', 'numPieces': 8, 'numOrientations': 3}]
    """
    refuse_bandages(puzzle, "KPuzzle")
    form = orbit_form(renamed_rotations(puzzle, "KPuzzle"))
    document: dict[str, object] = {
        "name": form.name,
        "orbits": [_orbit(one) for one in form.sets],
        "defaultPattern": {one.name: _solved(one, form.solved[one.name]) for one in form.sets},
        "moves": {
            name: {orbit: _move(part) for orbit, part in parts.items()}
            for name, parts in form.moves.items()
        },
    }
    if form.derived:
        document["derivedMoves"] = dict(form.derived)
    return json_text.render(document)


def _orbit(one: PieceSet) -> dict[str, str | int]:
    return {"orbitName": one.name, "numPieces": one.slots, "numOrientations": one.orientations}


def _move(part: Transformation) -> dict[str, list[int]]:
    return {"permutation": list(part.pieces), "orientationDelta": list(part.twists)}


def _solved(one: PieceSet, pattern: SolvedPattern) -> dict[str, list[int]]:
    solved = {"pieces": list(pattern.labels), "orientation": list(pattern.twists)}
    mods = [seen % one.orientations for seen in pattern.visible]
    if any(mods):
        solved["orientationMod"] = mods
    return solved
