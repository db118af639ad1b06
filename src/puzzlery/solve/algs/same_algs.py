"""Algs that are the same to a person: turned, mirrored, or undone ones."""

from collections.abc import Collection, Iterable, Iterator

from puzzlery.core.permutation import Permutation
from puzzlery.errors import UnknownName
from puzzlery.twisty.model.puzzle import Puzzle
from puzzlery.twisty.notation.alg import Alg

KINDS = ("rotation", "mirror", "inverse")
Form = tuple[bytes, ...]


def kinds_of(text: str) -> frozenset[str]:
    """The kinds that a text names.

    >>> sorted(kinds_of("rotation, inverse"))
    ['inverse', 'rotation']
    >>> kinds_of("color")
    Traceback (most recent call last):
        ...
    puzzlery.errors.UnknownName: unknown kind "color"; expected some of rotation, mirror, inverse
    """
    words = text.replace(",", " ").lower().split()
    for word in words:
        if word not in KINDS:
            raise UnknownName.near(
                f'unknown kind "{word}"; expected some of {", ".join(KINDS)}', word, KINDS
            )
    return frozenset(words)


def form_of(puzzle: Puzzle, alg: Alg, up_to: Collection[str]) -> Form:
    """A form that algs share exactly if they are the same up to these kinds.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> cube = puzzle("3x3x3")
    >>> forms = [form_of(cube, Alg.parse(text), KINDS) for text in ("R U F'", "B' U' L", "R U F")]
    >>> forms[0] == forms[1], forms[0] == forms[2]
    (True, False)
    """
    moves = [puzzle.turn(move).permutation for move in alg.moves()]
    words = [moves]
    if "inverse" in up_to:
        words.append([move.inverse for move in reversed(moves)])
    return min(
        tuple(move.conjugate(turned).data for move in word)
        for turned in _symmetries(puzzle, up_to)
        for word in words
    )


def _symmetries(puzzle: Puzzle, up_to: Collection[str]) -> Iterator[Permutation]:
    if not {"rotation", "mirror"} & set(up_to):
        yield Permutation.identity(puzzle.degree)
        return
    for symmetry in puzzle.symmetries(reflections="mirror" in up_to):
        yield symmetry.stickers


def first_of_each(puzzle: Puzzle, algs: Iterable[Alg], up_to: Collection[str]) -> Iterator[Alg]:
    """Of algs that are the same up to these kinds the first one alone.

    >>> from puzzlery.twisty.catalog import puzzle
    >>> algs = [Alg.parse(text) for text in ("R U", "U' R'", "U F", "R U2")]
    >>> [str(alg) for alg in first_of_each(puzzle("3x3x3"), algs, ["inverse", "rotation"])]
    ['R U', 'R U2']
    """
    seen: set[Form] = set()
    for alg in algs:
        form = form_of(puzzle, alg, up_to)
        if form not in seen:
            seen.add(form)
            yield alg
