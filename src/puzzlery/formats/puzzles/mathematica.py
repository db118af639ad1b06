"""Mathematica: moves as `Cycles[…]`, as PuzzleGeometry and people write them.

    mR=Cycles[{{1,3,8,6},{2,5,7,4}}];   an m before a capital or a digit is no part of the name
    gen={mR};              the moves, for PermutationGroup[gen]
    rot={};                rotations of the whole puzzle, which are no moves
    basis={mR};            where it is not gen: the moves that make up the puzzle's group
    ip={{1,2},{3,4}};      sets of stickers that look alike

Points count from 1, and each goes to the next in its cycle. `PermutationGroup[{Cycles[…], …}]`
without names is read as moves g1, g2, …. Signs that Mathematica's names cannot have are written
`$u0027$`, by their Unicode number. The rest is as in GAP, whose reader is used.
"""

import re
from collections.abc import Iterable, Iterator

from puzzlery.errors import FileFault
from puzzlery.formats.puzzles import gap
from puzzlery.formats.puzzles.gap import Assignment
from puzzlery.formats.puzzles.refusals import refuse_bandages, refuse_derived
from puzzlery.formats.text_files import cleaned
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.model.turn import Turn

_COMMENT = re.compile(r"\(\*.*?\*\)", re.DOTALL)
_TITLE = re.compile(r"\(\*\s*puzzle:\s*(.*?\S)\s*\*\)")
_STATEMENT = re.compile(r"\s*([A-Za-z$][A-Za-z0-9$]*)\s*:?=\s*(.*)", re.DOTALL)
_CYCLES = re.compile(r"Cycles\[\s*\{([^\[\]]*)\}\s*\]")
_PREFIXED = re.compile(r"m[A-Z0-9$]")
_PLAIN = re.compile(r"(?!m[A-Z0-9$])[a-z][A-Za-z0-9]*")
_LISTS = {"gen": "Gen", "rot": "Rot", "basis": "Basis", "ip": "ip"}


def loads(text: str, source: str = "") -> Puzzle:
    """The puzzle that Mathematica code describes; other statements in the code are skipped.

    >>> ring = loads("mA=Cycles[{{1,2,3}}]; mB=Cycles[{{3,4}}]; gen={mA,mB}; ip={{1,2}};")
    >>> ring.degree, ring.moves["A"].images, ring.solved_colors
    (4, (1, 2, 0, 3), (0, 0, 1, 2))
    >>> list(loads("PermutationGroup[{Cycles[{{1,2}}], Cycles[{{2,3}}]}]").moves)
    ['g1', 'g2']
    """
    text = cleaned(text, source)
    title = _TITLE.search(text)
    return gap.puzzle_of(_assignments(text, source), title[1] if title else "unnamed", source)


def _assignments(text: str, source: str) -> Iterator[Assignment]:
    """The statements, as GAP would have them."""
    bare = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), text)
    at = 0
    for statement in _statements(bare):
        line = bare.count("\n", 0, at + len(statement) - len(statement.lstrip())) + 1
        at += len(statement) + 1
        match = _STATEMENT.fullmatch(statement.rstrip())
        name, value = (match[1], match[2]) if match else ("", statement.strip())
        if value.startswith("PermutationGroup[") or (name in _LISTS and "Cycles[" in value):
            yield from _unnamed(value, line)
        elif value.startswith("Cycles["):
            yield Assignment(_gap_name(name), _gap_cycles(name, value, line, source), line, name)
        elif name in _LISTS:
            yield Assignment(_LISTS[name], _gap_list(name, value), line, name)


def _statements(text: str) -> Iterator[str]:
    """The statements; a line break ends one only where all brackets are closed."""
    depth = start = 0
    for at, sign in enumerate(text):
        depth += (sign in "[{(") - (sign in "]})")
        if sign == ";" or (sign == "\n" and depth == 0):
            yield text[start:at]
            start = at + 1
    yield text[start:]


def _unnamed(value: str, line: int) -> Iterator[Assignment]:
    for number, cycles in enumerate(_CYCLES.finditer(value), start=1):
        yield Assignment(f"M_g{number}", _as_gap(cycles[1]), line, f"g{number}")


def _gap_cycles(name: str, value: str, line: int, source: str) -> str:
    match = _CYCLES.fullmatch(value)
    if match is None:
        reason = f"{name} is not a permutation such as Cycles[{{{{1,2,3}},{{4,5}}}}]"
        raise FileFault(reason, source=source, line=line)
    return _as_gap(match[1])


def _as_gap(cycles: str) -> str:
    """The cycles between the outer braces; none stand for the identity.

    >>> _as_gap("{1, 2}, {3, 4}"), _as_gap("")
    ('(1, 2)(3, 4)', '()')
    """
    return re.sub(r"\}\s*,\s*\{", ")(", cycles.strip()).translate({123: "(", 125: ")"}) or "()"


def _gap_list(name: str, value: str) -> str:
    listed = value.strip().translate({123: "[", 125: "]"})
    if name == "ip":
        return listed
    return re.sub(r"[A-Za-z$][A-Za-z0-9$]*", lambda found: _gap_name(found[0]), listed)


def _gap_name(symbol: str) -> str:
    """GAP's name for a symbol: PuzzleGeometry puts m before the name of a move.

    >>> _gap_name("mR$u0027$"), _gap_name("move1")
    ('M_R_u0027_', 'M_move1')
    """
    name = symbol[1:] if _PREFIXED.match(symbol) else symbol
    return "M_" + re.sub(r"\$u([0-9a-f]{4,6})\$", r"_u\1_", name)


def dumps(puzzle: Puzzle) -> str:
    """The puzzle as Mathematica code: its stickers, moves and rotations, and what looks alike.

    >>> print(dumps(Puzzle.from_cycles({"a": [[0, 1, 2]]}, ["red", "red", "blue"])))
    (* puzzle: my puzzle *)
    a=Cycles[{{1,2,3}}];
    gen={a};
    rot={};
    ip={{1,2},{3}};
    """
    refuse_bandages(puzzle, "Mathematica")
    refuse_derived(puzzle, "Mathematica")
    title = " ".join(puzzle.name.replace("*)", "*").split())
    turns = {**puzzle.turns, **puzzle.whole}
    moves = [f"{_symbol(name)}=Cycles[{_cycles(turn)}];" for name, turn in turns.items()]
    lists = [_list("gen", puzzle.turns), _list("rot", puzzle.whole)]
    if puzzle.basis != tuple(puzzle.turns):
        lists.append(_list("basis", puzzle.basis))
    sets = f"ip={_braces(_braces(map(str, group)) for group in gap.alike(puzzle))};"
    return "\n".join([f"(* puzzle: {title} *)", *moves, *lists, sets]) + "\n"


def _symbol(name: str) -> str:
    """The symbol for a move; `_gap_name` is the inverse.

    >>> [_symbol(name) for name in ("R", "turn", "gen", "R'")]
    ['mR', 'turn', 'm$u0067$en', 'mR$u0027$']
    """
    if _PLAIN.fullmatch(name) and name not in _LISTS:
        return name
    odd = r"^[a-z]|[^A-Za-z0-9]"
    return "m" + re.sub(odd, lambda found: f"$u{ord(found[0]):04x}$", name)


def _list(title: str, names: Iterable[str]) -> str:
    return f"{title}={_braces(map(_symbol, names))};"


def _cycles(turn: Turn) -> str:
    cycles = turn.permutation.cycles()
    return _braces(_braces(str(point + 1) for point in cycle) for cycle in cycles)


def _braces(parts: Iterable[str]) -> str:
    return f"{{{','.join(parts)}}}"
