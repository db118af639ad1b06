"""Sticker words: reasons and repairs that call stickers as people see them, not by number."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from puzzlery.render.sticker_names import face_word, sticker_names
from puzzlery.render.surface import surface
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.validate import Verdict

# "sticker 8", "stickers 8, 9 and 20": as `puzzlery.twisty.validate` writes them.
_NUMBERS = re.compile(r"stickers? (\d+(?:, \d+)*(?: and \d+)?)")


@lru_cache(maxsize=32)
def names_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The names of all places; made once, as a page asks for them again and again."""
    return sticker_names(puzzle)


def in_words(puzzle: Puzzle, text: str) -> str:
    """A sentence whose numbers of stickers are replaced by where these are.

    >>> from puzzlery.twisty.geometry import cube
    >>> in_words(cube(3), "color sticker 18 white")
    'color the sticker “front, top left” white'
    >>> in_words(cube(3), "twist the corner (stickers 8, 9 and 20) clockwise")
    'twist the corner (where top, right and front meet) clockwise'
    """
    return _NUMBERS.sub(lambda found: _where(puzzle, _numbers(found[1])), text)


def naming(puzzle: Puzzle, text: str, places: Sequence[int]) -> str:
    """A sentence in which the bare numbers of these places are replaced by their names.

    >>> from puzzlery.twisty.geometry import cube
    >>> naming(cube(3), "R2 (U)2 moves 2 and leaves 4", (2, 4))
    'R2 (U)2 moves “top, back right” and leaves “top, center”'
    """
    wanted = "|".join(map(str, places))
    # A number after a bracket or beside a letter belongs to an alg.
    bare = re.compile(rf"(?<![\w)\]'.,])({wanted})(?![\w.])")
    return bare.sub(lambda found: f"“{names_of(puzzle)[int(found[1])]}”", text)


def _numbers(text: str) -> list[int]:
    return [int(word) for word in re.findall(r"\d+", text)]


def _where(puzzle: Puzzle, places: Sequence[int]) -> str:
    faces = surface(puzzle).faces
    words = [face_word(faces[place]) for place in places]
    if len(places) == 1 or len(set(words)) < len(words) or not all(words):
        called = " and ".join(f"“{names_of(puzzle)[place]}”" for place in places)
        return f"the {'sticker' if len(places) == 1 else 'stickers'} {called}"
    return f"where {', '.join(words[:-1])} and {words[-1]} meet"


def places_in_words(puzzle: Puzzle, places: Sequence[int]) -> str:
    """Where some stickers are, face by face.

    >>> from puzzlery.twisty.geometry import cube
    >>> places_in_words(cube(3), [18, 9, 19])
    'front: top left, top; right: top left'
    """
    spots: dict[str, list[str]] = {}
    for place in places:
        face, comma, spot = names_of(puzzle)[place].partition(", ")
        spots.setdefault(face if comma else "", []).append(spot or face)
    return "; ".join(f"{face}: {', '.join(on)}".removeprefix(": ") for face, on in spots.items())


def place_named(puzzle: Puzzle, name: str) -> int | None:
    """The place of that name; None if there is none.

    >>> from puzzlery.twisty.geometry import cube
    >>> place_named(cube(3), "Front,  top left"), place_named(cube(3), "above")
    (18, None)
    """
    wanted = " ".join(name.lower().split())
    names = [" ".join(each.lower().split()) for each in names_of(puzzle)]
    return names.index(wanted) if wanted in names else None


def verdict_in_words(puzzle: Puzzle, verdict: Verdict) -> dict[str, Any]:
    """A verdict as plain data, with every text in words."""
    told = verdict.as_dict()
    listed = [*told["reasons"], *((told["repair"] or {}).get("changes", ()))]
    for part in (*listed, *([told["repair"]] if told["repair"] else ())):
        part["text"] = in_words(puzzle, part["text"])
    return told
